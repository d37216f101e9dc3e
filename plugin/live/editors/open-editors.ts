import type { App } from 'obsidian';
import { visitSteps } from '../../../shared/kit/concurrency/long-lists.ts';
import { runSteps, type Slicer } from '../../../shared/kit/concurrency/slices.ts';
import { foldPath } from '../../../shared/vault/paths.ts';
import { openTextViews } from '../text-views.ts';
import { WriteWindow, type WindowPace } from './write-window.ts';

/** Folded at once, without waiting for a turn. */
const FEW_PATHS = 100;

export interface MovedFile {
  from: string;
  to: string;
}

/** Keeps both what the person types and what tools write, in files that are open in the app. */
export class OpenEditors {
  readonly #app: App;
  readonly #pace: WindowPace;
  readonly #slicer: Slicer;
  readonly #windows = new Map<string, WriteWindow>();

  /** @param slicer divides the work of calls with thousands of paths */
  constructor(app: App, pace: WindowPace, slicer: Slicer) {
    this.#app = app;
    this.#pace = pace;
    this.#slicer = slicer;
  }

  /**
   * Called before a tool writes to these files: saves what the person has typed, and keeps views from saving until
   * {@link written} is called, or a few seconds have passed. With `typed`, what was typed in other open files is saved
   * as well, as far as that can be.
   *
   * @throws VaultLoomError `file_changed` if an editor's text cannot be saved, `timeout` if that takes too long
   */
  async prepare(paths: readonly string[], typed = false): Promise<void> {
    const named = await this.#folded(paths);
    const open = this.#openPaths();
    const asked = [...named].filter(([path]) => open.has(path) || this.#windows.has(path));
    const windows = asked.map(([path, name]) => this.#window(path, name));
    const results = await Promise.allSettled(windows.map((window) => window.prepare()));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) for (const window of windows) window.end();
    this.#forgetIdle();
    if (failed !== undefined) throw failed.reason;
    if (typed) await this.#saveOthers(open, new Set(asked.map(([path]) => path)));
  }

  async #saveOthers(open: ReadonlyMap<string, string>, asked: ReadonlySet<string>): Promise<void> {
    const others = [...open].filter(([folded]) => !asked.has(folded));
    const windows = others.map(([folded, path]) => this.#window(folded, path));
    await Promise.allSettled(windows.map((window) => window.prepare()));
    await Promise.allSettled(windows.map((window) => window.written()));
    this.#forgetIdle();
  }

  /**
   * Called after a tool has written; resolves when the views show what it wrote, within a few seconds. Never rejects.
   */
  async written(paths: readonly string[], moved: readonly MovedFile[] = []): Promise<void> {
    // Most writes are to files that are not open.
    if (this.#windows.size === 0) return;
    const named = await this.#folded(paths);
    const newPlaces = new Map<string, string>();
    await this.#slicer.run(visitSteps(moved, ({ from, to }) => newPlaces.set(foldPath(from), to)));
    const windows = [...this.#windows].flatMap(([path, window]) =>
      named.has(path) ? [{ window, to: newPlaces.get(path) }] : [],
    );
    await Promise.allSettled(windows.map(({ window, to }) => (to === undefined ? window.written() : window.moved(to))));
    this.#forgetIdle();
  }

  /** Releases all views. */
  close(): void {
    for (const window of this.#windows.values()) window.end();
  }

  /** Paths by their folded form, which takes a while for thousands. */
  async #folded(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const folded = new Map<string, string>();
    const steps = visitSteps(paths, (path) => folded.set(foldPath(path), path));
    if (paths.length <= FEW_PATHS) runSteps(steps);
    else await this.#slicer.run(steps);
    return folded;
  }

  #window(path: string, named: string): WriteWindow {
    const found = this.#windows.get(path) ?? new WriteWindow(this.#app, named, this.#pace);
    this.#windows.set(path, found);
    return found;
  }

  #forgetIdle(): void {
    for (const [path, window] of this.#windows) if (window.isIdle) this.#windows.delete(path);
  }

  /** By their folded form. */
  #openPaths(): Map<string, string> {
    const { activeEditor } = this.#app.workspace;
    const files = [...openTextViews(this.#app).map(({ file }) => file), activeEditor?.file];
    return new Map(
      files.flatMap((file) => (file === null || file === undefined ? [] : [[foldPath(file.path), file.path] as const])),
    );
  }
}
