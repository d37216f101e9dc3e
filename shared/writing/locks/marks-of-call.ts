import { forEachOf } from '../../kit/concurrency/for-each.ts';
import type { VaultFolder } from '../places/open-folder.ts';
import type { VaultPlaces } from '../places/vault-places.ts';
import { readMark, removeMark, renewMark, type MarkHolder } from './lock-mark.ts';
import type { MarkPlace } from './mark-place.ts';

/** Folders with marks that stay open during a call; others are opened again for the release. */
const MOST_OPEN_FOLDERS = 64;

interface Mark {
  place: MarkPlace;
  at: string;
  inVault: boolean;
  /** One of several names of one mark: renewing any renews all. */
  isShared: boolean;
}

/** The marks of one call. */
export class Marks {
  readonly holder: MarkHolder;
  readonly #places: VaultPlaces;
  readonly #folders = new Map<string, VaultFolder>();
  readonly #marks: Mark[] = [];
  #signMs = now();
  #renewing: Promise<void> | null = null;

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

  add(place: MarkPlace, at: string, { inVault, isShared = false }: { inVault: boolean; isShared?: boolean }): void {
    if (this.#marks.length === 0) this.#signMs = now();
    this.#marks.push({ place, at, inVault, isShared });
  }

  /** Never twice at once: on a busy machine, renewing many may take longer than until the next renewal. */
  async renew(): Promise<void> {
    this.#renewing ??= this.#renew().finally(() => (this.#renewing = null));
    await this.#renewing;
  }

  async #renew(): Promise<void> {
    const startedMs = now();
    const shared = this.#marks.find(({ isShared }) => isShared);
    const marks = this.#marks.filter((mark) => !mark.isShared || mark === shared);
    await this.#forEach((at) => renewMark(at), marks).then(
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
      await this.#use(mark, (at) => removeMark(at, this.#places.pace));
    }
  }

  /**
   * Removes the marks, then throws any error that kept one from being removed.
   * @param areSurelyOurs otherwise each is checked first
   */
  async giveBack(areSurelyOurs: boolean): Promise<void> {
    const errors: unknown[] = [];
    const remove = async (at: string): Promise<void> => {
      if (areSurelyOurs || (await readMark(at))?.holder?.nonce === this.holder.nonce)
        await removeMark(at, this.#places.pace);
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

  /** Folder by folder, so that each is opened once. */
  async #forEach(act: (at: string) => Promise<void>, marks: readonly Mark[] = [...this.#marks]): Promise<void> {
    const byFolder = new Map<string, Mark[]>();
    for (const mark of marks) {
      const known = byFolder.get(mark.place.folder);
      if (known === undefined) byFolder.set(mark.place.folder, [mark]);
      else known.push(mark);
    }
    for (const together of byFolder.values()) await this.#useAll(together, act);
  }

  #use(mark: Mark, act: (at: string) => Promise<void>): Promise<void> {
    return this.#useAll([mark], act);
  }

  /** Marks in one folder. */
  async #useAll(marks: readonly Mark[], act: (at: string) => Promise<void>): Promise<void> {
    const place = marks.find(({ inVault }) => inVault)?.place.folder;
    const open = place === undefined ? undefined : this.#folders.get(place);
    const opened =
      place === undefined || open !== undefined ? null : await this.#places.folder(place).catch(() => null);
    const folder = open ?? opened;
    try {
      await forEachOf(marks, 8, async (mark) => {
        if (!mark.inVault) await act(mark.at);
        else if (folder !== null) await act(folder.at(mark.place.name));
      });
    } finally {
      await opened?.close();
    }
  }
}

/** Milliseconds, on a clock that runs while the machine sleeps and never jumps back by much. */
function now(): number {
  return Date.now();
}
