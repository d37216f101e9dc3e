import { hashBytes } from '../../kit/bytes/content-hash.ts';
import { messageOf } from '../../kit/text/message-of.ts';
import type { Slicer } from '../../kit/concurrency/slices.ts';
import { isCanvasPath } from '../../notes/canvas.ts';
import { looksUnchanged, unreadableContent, type NoteRecord } from '../../notes/note-record.ts';
import type { VaultFile, VaultSource } from '../../vault/vault-source.ts';
import type { NoteDraft } from '../drafts/note-draft.ts';
import { draftHere, type NoteDrafts } from '../drafts/note-drafts.ts';
import { IN_PARTS_BYTES, NOTHING_KNOWN, readTexts, type KnownTexts } from '../drafts/parts-draft.ts';
import type { NoteIndex, NoteTexts } from '../note-index.ts';
import { packChunkTexts, textsInPages } from '../saved/chunk-texts.ts';
import type { TextPage } from '../saved/text-pages.ts';

/** The result of reading a file; no draft if its content matches its record. */
export interface ReadNote {
  hash: string;
  draft: NoteDraft | null;
  /** If the draft left out texts: those of them that are known, and the file for the others. */
  rest?: { known: KnownTexts; bytes: Uint8Array };
  /** Its texts, if packed already. */
  pages?: TextPage[];
}

export interface NoteReaderParts {
  source: VaultSource;
  index: NoteIndex;
  /** The chunk texts of a note in the index. */
  savedPages: (id: number) => Promise<readonly TextPage[]>;
  slicer: Slicer;
}

/** A larger file is known by name only: no person wrote such a note. */
const MAX_NOTE_BYTES = 64 * 1024 * 1024;
const NO_BYTES = new Uint8Array(0);

/** Reads files into drafts for the index; of a huge note, only what the index does not know yet. */
export class NoteReader {
  readonly #parts: NoteReaderParts;
  /** What was read ahead, by path, with each file as it was. */
  readonly #ahead = new Map<string, ReadNote & { file: VaultFile }>();

  constructor(parts: NoteReaderParts) {
    this.#parts = parts;
  }

  /** Reads and parses a file, using up what was read ahead. With `stat`, trusts size and time. Never rejects. */
  async read(file: VaultFile, verify: 'stat' | 'hash', drafts: NoteDrafts | null): Promise<ReadNote> {
    const { source, index, slicer } = this.#parts;
    const ahead = this.#ahead.get(file.path);
    this.#ahead.delete(file.path);
    // Its record is in the index already, and only its texts are still to come.
    if (verify === 'stat' && ahead !== undefined && ahead.draft !== null && isSameFile(ahead.file, file)) return ahead;
    try {
      if (file.size > MAX_NOTE_BYTES)
        throw new Error(`It is larger than ${MAX_NOTE_BYTES / 1024 / 1024} MiB and is known by name only.`);
      const bytes = await source.read(file.path);
      const hash = hashBytes(bytes);
      const before = index.source(file.path) ?? null;
      const isSame = before?.hash === hash && before.visibility === file.visibility;
      if (isSame && !index.isTextBehind(before.id)) return { hash, draft: null };
      if (ahead?.hash === hash && ahead.draft !== null) return ahead;
      const kind = isCanvasPath(file.path) ? 'canvas' : 'note';
      // The worker reads in one go.
      const worker = bytes.length > IN_PARTS_BYTES ? null : drafts;
      const draft = await (worker?.draft(bytes, kind, file) ?? draftHere(bytes, kind, slicer, before));
      const { reused = 0 } = draft;
      if (before === null || reused === 0) return { hash, draft };
      const known = await this.#knownTexts(before, ahead);
      return { hash, draft, rest: { known, bytes: known.parts >= reused ? NO_BYTES : bytes } };
    } catch (error) {
      const message = `Could not be read: ${messageOf(error)}`;
      return { hash: '', draft: { content: unreadableContent([message]), chunkTexts: [] } };
    }
  }

  /** Reads a note before {@link read} is called for it. */
  async readAhead(path: string): Promise<void> {
    const file = await this.#parts.source.stat(path);
    if (file?.kind === 'note') this.#ahead.set(path, { ...(await this.read(file, 'hash', null)), file });
  }

  /** What was read ahead, with the file as it was then. */
  ahead(path: string): (ReadNote & { file: VaultFile }) | undefined {
    return this.#ahead.get(path);
  }

  /** Packs the texts of what was read ahead. */
  async packAhead(path: string): Promise<void> {
    const ahead = this.#ahead.get(path);
    if (ahead === undefined || ahead.draft === null) return;
    const { pages } = await this.textsOf(ahead, ahead.draft);
    if (this.#ahead.get(path) === ahead) this.#ahead.set(path, { ...ahead, pages });
  }

  /** The chunk texts of a draft, and the same packed. */
  async textsOf({ rest, pages }: ReadNote, draft: NoteDraft): Promise<NoteTexts> {
    const { slicer } = this.#parts;
    const { chunkTexts, terms } = draft;
    let packed = pages ?? draft.pages;
    if (rest !== undefined) {
      packed ??= await slicer.run(readTexts(rest.bytes, draft, rest.known));
      return { texts: textsInPages(packed), pages: packed };
    }
    packed ??= await slicer.run(packChunkTexts(chunkTexts));
    return { texts: chunkTexts, pages: packed, ...(terms === undefined ? {} : { terms }) };
  }

  /** The texts of the note with this record. If search does not have them yet, those known when it was read. */
  async #knownTexts(before: NoteRecord, ahead: ReadNote | undefined): Promise<KnownTexts> {
    if (this.#parts.index.isTextBehind(before.id)) {
      if (ahead?.hash !== before.hash || ahead.rest === undefined) return NOTHING_KNOWN;
      return { ...ahead.rest.known, parts: Math.min(ahead.rest.known.parts, ahead.draft?.reused ?? 0) };
    }
    try {
      const pages = await this.#parts.savedPages(before.id);
      // A note that search left out until now has none.
      return pages.length === 0 ? NOTHING_KNOWN : { parts: before.parts?.length ?? 0, pages };
    } catch {
      // Damaged on disk: they are read from the note.
      return NOTHING_KNOWN;
    }
  }
}

function isSameFile(read: VaultFile, file: VaultFile): boolean {
  return looksUnchanged(read, file) && read.visibility === file.visibility;
}
