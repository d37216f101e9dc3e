import { bodyStartOf } from '../../../edit/append-prepend.ts';
import { appendToNote } from '../../../edit/append-to-note.ts';
import { listOf, mergeProperty } from '../../../edit/frontmatter/merge-property.ts';
import { patchFrontmatter } from '../../../edit/frontmatter/patch-frontmatter.ts';
import { warnOfOpenText } from '../../../edit/open-end.ts';
import { withOwnFootnotes } from '../../../edit/footnote-labels.ts';
import { readParts } from '../../../edit/frontmatter/frontmatter-block.ts';
import { toJsonValue } from '../../../edit/json-values.ts';
import { applyTextEdits } from '../../../edit/link/text-edit.ts';
import type { Steps } from '../../../kit/concurrency/slices.ts';
import { keyOf } from '../../../notes/note-properties.ts';
import { VaultLoomError } from '../../../protocol/errors.ts';
import { basename, isNotePath, withoutMd } from '../../../vault/paths.ts';
import type { FileChange } from '../../../writing/change/file-change.ts';
import { decodeNote, encodeNote } from '../parts/note-text.ts';
import { withWarnings } from '../warnings/with-warnings.ts';
import { linksToOthers, type Merge } from './links-to-others.ts';
import type { MoveWish } from './move-wish.ts';
import type { PlannedFile } from './plan-rewrites.ts';

type Bytes = ReadonlyMap<string, Uint8Array>;

/**
 * The moves, and the rewritten links. `aliasOf`: the note whose old name becomes an alias, or null.
 *
 * @throws VaultLoomError `frontmatter_invalid` if there is no place for the alias
 */
export function* moveChanges(
  { moves, there }: Pick<MoveWish, 'moves' | 'there'>,
  plan: readonly PlannedFile[],
  bytesOf: Bytes,
  aliasOf: string | null,
): Steps<FileChange[]> {
  const edited = editsOf(plan);
  if (aliasOf !== null && isNotePath(aliasOf)) {
    const before = bytesOf.get(aliasOf) ?? new Uint8Array();
    const text = edited.get(aliasOf)?.text ?? decodeNote(aliasOf, before);
    const name = withoutMd(basename(aliasOf));
    if (name !== withoutMd(basename(moves.get(aliasOf) ?? '')))
      edited.set(aliasOf, { before, text: yield* withAlias(text, name) });
  }
  const moved = [...moves].map(([from, to]): FileChange => {
    const own = edited.get(from);
    edited.delete(from);
    return { kind: 'move', from, to, there, ...(own === undefined ? {} : { edit: bytesIn(own) }) };
  });
  return [...moved, ...[...edited].map(([path, edit]): FileChange => ({ kind: 'edit', path, ...bytesIn(edit) }))];
}

/**
 * Merges the note that goes into the one that stays: its body comes last, properties of the latter win, lists unite,
 * and a title is not taken over. Footnotes with the same label in both stay apart. It goes to the trash, and links to
 * it lead to the other; `warning` names those that now find another part than before.
 *
 * @throws VaultLoomError `frontmatter_invalid` for properties that cannot be united
 */
export function* mergeChanges(
  merge: Merge,
  plan: readonly PlannedFile[],
  aliasOf: string | null,
): Steps<{ changes: FileChange[]; warning?: string }> {
  const { from, to, bytesOf } = merge;
  const edited = editsOf(plan);
  const textOf = (path: string): string => edited.get(path)?.text ?? decodeNote(path, bytesAt(bytesOf, path));
  const source = textOf(from);
  let text = textOf(to);
  const [own, other] = [yield* readParts(text), yield* readParts(source)];
  if (own === null || other === null)
    throw new VaultLoomError('frontmatter_invalid', `The properties of "${own === null ? to : from}" cannot be read.`, {
      hint: 'Correct them first.',
    });
  for (const key of Object.keys(other.values)) {
    // The note that stays keeps its name.
    if (key.toLowerCase() !== 'title') text = yield* mergeProperty(text, source, key);
  }
  if (aliasOf !== null) text = yield* withAlias(text, withoutMd(basename(aliasOf)));
  const labelled = yield* withOwnFootnotes(source, text);
  const body = labelled.slice(bodyStartOf(labelled)).replace(/^(?:[ \t]*(?:\r\n|\r|\n))+/, '');
  const ofEnd = yield* warnOfOpenText(to, text, body);
  if (body.trim() !== '')
    text = yield* appendToNote(text, text.trim() === '' || /\n\s*\n$/.test(text) ? body : `\n${body}`);
  const target = { before: bytesAt(bytesOf, to), text };
  edited.delete(from);
  edited.set(to, target);
  const changes: FileChange[] = [
    ...[...edited].map(([path, edit]): FileChange => ({ kind: 'edit', path, ...bytesIn(edit) })),
    { kind: 'delete', path: from, before: bytesAt(bytesOf, from) },
  ];
  const lost = yield* linksToOthers(merge);
  if (lost.length === 0) return { changes, ...withWarnings(ofEnd) };
  const shown = lost.slice(0, MOST_SHOWN).map(({ path, subpath }) => `"${subpath}" in "${path}"`);
  const warning =
    `"${to}" had headings or blocks of the same names, which these links find first now: ${shown.join(', ')}` +
    `${lost.length > MOST_SHOWN ? `, and ${lost.length - MOST_SHOWN} more` : ''}. Rename the headings, or correct the links.`;
  return { changes, ...withWarnings(ofEnd, warning) };
}

const MOST_SHOWN = 5;

interface Edited {
  before: Uint8Array;
  text: string;
}

function editsOf(plan: readonly PlannedFile[]): Map<string, Edited> {
  return new Map(
    plan.map(({ path, before, edits }) => [path, { before, text: applyTextEdits(decodeNote(path, before), edits) }]),
  );
}

function bytesIn({ before, text }: Edited): { before: Uint8Array; after: Uint8Array } {
  return { before, after: encodeNote(text) };
}

function bytesAt(bytesOf: Bytes, path: string): Uint8Array {
  return bytesOf.get(path) ?? new Uint8Array();
}

function* withAlias(text: string, name: string): Steps<string> {
  const parts = yield* readParts(text);
  const key = keyOf(parts?.values ?? {}, 'aliases') ?? 'aliases';
  const known = listOf(toJsonValue(parts?.values[key] ?? [], 'frontmatter'));
  if (known.includes(name)) return text;
  return yield* patchFrontmatter(text, { mode: 'patch_frontmatter', key, value: [...known, name] });
}
