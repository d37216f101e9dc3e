import type { NoteIndex } from '../../index/note-index.ts';
import { extension } from '../../vault/paths.ts';
import type { VaultFile } from '../../vault/vault-source.ts';
import { Counts } from './counts.ts';
import { keptInStep, type FileFacts } from './kept-in-step.ts';

/** The files that are neither notes nor canvases, without the hidden ones. */
export class AttachmentRows implements FileFacts {
  bases = 0;
  readonly #index: NoteIndex;
  readonly #files = new Map<string, VaultFile>();
  readonly #types = new Counts<string>();

  constructor(index: NoteIndex) {
    this.#index = index;
  }

  update(path: string): undefined {
    const file = this.#index.attachment(path);
    const isKnown = this.#files.has(path);
    const isShown = file !== undefined && !this.#index.isHidden(path);
    if (isShown) this.#files.set(path, file);
    else this.#files.delete(path);
    if (isShown === isKnown) return;
    const by = isShown ? 1 : -1;
    const type = extension(path);
    if (type === 'base') this.bases += by;
    this.#types.add(type, by);
  }

  get size(): number {
    return this.#files.size;
  }

  all(): Iterable<VaultFile> {
    return this.#files.values();
  }

  /** File name extensions, the most frequent first. */
  get types(): [string, number][] {
    return this.#types.frequent();
  }
}

/** The attachments of an index. */
export const attachmentRows = keptInStep((index) => new AttachmentRows(index));
