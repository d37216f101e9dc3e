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
  #giving: Promise<boolean> = Promise.resolve(true);

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
    for (const mark of this.#marks.filter(({ place }) => place.folder === folder)) {
      await this.#useAll([mark], (at) => removeMark(at, this.#places.pace));
      this.#marks.splice(this.#marks.indexOf(mark), 1);
    }
  }

  /**
   * Removes the marks. Never throws: what a call has done stands, even if its marks stay.
   * @param areSurelyOurs otherwise each is checked first
   * @returns false if some could not be removed; call again
   */
  giveBack(areSurelyOurs: boolean): Promise<boolean> {
    this.#giving = this.#giving.then(() => this.#giveBack(areSurelyOurs));
    return this.#giving;
  }

  async #giveBack(areSurelyOurs: boolean): Promise<boolean> {
    const left = new Set(this.#marks);
    const remove = async (at: string, mark: Mark): Promise<void> => {
      const isOurs = areSurelyOurs || (await readMark(at))?.holder?.nonce === this.holder.nonce;
      if (isOurs) await removeMark(at, this.#places.pace);
      left.delete(mark);
    };
    const gone = (mark: Mark): void => void left.delete(mark);
    await this.#forEach((at, mark) => remove(at, mark).catch(() => undefined), [...this.#marks], gone);
    this.#marks.splice(0, Infinity, ...left);
    for (const folder of this.#folders.values()) await folder.close();
    this.#folders.clear();
    return left.size === 0;
  }

  /** Whether this place's mark is one of these. */
  has(place: MarkPlace): boolean {
    return this.#marks.some((mark) => isSamePlace(mark.place, place));
  }

  /** Leaves a mark to a later call, once it is not being removed any more. */
  async leaveTo(place: MarkPlace): Promise<void> {
    await this.#giving;
    const at = this.#marks.findIndex((mark) => isSamePlace(mark.place, place));
    if (at >= 0) this.#marks.splice(at, 1);
  }

  async #closeFolder(place: string): Promise<void> {
    const folder = this.#folders.get(place);
    this.#folders.delete(place);
    await folder?.close();
  }

  /**
   * Folder by folder, so that each is opened once.
   * @param gone called for a mark whose folder is not there any more
   */
  async #forEach(
    act: (at: string, mark: Mark) => Promise<void>,
    marks: readonly Mark[] = [...this.#marks],
    gone: (mark: Mark) => void = () => undefined,
  ): Promise<void> {
    const byFolder = new Map<string, Mark[]>();
    for (const mark of marks) {
      const known = byFolder.get(mark.place.folder);
      if (known === undefined) byFolder.set(mark.place.folder, [mark]);
      else known.push(mark);
    }
    for (const together of byFolder.values()) await this.#useAll(together, act, gone);
  }

  /** Marks in one folder. One that cannot be opened is left out. */
  async #useAll(
    marks: readonly Mark[],
    act: (at: string, mark: Mark) => Promise<void>,
    gone: (mark: Mark) => void = () => undefined,
  ): Promise<void> {
    const place = marks.find(({ inVault }) => inVault)?.place.folder;
    const open = place === undefined ? undefined : this.#folders.get(place);
    const opened =
      place === undefined || open !== undefined ? null : await this.#places.folder(place).catch(() => undefined);
    const folder = open ?? opened;
    try {
      await forEachOf(marks, 8, async (mark) => {
        if (!mark.inVault) await act(mark.at, mark);
        else if (folder === null) gone(mark);
        else if (folder !== undefined) await act(folder.at(mark.place.name), mark);
      });
    } finally {
      await opened?.close();
    }
  }
}

function isSamePlace(one: MarkPlace, other: MarkPlace): boolean {
  return one.folder === other.folder && one.name === other.name;
}

/** Milliseconds, on a clock that runs while the machine sleeps and never jumps back by much. */
function now(): number {
  return Date.now();
}
