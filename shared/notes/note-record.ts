import { sharedIfEmpty } from '../kit/empty-list.ts';
import { languageOf } from '../markdown/language.ts';
import type { Address, FrontmatterValue, Heading, Link, ParsedNote } from '../markdown/parsed-note.ts';
import { withoutCanvasEnding } from './canvas.ts';
import { plainHeading } from './heading-names.ts';
import { hiddenAddresses } from './hidden-addresses.ts';
import { recordTasks, type RecordTask } from './note-tasks.ts';
import { basename, isNotePath, withoutMd } from '../vault/paths.ts';
import type { VaultFile, Visibility } from '../vault/vault-source.ts';

/** A link as the index stores it: enough to resolve it and find its line. */
export interface RecordLink {
  /** The whole target as written (see `Link.target`), or a vault path. */
  target: string;
  /** From 1; in a canvas, a line of `cardLines`. */
  line: number;
  /** The target is a vault path, as on a canvas card, and nothing else. */
  isFile?: true;
  /** It shows its target in place. */
  isEmbed?: true;
}

export interface RecordHeading {
  level: number;
  text: string;
  /** As written, if links made from it may differ from those made from its text in more than punctuation. */
  written?: string;
  line: number;
}

/** A chunk's place in its note: lines from 1, both inclusive. */
export interface RecordChunk {
  startLine: number;
  endLine: number;
}

/** A leading part of a huge note, with what was found up to its end: a later reading may begin there. */
export interface NotePart {
  /** Where it ends in the file, in bytes. */
  bytes: number;
  /** Of the part's own bytes; see content-hash.ts. */
  hash: string;
  lineEnds: number;
  links: number;
  headings: number;
  tasks: number;
  chunks: number;
  tags: number;
  addresses: number;
  blockIds: number;
  warnings: number;
  words: number;
}

/**
 * What the index knows about one note, or about a canvas: its links, the chunks of its cards, their groups as headings.
 * Never changed in place.
 */
export interface NoteRecord {
  /** The note's number in this index, stable across edits and renames. */
  id: number;
  path: string;
  size: number;
  mtimeMs: number;
  createdMs: number;
  /** Of the bytes (`hashBytes`). Empty if the file could not be read. */
  hash: string;
  visibility: Visibility;
  title: string;
  aliases: string[];
  tags: string[];
  frontmatter: Record<string, FrontmatterValue>;
  headings: RecordHeading[];
  links: RecordLink[];
  tasks: RecordTask[];
  chunks: RecordChunk[];
  /** Free to read, while reading `chunks` of a loaded note parses them first. */
  chunkCount: number;
  words: number;
  /** Where links lead that a reader does not see (see hidden-addresses.ts); absent if there are none. */
  addresses?: Address[] | undefined;
  /** Lower-cased ids of blocks (`^id`); absent if there are none. */
  blockIds?: string[] | undefined;
  /** Of its text, as a code such as `en`; absent if unknown. */
  language?: string;
  /** Where the body begins, in UTF-16 units. */
  bodyStart: number;
  warnings: string[];
  /** Only of a note that was read in parts. */
  parts?: NotePart[] | undefined;
}

/**
 * A note's title: from the frontmatter, or else the file name without `.md` or `.canvas` (contract, 'Results in
 * general').
 */
export function noteTitle(path: string, parsedTitle: string | null): string {
  return parsedTitle ?? (isNotePath(path) ? withoutMd : withoutCanvasEnding)(basename(path));
}

/** The part of a record that comes from the note's content. */
export type NoteContent = Omit<
  NoteRecord,
  'id' | 'path' | 'size' | 'mtimeMs' | 'createdMs' | 'hash' | 'visibility' | 'title' | 'chunkCount'
> & {
  title: string | null;
};

export function noteContent(
  parsed: ParsedNote,
  chunks: readonly (RecordChunk & { text: string })[],
  extraWarnings: readonly string[] = [],
): NoteContent {
  const addresses = hiddenAddresses(parsed);
  return {
    title: parsed.title,
    aliases: parsed.aliases,
    tags: parsed.tags,
    frontmatter: parsed.frontmatter?.values ?? {},
    headings: parsed.headings.map(recordHeading),
    links: parsed.links.map(recordLink),
    tasks: recordTasks(parsed),
    chunks: chunks.map(({ startLine, endLine }) => ({ startLine, endLine })),
    words: parsed.words,
    ...(addresses.length === 0 ? {} : { addresses }),
    ...(parsed.blockIds.length === 0 ? {} : { blockIds: [...new Set(parsed.blockIds.map(({ id }) => id))] }),
    ...languageFound(chunks),
    bodyStart: parsed.bodyStart,
    warnings: [...extraWarnings, ...parsed.warnings],
  };
}

