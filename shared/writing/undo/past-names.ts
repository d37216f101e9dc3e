import type { History } from '../journal/history.ts';
import type { RenameLog } from '../journal/rename-log.ts';
import { folderMovesOf, movesOf, namesAfter, namesLeftBy } from '../journal/renames.ts';
import type { Hiding } from '../places/hidden-places.ts';
import type { VaultPlaces } from '../places/vault-places.ts';
import { followingFolders, type FollowFolders } from './follow-folders.ts';
import type { FollowRenames } from './follow-renames.ts';

export interface PastNamesParts {
  history: History;
  renames: RenameLog;
  places: VaultPlaces;
  hiding: Hiding;
}

/** Where what had a name at a time is now: a note, or a folder. */
export interface NamesNow {
  note: FollowRenames;
  folder: FollowFolders;
}

/** Finds notes and folders by names that they had: those that tools have moved, and those that the app has renamed. */
export class PastNames {
  readonly #parts: PastNamesParts;

  constructor(parts: PastNamesParts) {
    this.#parts = parts;
  }

  /** Leads to nothing that is hidden by now. */
  async read(): Promise<NamesNow> {
    const [entries, renames] = [await this.#parts.history.list(), await this.#parts.renames.read()];
    const note = namesAfter([...movesOf(entries), ...renames]);
    const folder = followingFolders({ renames, moves: folderMovesOf(entries) }, (path) => this.#hasFolder(path));
    const unlessHidden = await this.#unlessHidden();
    return {
      note: (path, time) => unlessHidden(path, note(path, time)),
      folder: async (path, time) => unlessHidden(path, await folder(path, time), '/.md'),
    };
  }

  /**
   * Finds the notes of changes that are to be undone: where such a change moved or deleted a note, it is there again by
   * the time that an older one is undone, whichever note had its name since.
   * @param isPersons leads to notes that are hidden by now, too
   */
  async besides(ids: readonly string[], isPersons: boolean): Promise<FollowRenames> {
    const undone = new Set(ids);
    const entries = await this.#parts.history.list();
    const others = entries.filter(({ id }) => !undone.has(id));
    const givenBack = namesLeftBy(entries.filter(({ id }) => undone.has(id)));
    const note = namesAfter([...movesOf(others), ...(await this.#parts.renames.read())], givenBack);
    if (isPersons) return note;
    const unlessHidden = await this.#unlessHidden();
    return (path, time) => unlessHidden(path, note(path, time));
  }

  /** `inside`: what to add to both names, since rules for hiding tell of files. */
  async #unlessHidden(): Promise<(before: string, now: string, inside?: string) => string> {
    const isHidden = await this.#parts.hiding();
    return (before, now, inside = '') => (isHidden(now + inside) && !isHidden(before + inside) ? before : now);
  }

  /** What is outside of the vault is no folder of it. */
  async #hasFolder(path: string): Promise<boolean> {
    const found = await this.#parts.places.folder(path).catch(() => null);
    await found?.close();
    return found !== null;
  }
}
