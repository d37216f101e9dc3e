import type { NoteIndex } from '../../index/note-index.ts';
import { escapePattern } from '../../kit/text/escape-pattern.ts';
import { shorten } from '../../kit/text/shorten.ts';
import { dirname } from '../../vault/paths.ts';
import type { AnswerParts } from '../answer-parts.ts';
import { noteRows } from '../kept/note-rows.ts';
import { vaultTallies } from '../kept/vault-tallies.ts';
import { fileFieldsIn, fileHints } from './file-hints.ts';
import { hasOrder } from './order-hints.ts';
import { missingIn, whereHints } from './where-hints.ts';

type HintParts = Pick<AnswerParts, 'source' | 'slicer' | 'index'>;

/** What a `where` that found so many notes may have meant otherwise. */
export async function hintsOfWhere(
  parts: HintParts,
  index: NoteIndex,
  where: Record<string, unknown> | undefined,
  found: number,
): Promise<string[]> {
  if (where === undefined || (found > 0 && !hasOrder(where))) return [];
  const tallies = await vaultTallies(parts, index);
  const { properties } = tallies;
  const hints = whereHints(properties, where, found);
  if (found > 0) return hints;
  if (fileFieldsIn(where).length > 0) {
    const folders = new Set((await noteRows(parts, index)).list().map(({ record }) => dirname(record.path)));
    hints.push(...fileHints(tallies, where, (folder) => folders.has(folder)));
  }
  for (const name of missingIn(properties, where).slice(0, MOST_NAMES)) {
    const field = await inlineField(parts, index, name);
    if (field !== null) hints.push(fieldHint(name, field));
  }
  return hints;
}

const MOST_NAMES = 3;
const LONGEST = 100;
/** Notes read for an inline field of a name, those first that have its words most. */
const MOST_READ = 20;

/** An inline field (`name:: value`) of that name, as it is spelled in a note of the first few that have the word. */
async function inlineField({ source }: HintParts, index: NoteIndex, name: string): Promise<InlineField | null> {
  const field = new RegExp(`(?:^|[\\s>*_([])(${escapePattern(name)}[*_]*::)`, 'imu');
  for (const { id } of index.fulltext.search(name, { limit: MOST_READ, order: index.comparePaths })) {
    const path = index.noteById(id)?.path;
    if (path === undefined) continue;
    // A note that is gone a moment later has no field.
    const bytes = await source.read(path).catch(() => new Uint8Array());
    const written = field.exec(new TextDecoder().decode(bytes))?.[1];
    if (written !== undefined) return { path, written };
  }
  return null;
}

function fieldHint(name: string, { path, written }: InlineField): string {
  return (
    `"${shorten(name, LONGEST)}" is an inline field (\`${written} …\`) in the text of "${path}"; \`where\` reads` +
    ` properties alone. A search with mode "regex" finds its lines: ${JSON.stringify(escapePattern(written))}.`
  );
}

interface InlineField {
  path: string;
  /** With its colons. */
  written: string;
}
