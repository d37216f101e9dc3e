import type { App, Editor } from 'obsidian';
import { inTime } from '../../../shared/kit/time/deadline.ts';
import { sleep } from '../../../shared/kit/time/sleep.ts';
import { Turns } from '../../../shared/kit/concurrency/turns.ts';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import type { Schedule } from '../../../shared/kit/time/schedule.ts';
import { foldPath } from '../../../shared/vault/paths.ts';
import { HeldView, type Standing } from './held-view.ts';
import { isSameText, mergeTexts } from './merge-typed.ts';
import { fileAt } from '../../ports/file-at.ts';
import { openTextViews } from '../text-views.ts';

export interface WindowPace {
  /** Replaces `setTimeout`, which is throttled while the app's window is hidden. */
  schedule: Schedule;
  /** Longest time to prepare one file, in milliseconds. */
  longestMs?: number;
  /** How long a view without typing may keep a tool waiting, in milliseconds. */
  longestBehindMs?: number;
  /** How long the views may take to show what was written, in milliseconds, before it is put into them. */
  longestTakingInMs?: number;
  /** How long views are held for a tool that does not report back, in milliseconds. */
  longestHoldMs?: number;
}

const LONGEST_MS = 4_000;
const LONGEST_BEHIND_MS = 1_500;
const LONGEST_TAKING_IN_MS = 3_000;
const LONGEST_HOLD_MS = 5_000;
/** How long views are still held for another tool that may be about to write. */
const GRACE_MS = 500;
const POLL_MS = 20;
const TORN_READS = 3;
/** A text this long is checked less often, since that takes time. */
const LONG_TEXT = 1_000_000;
const LONG_POLL_MS = 200;

/**
 * The time in which a tool writes to one file, for the views of that file. It begins by saving what was typed, so that
 * the tool's edit includes it, and ends when the views show what the tool wrote, so that their next save includes that.
 */
export class WriteWindow {
  readonly #app: App;
  readonly #path: string;
  readonly #pace: WindowPace;
  /** By view. */
  readonly #held = new Map<object, HeldView>();
  /** Those of views that now show something else. */
  readonly #left = new Set<HeldView>();
  readonly #work = new Turns();
  /** The app's own spelling of the path. */
  #appPath: string | null = null;
  #disk: string | null = null;
  #preparedOn: string | null = null;
  #cancelEnd: () => void = () => undefined;
  #waiting = 0;

  constructor(app: App, path: string, pace: WindowPace) {
    this.#app = app;
    this.#path = path;
    this.#pace = pace;
  }

  /** Whether it holds no view and nobody waits for it. */
  get isIdle(): boolean {
    return this.#waiting === 0 && this.#held.size === 0;
  }

