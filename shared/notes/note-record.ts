import type { FrontmatterValue, ParsedNote } from '../markdown/parsed-note.ts';
import { withoutCanvasEnding } from './canvas.ts';
import { basename, isNotePath, withoutMd } from '../vault/paths.ts';
import type { VaultFile, Visibility } from '../vault/vault-source.ts';

/** A link as stored in the index: enough to resolve it and to find its line again. */
export interface RecordLink {
  /** The whole target as written (see `Link.target`), or a vault path. */
  target: string;
  /** 1-based; in a canvas, of its cards' text (see `cardLines`). */
  line: number;
  /** The target is the vault path of a file, as on a canvas card: nothing else is tried. */
  isFile?: true;
}

export interface RecordHeading {
  level: number;
  text: string;
  line: number;
}

/** The position of a chunk in its note: 1-based lines, both inclusive. */
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
  chunks: number;
  tags: number;
  warnings: number;
  words: number;
}

/**
 * What the index knows about one note, or about one canvas (only its links); never changed in place, a changed
 * note gets a new record.
 */
export interface NoteRecord {
  /** Stable number of the note in this index, kept across edits and renames. */
  id: number;
  path: string;
  size: number;
  mtimeMs: number;
  /** Of the bytes; see content-hash.ts. Empty if the file could not be read. */
  hash: string;
  visibility: Visibility;
  title: string;
  aliases: string[];
  tags: string[];
  frontmatter: Record<string, FrontmatterValue>;
  headings: RecordHeading[];
  links: RecordLink[];
  chunks: RecordChunk[];
  words: number;
  /** Where the body begins in the note's text, in UTF-16 units. */
  bodyStart: number;
  warnings: string[];
  /** Only of a note that was read in parts. */
  parts?: NotePart[];
}

/** The title shown for a note: the frontmatter's, otherwise the filename without `.md` (contract, 'Results in general'); for a canvas the one without `.canvas`. */
export function noteTitle(path: string, parsedTitle: string | null): string {
  return parsedTitle ?? (isNotePath(path) ? withoutMd : withoutCanvasEnding)(basename(path));
}

/** What is read from a note's content: the part of its record that does not come from the file's metadata. */
export type NoteContent = Omit<NoteRecord, 'id' | 'path' | 'size' | 'mtimeMs' | 'hash' | 'visibility' | 'title'> & {
  /** The frontmatter's title; see `ParsedNote.title`. */
  title: string | null;
};

/** The stored part of a parsed note. */
export function noteContent(
  parsed: ParsedNote,
  chunks: readonly RecordChunk[],
  extraWarnings: readonly string[] = [],
): NoteContent {
  return {
    title: parsed.title,
    aliases: parsed.aliases,
    tags: parsed.tags,
    frontmatter: parsed.frontmatter?.values ?? {},
    headings: parsed.headings.map(({ level, text, line }) => ({ level, text, line })),
    links: parsed.links.map(({ target, line }) => ({ target, line })),
    chunks: chunks.map(({ startLine, endLine }) => ({ startLine, endLine })),
    words: parsed.words,
    bodyStart: parsed.bodyStart,
    warnings: [...extraWarnings, ...parsed.warnings],
  };
}

/** The content of an unread file, known only by name so that links to it resolve. */
export function unreadableContent(warnings: string[]): NoteContent {
  return {
    title: null,
    aliases: [],
    tags: [],
    frontmatter: {},
    headings: [],
    links: [],
    chunks: [],
    words: 0,
    bodyStart: 0,
    warnings,
  };
}

/** Puts a record together. `hash` is empty for a file that could not be read. */
export function makeRecord(id: number, file: VaultFile, hash: string, content: NoteContent): NoteRecord {
  const { path, size, mtimeMs, visibility } = file;
  return { ...content, id, path, size, mtimeMs, hash, visibility, title: noteTitle(path, content.title) };
}

/** True when the file may be considered unchanged without reading it: same size, same time to the millisecond (±1, as hosts round differently). */
export function looksUnchanged(record: NoteRecord, file: { size: number; mtimeMs: number }): boolean {
  return record.size === file.size && Math.abs(record.mtimeMs - file.mtimeMs) <= 1;
}
