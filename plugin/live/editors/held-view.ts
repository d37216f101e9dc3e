import type { TextFileView } from 'obsidian';
import { foldPath } from '../../../shared/vault/paths.ts';
import { isSameText, mergeTexts } from './merge-typed.ts';

/** With what the app keeps beyond its API: whether the view has unsaved text, and the text it last read or saved. */
type AppsView = TextFileView & { dirty?: unknown; lastSavedData?: unknown };

/**
 * How a view's text relates to the file's: the same (`even`), with typing added (`ahead`), an older one (`behind`), an
 * older one with typing added (`apart`).
 */
export type Standing = 'even' | 'ahead' | 'behind' | 'apart';

export interface HeldViewOptions {
  /** The file's text as last read, or null. */
  disk: () => string | null;
  /** Reads it again. */
  read: () => Promise<string | null>;
  sleep: (ms: number) => Promise<void>;
}

/** A view that is closed or goes to another file waits this long for a tool. */
const LONGEST_CLOSING_MS = 1_000;
const CLOSING_POLL_MS = 20;

/**
 * An open view of a file while a tool writes to that file. Its saves wait meanwhile, since a save overwrites the whole
 * file; what the app then puts into the view is merged with what was typed.
 */
export class HeldView {
  readonly view: AppsView;
  readonly #options: HeldViewOptions;
  readonly #path: string;
  readonly #unhook: (() => void)[];
  readonly #save: TextFileView['save'];
  readonly #setViewData: TextFileView['setViewData'];
  /** The text of the file in the view, before typing; null if unknown. */
  #base: string | null = null;
  #seen: string;
  #isCleared = false;
  readonly #state: Record<string, unknown>;
  #eState: Record<string, unknown>;
  #isHeld = true;
  #lateSave: Promise<void> | null = null;
  #release: () => void = () => undefined;
  readonly #released: Promise<void>;