  /**
   * Saves what was typed, once the views have picked up the file's text.
   *
   * @throws VaultLoomError `file_changed` if a view cannot be saved or merged with the file, `timeout` if saving hangs
   */
  prepare(): Promise<void> {
    return this.#inTurn(async () => {
      this.#cancelEnd();
      await this.#prepare();
      this.#preparedOn = this.#disk;
      this.#endAfter(this.#pace.longestHoldMs ?? LONGEST_HOLD_MS);
    });
  }

  /**
   * The tool has written, or has decided not to. Resolves when the views show the file, and lets them go unless nothing
   * changed.
   */
  written(): Promise<void> {
    return this.#inTurn(async () => {
      const disk = await this.#read();
      if (disk === null) return;
      if (this.#preparedOn === null || !isSameText(disk, this.#preparedOn)) return this.#takeInAndEnd();
      this.#preparedOn = null;
      this.#endAfter(GRACE_MS);
    });
  }

  /** The file was moved: brings what was typed, and the views, to its new place. */
  moved(to: string): Promise<void> {
    return this.#inTurn(async () => {
      const end = performance.now() + (this.#pace.longestTakingInMs ?? LONGEST_TAKING_IN_MS);
      do this.#look();
      while (this.#held.size > 0 && performance.now() < end && (await this.#pause()));
      const all = [...this.#left, ...this.#held.values()];
      for (const held of all) await this.#bring(held, to);
      const spots = all.map(({ spot }) => spot);
      this.end();
      for (const spot of spots) await this.#reopen(spot, to);
    });
  }

  /** Releases all views. */
  end(): void {
    this.#cancelEnd();
    for (const held of [...this.#held.values(), ...this.#left]) held.release();
    this.#held.clear();
    this.#left.clear();
    this.#preparedOn = null;
  }

  async #prepare(): Promise<void> {
    const started = performance.now();
    const { longestMs = LONGEST_MS, longestBehindMs = LONGEST_BEHIND_MS } = this.#pace;
    const saved = new Set<HeldView>();
    for (;;) {
      const card = this.#look();
      const disk = this.#held.size === 0 && card === null ? null : await this.#read();
      if (disk === null) return;
      const standings = [...this.#held.values()].map((held): [HeldView, Standing] => [held, held.standing(disk)]);
      // Asked again by the same tool: saving now would change the text that it has read.
      const isPrepared = this.#preparedOn !== null && isSameText(disk, this.#preparedOn);
      const ahead = isPrepared ? [] : standings.filter(([held, standing]) => standing === 'ahead' && !saved.has(held));
      for (const [held] of ahead.slice(0, 1)) {
        saved.add(held);
        await this.#saveInTime(held, longestMs - (performance.now() - started));
      }
      if (ahead.length > 0) continue;
      const isApart =
        standings.some(([, standing]) => standing === 'apart') || (card !== null && !isSameText(card.getValue(), disk));
      const isBehind = standings.some(([, standing]) => standing === 'behind');
      if (!isApart && !isBehind) return;
      const waited = performance.now() - started;
      if (isApart && waited > longestMs)
        throw unsettled('file_changed', this.#path, 'the app has not yet merged it with the file');
      if (!isApart && waited > longestBehindMs) return;
      await this.#pause();
    }
  }

  async #takeIn(): Promise<void> {
    const end = performance.now() + (this.#pace.longestTakingInMs ?? LONGEST_TAKING_IN_MS);
    for (;;) {
      const card = this.#look();
      const disk = await this.#read();
      if (disk === null) return;
      const waiting = [...this.#held.values()].filter((held) => !hasTakenIn(held.standing(disk)));
      const isOver = performance.now() > end;
      if (isOver)
        for (const held of waiting)
          await held
            .put(disk)
            .catch((error: unknown) => console.error('Vault Loom: a view could not be brought up to date:', error));
      if (isOver || (waiting.length === 0 && (card === null || isSameText(card.getValue(), disk)))) return;
      await this.#pause();
    }
  }

  async #saveInTime(held: HeldView, ms: number): Promise<void> {
    const tooLate = (): never => {
      throw unsettled('timeout', this.#path, 'it takes too long');
    };
    try {
      await inTime(ms, held.save(), tooLate, this.#pace.schedule);
    } catch (error) {
      throw error instanceof VaultLoomError
        ? error
        : unsettled('file_changed', this.#path, 'the app refused to', error);
    }
  }

  /** Looks for views of the file, and returns an editor that shows it without one, as a card of a canvas does. */
  #look(): Editor | null {
    const isOurs = (file: { path: string } | null | undefined): boolean =>
      file !== null && file !== undefined && foldPath(file.path) === foldPath(this.#path);
    for (const view of openTextViews(this.#app)) {
      if (!isOurs(view.file)) continue;
      this.#appPath = view.file?.path ?? null;
      if (!this.#held.has(view))
        this.#held.set(
          view,
          new HeldView(view, { disk: () => this.#disk, read: () => this.#read(), sleep: (ms) => this.#sleep(ms) }),
        );
    }
    for (const [view, held] of this.#held) {
      if (held.isThere && held.view.leaf.view === view) continue;
      this.#held.delete(view);
      this.#left.add(held);
    }
    const { activeEditor } = this.#app.workspace;
    if (!activeEditor?.editor || !isOurs(activeEditor.file) || this.#held.has(activeEditor)) return null;
    this.#appPath = activeEditor.file?.path ?? null;
    return activeEditor.editor;
  }

  /** The file's text. A file that has just become empty may be in the middle of a save, and is read again. */
  async #read(): Promise<string | null> {
    const before = this.#disk;
    const read = async (path: string): Promise<string | null> => this.#app.vault.adapter.read(path).catch(() => null);
    let text = this.#appPath === null ? null : await read(this.#appPath);
    for (
      let tries = 0;
      text === '' && before !== null && before !== '' && tries < TORN_READS && this.#appPath !== null;
      tries++
    ) {
      await this.#sleep(POLL_MS);
      text = await read(this.#appPath);
    }
    return (this.#disk = text);
  }

  async #bring(held: HeldView, to: string): Promise<void> {
    try {
      const { adapter } = this.#app.vault;
      // If the app noticed the move, the view follows by itself.
      if (held.shows(to)) return await held.put(await adapter.read(to));
      const { tail } = held;
      if (tail !== null) await adapter.process(to, (text) => mergeTexts(tail.base, tail.typed, text));
    } catch (error) {
      console.error('Vault Loom: what was typed while a note was moved could not be saved:', error);
    }
  }

  /** Opens the file in a leaf that the app emptied because the file seemed to be deleted. */
  async #reopen({ leaf, state, eState }: HeldView['spot'], to: string): Promise<void> {
    const end = performance.now() + LONGEST_BEHIND_MS;
    const isEmpty = (): boolean => leaf.view.getViewType() === 'empty' && leaf.parent !== null;
    while (isEmpty() && performance.now() < end) {
      const file = fileAt(this.#app.vault, to);
      if (file !== null) return leaf.openFile(file, { state, eState, active: false });
      await this.#pause();
    }
  }

  #endAfter(ms: number): void {
    this.#cancelEnd();
    this.#cancelEnd = this.#pace.schedule(() => void this.#inTurn(() => this.#takeInAndEnd()), ms);
  }

  async #takeInAndEnd(): Promise<void> {
    await this.#takeIn();
    this.end();
  }

  async #inTurn(task: () => Promise<void>): Promise<void> {
    this.#waiting++;
    await this.#work.run(task).finally(() => this.#waiting--);
  }

  async #pause(): Promise<true> {
    await this.#sleep((this.#disk?.length ?? 0) > LONG_TEXT ? LONG_POLL_MS : POLL_MS);
    return true;
  }

  #sleep(ms: number): Promise<void> {
    return sleep(ms, { schedule: this.#pace.schedule });
  }
}

function hasTakenIn(standing: Standing): boolean {
  return standing === 'even' || standing === 'ahead';
}

function unsettled(code: 'file_changed' | 'timeout', path: string, why: string, cause?: unknown): VaultLoomError {
  return new VaultLoomError(
    code,
    `"${path}" is open in the app with unsaved text, which could not be saved: ${why}. Nothing was written.`,
    {
      hint: 'Try again in a moment, or ask the person to save or close the note first.',
      details: { isOpenInApp: true },
      cause,
    },
  );
}
