import { isRecord } from '../../kit/json/is-record.ts';
import { shorten } from '../../kit/text/shorten.ts';
import type { VaultTallies } from '../kept/vault-tallies.ts';
import { meant, nearest } from '../search/hints/filter-hints.ts';

/**
 * Why a `where` finds nothing by the names of files: an ending too many or too few, or a folder that has no such notes.
 */
export function fileHints(
  { folders }: Pick<VaultTallies, 'folders'>,
  where: Record<string, unknown>,
  hasNotes: (folder: string) => boolean,
): string[] {
  const hints = fileFieldsIn(where).flatMap(({ field, value }) => {
    const written = SPELLINGS[field]?.(value) ?? value;
    if (written !== value) return [`"${field}" is written "${shorten(written, LONGEST)}".`];
    if (field !== 'file.folder' || value === '/' || hasNotes(value)) return [];
    const shown = shorten(value, LONGEST);
    const known = folders.map(({ path }) => path);
    return known.includes(value)
      ? [`No note lies in "${shown}" itself; the argument \`directory\` takes those below it, too.`]
      : [`There is no folder "${shown}" with notes in it.${meant(nearest(value, known))}`];
  });
  return [...new Set(hints)].slice(0, MOST_HINTS);
}

const MOST_HINTS = 3;
const LONGEST = 100;

/** What fields of the file have to equal. Negations are left out: they find too much, not too little. */
export function fileFieldsIn(where: Record<string, unknown>): { field: string; value: string }[] {
  return Object.entries(where).flatMap(([key, given]) => {
    if (key === 'and' || key === 'or')
      return [given].flat().flatMap((part) => (isRecord(part) ? fileFieldsIn(part) : []));
    const value = isRecord(given) ? (given['='] ?? given['==']) : given;
    return key.trim().startsWith('file.') && typeof value === 'string' ? [{ field: key.trim(), value }] : [];
  });
}

/** How the app writes what is compared. */
const SPELLINGS: Readonly<Record<string, (value: string) => string>> = {
  'file.name': withoutEnding,
  'file.basename': withoutEnding,
  'file.path': (value) => (/\.[^./ ]+$/.test(value) || value === '' ? value : `${value}.md`),
  'file.ext': (value) => value.replace(/^\./, ''),
  'file.folder': (value) => value.replace(/(?!^)\/+$|^\/+(?=.)/g, '') || '/',
};

function withoutEnding(value: string): string {
  return value.replace(/\.md$/i, '');
}
