import { chunkNoteSteps } from '../../markdown/chunks/chunker.ts';
import { noteContent, type NoteContent } from '../../notes/note-record.ts';
import type { DocumentTerms } from '../../search/words/segments/document-terms.ts';
import type { TextPage } from '../saved/text-pages.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { parseNoteSteps } from '../../markdown/parse-note.ts';

/** The warning for bytes that are not UTF-8. */
export const NOT_UTF8 = 'The file is not valid UTF-8; unreadable bytes are shown as \uFFFD.';

/** A note's content, read but not yet part of the index. */
export interface NoteDraft {
  content: NoteContent;
  /** With the boxes of tasks, marked (see text-marks.ts). Empty if a worker has packed them. */
  chunkTexts: string[];
  /** If a worker has packed them: the chunk texts. */
  pages?: TextPage[];
  /** If a worker has cut the note into terms: these. */
  terms?: DocumentTerms;
  /** Only if read in parts: how many of them an earlier reading knew. Their texts are not in `chunkTexts`. */
  reused?: number;
}

// Keep nothing between two texts.
const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const LENIENT = new TextDecoder('utf-8', { ignoreBOM: true });

/** A file's text, with its BOM; bytes that are not UTF-8 become U+FFFD, with `lossy` set. */
export function decodeText(bytes: Uint8Array): { text: string; lossy: boolean } {
  try {
    return { text: STRICT.decode(bytes), lossy: false };
  } catch {
    return { text: LENIENT.decode(bytes), lossy: true };
  }
}

/** Parses and chunks a note. Never throws on content. */
export function* draftNoteSteps(bytes: Uint8Array): Steps<NoteDraft> {
  const { text, lossy } = decodeText(bytes);
  yield;
  const parsed = yield* parseNoteSteps(text);
  const chunks = yield* chunkNoteSteps(text, parsed);
  const warnings = lossy ? [NOT_UTF8] : [];
  return { content: noteContent(parsed, chunks, warnings), chunkTexts: chunks.map((chunk) => chunk.marked) };
}
