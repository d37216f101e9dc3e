import { VaultLoomError } from '../protocol/errors.ts';
import type { NameTolerance } from '../notes/note-names.ts';
import { looksUnchanged, type NoteRecord } from '../notes/note-record.ts';
import { isVaultPath } from '../vault/paths.ts';
import type { VaultSource } from '../vault/vault-source.ts';
import type { IndexKeeper } from './index-keeper.ts';
import type { NoteIndex } from './note-index.ts';

/** Notes as their files are this moment, which the watcher may not have told of yet. */
export class FreshNotes {
  readonly #source: VaultSource;
  readonly #keeper: IndexKeeper;

  constructor(source: VaultSource, keeper: IndexKeeper) {
    this.#source = source;
    this.#keeper = keeper;
  }

  /**
   * The path of the note that a name means; a file that came this moment is found as well.
   * @throws VaultLoomError `ambiguous_note`, `note_not_found`
   */
  async find(name: string, tolerance: NameTolerance = 'read'): Promise<string> {
    try {
      return this.#keeper.index.names.find(name, tolerance);
    } catch (error) {
      const paths = [name, `${name}.md`].filter(isVaultPath);
      const files = await Promise.all(paths.map((path) => this.#source.stat(path)));
      const unknown = files.filter((file) => file?.kind === 'note' && this.#keeper.index.note(file.path) === undefined);
      if (unknown.length === 0) throw error;
      await this.#readAnew(paths);
      return this.#keeper.index.names.find(name, tolerance);
    }
  }

  /**
   * The note's record, made anew if its file has changed since.
   * @throws VaultLoomError `note_not_found` where the file has gone
   */
  async record(path: string): Promise<NoteRecord> {
    const file = await this.#source.stat(path);
    const record = this.#keeper.index.note(path);
    if (record !== undefined && file !== null && looksUnchanged(record, file)) return record;
    await this.#readAnew([path]);
    const fresh = this.#keeper.index.note(path);
    if (fresh === undefined) throw new VaultLoomError('note_not_found', `"${path}" is not there any more.`, { hint: 'Find the note with search.' });
    return fresh;
  }

  /** Reads the canvases again whose files have changed since: there are few, and the app writes them every moment. */
  async canvases(index: NoteIndex): Promise<void> {
    const changed = await Promise.all(
      [...index.canvases()].map(async (record) => {
        const file = await this.#source.stat(record.path);
        return file !== null && looksUnchanged(record, file) ? [] : record.path;
      }),
    );
    if (changed.flat().length > 0) await this.#readAnew(changed.flat());
  }

  async #readAnew(files: string[]): Promise<void> {
    await this.#keeper.follow({ files, folders: [], rules: false });
  }
}