  constructor(view: TextFileView, options: HeldViewOptions) {
    this.view = view;
    this.#options = options;
    this.#path = view.file?.path ?? '';
    this.#seen = view.getViewData();
    this.#state = view.getState();
    this.#eState = view.getEphemeralState();
    this.#released = new Promise((resolve) => (this.#release = resolve));
    this.#save = view.save.bind(view);
    this.#setViewData = view.setViewData.bind(view);
    this.#unhook = [
      replaceMethod(
        view,
        'save',
        (save) => (clear) => (this.#isHeld ? this.#saveLater(save, clear === true) : save(clear)),
      ),
      replaceMethod(
        view,
        'setViewData',
        (set) => (data, clear) => (this.#isHeld && !clear ? this.#takeIn(data, set) : set(data, clear)),
      ),
      replaceMethod(view, 'clear', (clear) => () => {
        this.#look();
        this.#eState = this.spot.eState;
        this.#isCleared = true;
        clear();
      }),
    ];
    this.#learn(this.#options.disk());
  }

  /** Whether it still shows the same file. */
  get isThere(): boolean {
    return this.shows(this.#path);
  }

  shows(path: string): boolean {
    return this.view.file !== null && foldPath(this.view.file.path) === foldPath(path);
  }

  /**
   * The text with what was typed since the view last read or saved the file, and the file's text then; null if nothing
   * was, or it is unknown.
   */
  get tail(): { base: string; typed: string } | null {
    this.#look();
    return this.#base === null || isSameText(this.#base, this.#seen) ? null : { base: this.#base, typed: this.#seen };
  }

  /** Where the person is in the view, or was before the app emptied it. */
  get spot(): { leaf: TextFileView['leaf']; state: Record<string, unknown>; eState: Record<string, unknown> } {
    if (!this.#isCleared) this.#eState = this.view.getEphemeralState();
    return { leaf: this.view.leaf, state: this.#state, eState: this.#eState };
  }

  standing(disk: string): Standing {
    this.#look();
    this.#learn(disk);
    const isUnsaved = this.#isUnsaved(disk);
    const isLoaded = this.#base !== null && isSameText(this.#base, disk);
    if (isSameText(this.#seen, disk)) return isUnsaved && isLoaded ? 'ahead' : 'even';
    if (isLoaded) return isUnsaved ? 'ahead' : 'even';
    if (!isUnsaved && this.#base === null && !this.#isText) return 'even';
    return isUnsaved ? 'apart' : 'behind';
  }

  /** Overwrites the file with the view's text; only for a view that is `ahead`. Rejects as the app does. */
  async save(): Promise<void> {
    const text = this.#look();
    await this.#save(false);
    this.#base = text;
  }

  /** Puts the file's new text into a view that has not picked it up, and saves what was typed. */
  async put(disk: string): Promise<void> {
    if (!this.#isText || this.view.file === null || this.#base === null) return;
    const merged = mergeTexts(this.#base, this.#look(), disk);
    this.#setViewData(merged, false);
    this.#base = disk;
    if (isSameText(merged, disk)) return;
    this.view.requestSave();
    await this.#save(false);
  }

  /** Releases the view; saves that were waiting are then done. */
  release(): void {
    if (!this.#isHeld) return;
    const { tail } = this;
    this.#isHeld = false;
    for (const unhook of this.#unhook) unhook();
    this.#release();
    // The app may believe that merged text is already in the file.
    if (tail !== null && this.isThere && this.#isText) this.view.requestSave();
  }

  /** False for files whose text the app transforms when saving: it cannot be merged. */
  get #isText(): boolean {
    return !/\.(?:canvas|base)$/i.test(this.#path);
  }

  #look(): string {
    if (!this.#isCleared) this.#seen = this.view.getViewData();
    return this.#seen;
  }

  #learn(disk: string | null): void {
    const { lastSavedData, data } = this.view;
    if (typeof lastSavedData === 'string') {
      if (!this.#isTorn(lastSavedData, disk)) this.#base = lastSavedData;
    } else if (
      disk !== null &&
      (isSameText(this.#seen, disk) || (this.#base === null && data !== this.#seen && isSameText(data, disk)))
    )
      this.#base = disk;
  }

  /** A file is empty for a moment while it is saved. The app may read it then, and reads it again afterwards. */
  #isTorn(text: string, disk: string | null): boolean {
    return text === '' && disk !== '' && this.#base !== null && this.#base !== '';
  }

  #isUnsaved(disk: string): boolean {
    const { dirty, data } = this.view;
    if (dirty === true) return true;
    if (!this.#isText) return dirty !== false && !isSameText(this.#seen, data);
    if (isSameText(this.#seen, disk)) return false;
    return this.#base === null ? dirty !== false : !isSameText(this.#seen, this.#base);
  }

  #saveLater(save: TextFileView['save'], clear: boolean): Promise<void> {
    this.#look();
    if (clear) return this.#saveAtLast(save);
    return (this.#lateSave ??= this.#released.then(() => save(false)));
  }

  async #saveAtLast(save: TextFileView['save']): Promise<void> {
    for (let waited = 0; this.#isHeld && waited < LONGEST_CLOSING_MS; waited += CLOSING_POLL_MS)
      await this.#options.sleep(CLOSING_POLL_MS);
    const disk = await this.#options.read();
    if (disk !== null && this.#isText && this.#base !== null && this.isThere && this.standing(disk) === 'apart') {
      this.#setViewData(mergeTexts(this.#base, this.#look(), disk), false);
      this.view.requestSave();
    }
    const text = this.#look();
    await save(true);
    if (disk !== null) this.#base = text;
  }

  /** The app has read the file again. Its own merge with the typed text may lose some of either. */
  #takeIn(data: string, set: TextFileView['setViewData']): void {
    const base = this.#base;
    const typed = this.#look();
    const { lastSavedData } = this.view;
    if (
      this.#isText &&
      data !== typed &&
      typeof lastSavedData === 'string' &&
      this.#isTorn(lastSavedData, this.#options.disk())
    )
      return;
    const known = [typeof lastSavedData === 'string' ? lastSavedData : null, this.#options.disk()];
    const newer = known.find((text) => text !== null && base !== null && !isSameText(text, base)) ?? null;
    const written = newer === null && base !== null && isSameText(data, base) ? base : newer;
    if (!this.#isText || base === null || written === null || isSameText(typed, base)) {
      set(data, false);
      this.#base = typeof lastSavedData === 'string' ? lastSavedData : (written ?? data);
      return;
    }
    const merged = mergeTexts(base, typed, written);
    set(merged, false);
    this.#base = written;
    if (!isSameText(merged, written)) this.view.requestSave();
  }
}

/** Replaces a method of one view; returns how to undo that. */
function replaceMethod<Name extends 'save' | 'setViewData' | 'clear'>(
  view: TextFileView,
  name: Name,
  wrap: (original: TextFileView[Name]) => TextFileView[Name],
): () => void {
  const own = Object.getOwnPropertyDescriptor(view, name);
  const original = view[name];
  const wrapped = wrap(original.bind(view) as TextFileView[Name]);
  view[name] = wrapped;
  return () => {
    // Another plugin has wrapped it in turn, so it stays; released, it passes everything on.
    if (view[name] !== wrapped) return;
    if (own === undefined) Reflect.deleteProperty(view, name);
    else Object.defineProperty(view, name, own);
  };
}
