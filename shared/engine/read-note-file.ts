import type { Steps } from '../protocol/slices.ts';
import { chunkNoteSteps } from '../embeddings/chunker.ts';
import { hashBytes, makeRecord, type NoteRecord } from '../notes/note-record.ts';
import { parseNoteSteps } from '../vault/parse-note.ts';
import type { VaultFile } from '../vault/vault-source.ts';

/** A note as read from its file, ready for the index. */
export interface ReadNote {
  record: NoteRecord;
  chunkTexts: string[];
}

/** A file's text, BOM kept; bytes that are not UTF-8 become U+FFFD, with `lossy` set. */
export function decodeText(bytes: Uint8Array): { text: string; lossy: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), lossy: false };
  } catch {
    return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), lossy: true };
  }
}

/** Parses and chunks a note's bytes into its record and chunk texts. Never throws on content. */
export function* readNoteBytes(id: number, file: VaultFile, bytes: Uint8Array): Steps<ReadNote> {
  const hash = hashBytes(bytes);
  const { text, lossy } = decodeText(bytes);
  yield;
  const parsed = yield* parseNoteSteps(text);
  const chunks = yield* chunkNoteSteps(text, parsed);
  const warnings = lossy ? ['The file is not valid UTF-8; unreadable bytes are shown as �.'] : [];
  return {
    record: makeRecord(id, file, hash, parsed, chunks, warnings),
    chunkTexts: chunks.map((chunk) => chunk.text),
  };
}

/** Stands for a file that could not be read: known by name, so that links to it resolve, and nothing else. */
export function unreadableNote(id: number, file: VaultFile, message: string): ReadNote {
  const record: NoteRecord = {
    id,
    path: file.path,
    size: file.size,
    mtimeMs: file.mtimeMs,
    hash: '',
    visibility: file.visibility,
    title: file.path.slice(file.path.lastIndexOf('/') + 1).replace(/\.md$/i, ''),
    aliases: [],
    tags: [],
    frontmatter: {},
    headings: [],
    links: [],
    chunks: [],
    words: 0,
    bodyStart: 0,
    warnings: [message],
  };
  return { record, chunkTexts: [] };
}