function recordHeading({ level, text, written, line }: Heading): RecordHeading {
  return written === undefined || plainHeading(written) === plainHeading(text)
    ? { level, text, line }
    : { level, text, written, line };
}

/** By the first chunks; the rest of a note seldom differs. */
function languageFound(chunks: readonly { text: string }[]): { language?: string } {
  const first = chunks.slice(0, CHUNKS_LOOKED_AT).map(({ text }) => text);
  const language = languageOf(first.join('\n'));
  return language === null ? {} : { language };
}

const CHUNKS_LOOKED_AT = 3;

/** A parsed link as the index stores it. */
export function recordLink({ target, line, kind }: Link): RecordLink {
  return kind === 'embed' || kind === 'markdown-embed' ? { target, line, isEmbed: true } : { target, line };
}

/** The content of a file that could not be read; its name still resolves links. */
export function unreadableContent(warnings: string[]): NoteContent {
  return {
    title: null,
    aliases: [],
    tags: [],
    frontmatter: {},
    headings: [],
    links: [],
    tasks: [],
    chunks: [],
    words: 0,
    bodyStart: 0,
    warnings,
  };
}

/** `hash` is empty for a file that could not be read. */
export function makeRecord(id: number, file: VaultFile, hash: string, content: NoteContent): NoteRecord {
  const { path, size, mtimeMs, createdMs, visibility } = file;
  const { frontmatter, headings, links, tasks, chunks, words, addresses, blockIds, language, bodyStart, parts } =
    content;
  return {
    id,
    path,
    size,
    mtimeMs,
    createdMs,
    hash,
    visibility,
    title: noteTitle(path, content.title),
    aliases: sharedIfEmpty(content.aliases),
    tags: sharedIfEmpty(content.tags),
    frontmatter,
    headings: sharedIfEmpty(headings),
    links: sharedIfEmpty(links),
    tasks: sharedIfEmpty(tasks),
    chunks: sharedIfEmpty(chunks),
    chunkCount: chunks.length,
    words,
    bodyStart,
    warnings: sharedIfEmpty(content.warnings),
    ...(addresses === undefined ? {} : { addresses }),
    ...(blockIds === undefined ? {} : { blockIds }),
    ...(language === undefined ? {} : { language }),
    ...(parts === undefined ? {} : { parts }),
  };
}

/** What can change without the note's content. */
export type RecordChange = Partial<Pick<NoteRecord, 'size' | 'mtimeMs' | 'createdMs' | 'hash' | 'visibility'>>;

/** A copy with some values changed. A record that was loaded cannot be spread: some of its fields are getters. */
export function changedRecord(record: NoteRecord, change: RecordChange): NoteRecord {
  const { id, path, size, mtimeMs, createdMs, hash, visibility, title, aliases, tags, frontmatter, headings } = record;
  const { links, tasks, chunks, chunkCount, words, addresses, blockIds, language, bodyStart, warnings, parts } = record;
  const file = { id, path, size, mtimeMs, createdMs, hash, visibility };
  const content = { title, aliases, tags, frontmatter, headings, links, tasks, chunks, chunkCount, words, bodyStart };
  return {
    ...file,
    ...content,
    warnings,
    ...(addresses === undefined ? {} : { addresses }),
    ...(blockIds === undefined ? {} : { blockIds }),
    ...(language === undefined ? {} : { language }),
    ...(parts === undefined ? {} : { parts }),
    ...change,
  };
}

/**
 * True if the file counts as unchanged without reading it: same size, same time within 1 ms, as hosts round
 * differently.
 */
export function looksUnchanged(
  record: Pick<NoteRecord, 'size' | 'mtimeMs'>,
  file: { size: number; mtimeMs: number },
): boolean {
  return record.size === file.size && Math.abs(record.mtimeMs - file.mtimeMs) <= 1;
}
