import { hashText } from '../kit/bytes/content-hash.ts';
import type { NoteRecord, RecordHeading } from '../notes/note-record.ts';
import type { Steps } from '../kit/concurrency/slices.ts';
import { READABLE, WORDS_AROUND_CHUNK, WORDS_AROUND_NOTE, englishWeight } from '../search/ranking/english-share.ts';

/** What is embedded as one text: a chunk, or neighbours together, below the title and headings. */
export interface Passage {
  /** `Title > Heading > Subheading`, then the visible text. */
  text: string;
  /** Content hash of `text`: equal texts share a vector. */
  key: string;
  /** Its chunks, by number in the note. */
  chunks: number[];
}

export interface PassageOptions {
  /** Joins neighbours under the same headings while they fit; if absent, each chunk is a passage. */
  room?: PassageRoom;
  /** Leaves out what an English-only model cannot read. */
  englishOnly?: boolean;
}

/** The target size of a passage, in an embedder's own tokens. */
export interface PassageRoom {
  tokens: number;
  countTokens: (text: string) => number;
}

/** If it changes, notes are examined again; texts with a vector keep it. */
export const PASSAGES_VERSION = 3;

/** For models that read more than a chunk. Longer passages blur their topic. */
const ROOMY_TOKENS = 256;
const CHUNKS_A_STEP = 8;
/** The beginning of a note shows its language. */
const SAMPLE_LENGTH = 4000;

/** The passage size for a model of this capacity; undefined if it takes hardly more than a chunk of about 90 words. */
export function passageRoom(maxTokens: number, countTokens: (text: string) => number): PassageRoom | undefined {
  return maxTokens < ROOMY_TOKENS ? undefined : { tokens: ROOMY_TOKENS, countTokens };
}

/** The passages of a note, in order, from the visible texts of its chunks. */
export function* notePassages(
  record: NoteRecord,
  texts: readonly string[],
  options: PassageOptions = {},
): Steps<Passage[]> {
  const { room, englishOnly = false } = options;
  const prefixes = headingPrefixes(record);
  const around = englishOnly ? englishWeight(beginning(texts), 1, WORDS_AROUND_NOTE) : 1;
  const passages: Passage[] = [];
  let open: OpenPassage | null = null;
  for (const [chunk, text] of texts.entries()) {
    if (chunk % CHUNKS_A_STEP === CHUNKS_A_STEP - 1) yield;
    if (englishOnly && englishWeight(text, around, WORDS_AROUND_CHUNK) < READABLE) continue;
    const prefix = prefixes[chunk] ?? record.title;
    const joined: OpenPassage | null =
      open === null || room === undefined ? null : joinedWith(open, chunk, prefix, text, room);
    if (joined !== null) {
      open = joined;
      continue;
    }
    if (open !== null) passages.push(closed(open));
    open = { prefix, text, chunks: [chunk] };
  }
  if (open !== null) passages.push(closed(open));
  return passages;
}

/** The texts of some of a note's chunks, by number, as they are if each chunk is a passage. */
export function passageTexts(record: NoteRecord, texts: readonly string[], chunks: readonly number[]): string[] {
  const prefixes = headingPrefixes(record);
  return chunks.map((chunk) => wholeText({ prefix: prefixes[chunk] ?? record.title, text: texts[chunk] ?? '' }));
}

/**
 * The first words of each passage of a note, title and headings included. The first passage, its subject, has some
 * more.
 */
export function beginningsOf(passages: readonly Passage[]): Passage[] {
  return passages.map((passage, i) => {
    const text = (i === 0 ? SUBJECT : FIRST_WORDS).exec(passage.text)?.[0] ?? passage.text;
    return { text, key: hashText(text), chunks: passage.chunks };
  });
}

/** 20 and 15 words: nearly as good as the whole, in a quarter of the time. */
const SUBJECT = /^\s*(?:\S+\s+){0,19}\S+/u;
const FIRST_WORDS = /^\s*(?:\S+\s+){0,14}\S+/u;

/** The key of each chunk; null for one in no passage. */
export function chunkKeys(record: NoteRecord, passages: readonly Passage[]): (string | null)[] {
  const keys: (string | null)[] = record.chunks.map(() => null);
  for (const { key, chunks } of passages) for (const chunk of chunks) keys[chunk] = key;
  return keys;
}

interface OpenPassage {
  prefix: string;
  text: string;
  chunks: number[];
}

function joinedWith(
  open: OpenPassage,
  chunk: number,
  prefix: string,
  text: string,
  room: PassageRoom,
): OpenPassage | null {
  if (open.prefix !== prefix || open.chunks.at(-1) !== chunk - 1) return null;
  const joined = { prefix, text: `${open.text}\n\n${text}`, chunks: [...open.chunks, chunk] };
  return room.countTokens(wholeText(joined)) <= room.tokens ? joined : null;
}

function closed(open: OpenPassage): Passage {
  const text = wholeText(open);
  return { text, key: hashText(text), chunks: open.chunks };
}

function wholeText({ prefix, text }: Pick<OpenPassage, 'prefix' | 'text'>): string {
  return `${prefix}\n${text}`;
}

/** For each chunk, the title and the headings above it. */
function headingPrefixes({ title, headings, chunks }: NoteRecord): string[] {
  const above: RecordHeading[] = [];
  let next = 0;
  return chunks.map(({ endLine }) => {
    for (let heading = headings[next]; heading !== undefined && heading.line <= endLine; heading = headings[++next]) {
      while ((above.at(-1)?.level ?? 0) >= heading.level) above.pop();
      above.push(heading);
    }
    return [title, ...above.map(({ text }) => text)].join(' > ');
  });
}

function beginning(texts: readonly string[]): string {
  let sample = '';
  for (const text of texts) {
    sample += `${text}\n`;
    if (sample.length >= SAMPLE_LENGTH) break;
  }
  return sample;
}
