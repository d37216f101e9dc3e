import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import { parseNoteSteps } from '../../markdown/parse-note.ts';
import type { ParsedNote, TextRange } from '../../markdown/parsed-note.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import type { Mention } from '../../protocol/schemas/find.ts';
import { isNotePath } from '../../vault/paths.ts';
import { decodeText } from '../../index/drafts/note-draft.ts';
import type { AnswerParts } from '../answer-parts.ts';
import { placesOfNames } from './name-places.ts';

const MOST_MENTIONS = 50;
/** Notes that have the words of a name. */
const MOST_LOOKED_AT = 200;
const MOST_BYTES = 1024 * 1024;
const SHORTEST_NAME = 2;
const MAX_LENGTH = 240;
const BEFORE_NAME = 60;
const LINE_END = /[\r\n]/g;

/** Lines of other notes, and whether there are more. */
interface Mentions {
  mentions: Mention[];
  mentionsTruncated?: true;
}

/** Where other notes have a note's title or an alias in their text without a link; by path and line. */
export async function mentionsOf(parts: AnswerParts, record: NoteRecord): Promise<Mentions> {
  const names = [...new Set([record.title, ...record.aliases])].filter((name) => name.length >= SHORTEST_NAME);
  if (names.length === 0) return { mentions: [] };
  const placesIn = placesOfNames(names);
  const mentions: Mention[] = [];
  for (const { path } of candidates(parts, record, names)) {
    mentions.push(...(await mentionsIn(parts, path, placesIn, MOST_MENTIONS + 1 - mentions.length)));
    if (mentions.length > MOST_MENTIONS) return { mentions: mentions.slice(0, MOST_MENTIONS), mentionsTruncated: true };
  }
  return { mentions };
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

async function mentionsIn(
  { source, slicer }: AnswerParts,
  path: string,
  placesIn: ReturnType<typeof placesOfNames>,
  most: number,
): Promise<Mention[]> {
  const bytes = await source.read(path).catch(() => null);
  if (bytes === null) return [];
  const { text } = decodeText(bytes);
  // Most notes with the words have them in links alone, and need not be parsed.
  if ((await slicer.run(placesIn(text, 0, wikilinksIn(text), 1))).length === 0) return [];
  const parsed = await slicer.run(parseNoteSteps(text));
  const places = await slicer.run(placesIn(text, parsed.bodyStart, noMentionsIn(text, parsed), most));
  return places.map(({ start, length, line }) => ({ path, line, text: lineAround(text, start, length) }));
}

function wikilinksIn(text: string): TextRange[] {
  return [...text.matchAll(/\[\[[^[\]\r\n]*\]\]/g)].map(({ 0: link, index }) => ({
    start: index,
    end: index + link.length,
  }));
}

/** Links, code, and what a reader does not see, such as the target of a reference or an address; not comments. */
function noMentionsIn(text: string, { links, blocks, hidden }: ParsedNote): TextRange[] {
  return [
    ...links,
    ...blocks.filter(({ kind }) => kind === 'code'),
    ...hidden.filter(({ start }) => !text.startsWith('%%', start) && !text.startsWith('<!--', start)),
  ];
}

/** The line, or of a long one the part around the name. */
function lineAround(text: string, start: number, length: number): string {
  const from = Math.max(text.lastIndexOf('\n', start), text.lastIndexOf('\r', start)) + 1;
  LINE_END.lastIndex = start;
  const line = text.slice(from, LINE_END.exec(text)?.index ?? text.length);
  if (line.length <= MAX_LENGTH) return line.trim();
  const cut = Math.max(0, start - from - BEFORE_NAME);
  const shown = line.slice(cut, cut + Math.max(MAX_LENGTH - 2, length)).trim();
  return `${cut > 0 ? '…' : ''}${shown}…`;
}
