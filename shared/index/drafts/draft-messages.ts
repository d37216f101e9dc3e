import type { DocumentTerms } from '../../search/words/segments/document-terms.ts';
import type { NoteContent } from '../../notes/note-record.ts';
import type { TextPage } from '../saved/text-pages.ts';
import type { DraftKind } from './draft-steps.ts';

export interface DraftRequest {
  id: number;
  bytes: Uint8Array;
  kind: DraftKind;
  /** The file's path if search is to find it; null if its terms and texts are not needed. */
  searchedAs: string | null;
  /** Whether to cut it into terms as well. */
  cuts: boolean;
}

/** What a reply says as text. */
export interface DraftJson {
  content: NoteContent;
  /** Empty if the reply has `terms` and `pages`, or if search is not to find the note. */
  chunkTexts: string[];
  /** Terms added to the worker's vocabulary since its last reply. */
  newTerms: string[];
  /** Number of the first of them; 0 begins a new vocabulary. */
  firstNew: number;
}

export interface DraftReply {
  id: number;
  /** A {@link DraftJson}: text transfers faster than objects, and the receiver gets its own strings. */
  json: string;
  /** If asked to cut the note: its terms, by their numbers in the worker's vocabulary. */
  terms: Omit<DocumentTerms, 'vocabulary'> | null;
  /** The chunk texts, packed, if the worker can. */
  pages: TextPage[] | null;
}
