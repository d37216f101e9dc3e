import type { Steps } from '../../kit/concurrency/slices.ts';
import { noteTitle } from '../../notes/note-record.ts';
import { TermPacker } from '../../search/words/segments/term-packer.ts';
import { noteDocument } from '../note-document.ts';
import { packPages, type Deflate } from '../saved/text-pages.ts';
import type { DraftJson, DraftReply, DraftRequest } from './draft-messages.ts';
import { draftSteps } from './draft-steps.ts';

/** What a worker does: drafts notes, packs their texts if it can `deflate` and, if asked, cuts them into terms. */
export class DraftWork {
  readonly #deflate: Deflate | null;
  readonly #packer: TermPacker;
  /** The vocabulary of the last note, and how many of its terms the receiver has. */
  #vocabulary: readonly string[] = [];
  #sent = 0;

  constructor(deflate: Deflate | null, packer: TermPacker = new TermPacker()) {
    this.#deflate = deflate;
    this.#packer = packer;
  }

  /** Never throws on content. */
  *answer({ id, bytes, kind, searchedAs, cuts }: DraftRequest): Steps<DraftReply> {
    const { content, chunkTexts } = yield* draftSteps(bytes, kind);
    const draft: DraftJson = { content, chunkTexts: [], newTerms: [], firstNew: this.#sent };
    if (searchedAs === null) return { id, json: JSON.stringify(draft), terms: null, pages: null };
    const pages = this.#deflate === null ? null : yield* packPages(chunkTexts, 0, this.#deflate);
    if (pages === null || !cuts) draft.chunkTexts = chunkTexts;
    if (!cuts) return { id, json: JSON.stringify(draft), terms: null, pages };
    const named = { ...content, path: searchedAs, title: noteTitle(searchedAs, content.title) };
    const document = noteDocument(named, chunkTexts);
    const { vocabulary, ...terms } = yield* this.#packer.pack(document);
    if (vocabulary !== this.#vocabulary) this.#sent = draft.firstNew = 0;
    draft.newTerms = vocabulary.slice(this.#sent);
    this.#vocabulary = vocabulary;
    this.#sent = vocabulary.length;
    return { id, json: JSON.stringify(draft), terms, pages };
  }
}
