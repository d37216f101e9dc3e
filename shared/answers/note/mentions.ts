import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import { escapePattern } from '../../kit/text/escape-pattern.ts';
import { lineEndsIn } from '../../kit/text/line-ends.ts';
import { parseNoteSteps } from '../../markdown/parse-note.ts';
import type { TextRange } from '../../markdown/parsed-note.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import type { Mention } from '../../protocol/schemas/find.ts';
import { isNotePath } from '../../vault/paths.ts';
import { decodeText } from '../../index/drafts/note-draft.ts';
import type { AnswerParts } from '../answer-parts.ts';

const MOST_MENTIONS = 50;
/** Notes that have the words of a name. */
const MOST_LOOKED_AT = 200;
const MOST_BYTES = 1024 * 1024;
const SHORTEST_NAME = 2;
const MAX_LENGTH = 240;
const BEFORE_NAME = 60;

/** Where other notes have a note's title or an alias in their text without a link; by path and line. */
export async function mentionsOf(parts: AnswerParts, record: NoteRecord): Promise<Mention[]> {
  const names = [...new Set([record.title, ...record.aliases])].filter((name) => name.length >= SHORTEST_NAME);
  if (names.length === 0) return [];
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${names.map(escapePattern).join('|')})(?![\\p{L}\\p{N}_])`, 'giu');
  const mentions: Mention[] = [];
  for (const { path } of candidates(parts, record, names)) {
    mentions.push(...(await mentionsIn(parts, path, pattern)));
    if (mentions.length >= MOST_MENTIONS) break;
  }
  return mentions.slice(0, MOST_MENTIONS);
}

function candidates({ index }: AnswerParts, own: NoteRecord, names: readonly string[]): NoteRecord[] {
  const found = new Map<string, NoteRecord>();
  for (const name of names) {
    const phrase = `"${name.replace(/["\u201c\u201d\u201e]/g, ' ')}"`;
    for (const { id } of index.fulltext.search(phrase, { limit: MOST_LOOKED_AT, order: index.comparePaths })) {
      const record = index.noteById(id);
      if (record === undefined || record.path === own.path || !isNotePath(record.path)) continue;
      if (record.size <= MOST_BYTES) found.set(record.path, record);
    }
  }
  return [...found.values()].sort((a, b) => compareCodeUnits(a.path, b.path)).slice(0, MOST_LOOKED_AT);
}

async function mentionsIn({ source, slicer }: AnswerParts, path: string, pattern: RegExp): Promise<Mention[]> {
  const bytes = await source.read(path).catch(() => null);
  if (bytes === null) return [];
  const { text } = decodeText(bytes);
  const parsed = await slicer.run(parseNoteSteps(text));
  const isLinked = within([...parsed.links, ...parsed.blocks.filter(({ kind }) => kind === 'code')]);
  const mentions = new Map<number, Mention>();
  for (const { index: start, 0: name } of text.matchAll(pattern)) {
    if (start < parsed.bodyStart || isLinked(start)) continue;
    const line = lineAt(text, start);
    if (!mentions.has(line)) mentions.set(line, { path, line, text: lineAround(text, start, name.length) });
  }
  return [...mentions.values()];
}

function within(ranges: readonly TextRange[]): (offset: number) => boolean {
  return (offset) => ranges.some(({ start, end }) => start <= offset && offset < end);
}

function lineAt(text: string, offset: number): number {
  return 1 + lineEndsIn(text, 0, offset);
}

/** The line, or of a long one the part around the name. */
function lineAround(text: string, start: number, length: number): string {
  const from = Math.max(text.lastIndexOf('\n', start), text.lastIndexOf('\r', start)) + 1;
  const end = text.slice(start).search(/[\r\n]/);
  const line = text.slice(from, end === -1 ? text.length : start + end);
  if (line.length <= MAX_LENGTH) return line.trim();
  const cut = Math.max(0, start - from - BEFORE_NAME);
  const shown = line.slice(cut, cut + Math.max(MAX_LENGTH - 2, length)).trim();
  return `${cut > 0 ? '…' : ''}${shown}…`;
}
