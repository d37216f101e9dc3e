import type { EmbedderChoice } from '../../embeddings/embedder-choice.ts';
import { notePassages, passageRoom, type Passage, type PassageOptions } from '../../embeddings/passages.ts';
import type { Slicer } from '../../kit/concurrency/slices.ts';
import type { NoteRecord } from '../../notes/note-record.ts';

/** The passages of notes for one embedder. All kinds of its vectors are of the same ones. */
export class PassagesOfNotes {
  readonly #options: PassageOptions;
  readonly #slicer: Slicer;
  #last: { texts: readonly string[]; passages: Promise<Passage[]> } | null = null;

  constructor({ embedder, readsEnglishOnly }: EmbedderChoice, slicer: Slicer) {
    const room = passageRoom(embedder.maxTokens, (text) => embedder.countTokens(text));
    this.#options = { englishOnly: readsEnglishOnly, ...(room === undefined ? {} : { room }) };
    this.#slicer = slicer;
  }

  /** Of a note, from the visible texts of its chunks; several kinds that ask in turn with the same texts share them. */
  of(record: NoteRecord, texts: readonly string[]): Promise<Passage[]> {
    if (this.#last?.texts === texts) return this.#last.passages;
    const passages = this.#slicer.run(notePassages(record, texts, this.#options));
    this.#last = { texts, passages };
    return passages;
  }
}
