import { forEachOf } from '../../kit/concurrency/for-each.ts';
import type { VaultFolder } from '../places/open-folder.ts';
import type { VaultPlaces } from '../places/vault-places.ts';
import { readMark, removeMark, renewMark, type MarkHolder } from './lock-mark.ts';
import type { MarkPlace } from './mark-place.ts';

/** Folders with marks that stay open during a call; others are opened again for the release. */
export const MOST_OPEN_FOLDERS = 64;

interface Mark {
  place: MarkPlace;
  at: string;
  inVault: boolean;
}

/** The marks of one call. */
export class Marks {
  readonly holder: MarkHolder;
  readonly #places: VaultPlaces;
  readonly #folders = new Map<string, VaultFolder>();
  readonly #marks: Mark[] = [];
  #signMs = now();

  constructor(places: VaultPlaces, holder: MarkHolder) {
    this.#places = places;
    this.holder = holder;
  }

  /** The open folder of a place. Throws the system's error if it is gone. */
  async folder(place: string): Promise<VaultFolder> {
    const open = this.#folders.get(place);
    if (open !== undefined) return open;
    if (this.#folders.size >= MOST_OPEN_FOLDERS) {
      const [oldest] = this.#folders.keys();
      if (oldest !== undefined) await this.#closeFolder(oldest);
    }
    const folder = await this.#places.folder(place);
    if (folder === null) throw Object.assign(new Error('the folder is gone'), { code: 'ENOENT' });
    this.#folders.set(place, folder);
    return folder;
  }

  add(place: MarkPlace, at: string, inVault: boolean): void {
    if (this.#marks.length === 0) this.#signMs = now();
    this.#marks.push({ place, at, inVault });
  }

  async renew(): Promise<void> {
    const startedMs = now();
    await this.#forEach((at) => renewMark(at)).then(
      () => (this.#signMs = startedMs),
      () => undefined,
    );
  }

  /** Nobody takes a mark created or renewed within `sureMs`; after that each is checked. */
  async stillHeld(sureMs: number): Promise<boolean> {
    const startedMs = now();
    if (startedMs - this.#signMs < sureMs) return true;
    let held = true;
    await this.#forEach(async (at) => {
      if ((await readMark(at))?.holder?.nonce !== this.holder.nonce) held = false;
    }).catch(() => (held = false));
    if (held) await this.renew();
    return held;
  }

  async leaveFolder(folder: string): Promise<void> {
    const leaving = this.#marks.filter(({ place }) => place.folder === folder);
    for (const mark of leaving) {
      this.#marks.splice(this.#marks.indexOf(mark), 1);
      await this.#use(mark, removeMark);
    }
  }

  /**
   * Removes the marks, then throws any error that kept one from being removed.
   * @param areSurelyOurs otherwise each is checked first
   */
  async giveBack(areSurelyOurs: boolean): Promise<void> {
    const errors: unknown[] = [];
    const remove = async (at: string): Promise<void> => {
      if (areSurelyOurs || (await readMark(at))?.holder?.nonce === this.holder.nonce) await removeMark(at);
    };
    await this.#forEach((at) => remove(at).catch((error: unknown) => void errors.push(error)));
    this.#marks.length = 0;
    for (const folder of this.#folders.values()) await folder.close();
    this.#folders.clear();
    if (errors.length > 0) throw errors[0];
  }

  async #closeFolder(place: string): Promise<void> {
    const folder = this.#folders.get(place);
    this.#folders.delete(place);
    await folder?.close();
  }

  #forEach(act: (at: string) => Promise<void>): Promise<void> {
    return forEachOf(this.#marks, 8, (mark) => this.#use(mark, act));
  }

  async #use({ place, at, inVault }: Mark, act: (at: string) => Promise<void>): Promise<void> {
    if (!inVault) return act(at);
    const open = this.#folders.get(place.folder);
    if (open !== undefined) return act(open.at(place.name));
    const folder = await this.#places.folder(place.folder).catch(() => null);
    if (folder === null) return;
    await act(folder.at(place.name)).finally(() => folder.close());
  }
}

/** Milliseconds, on a clock that runs while the machine sleeps and never jumps back by much. */
function now(): number {
  return Date.now();
}
