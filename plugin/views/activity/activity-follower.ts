import { messageOf } from '../../../shared/kit/text/message-of.ts';
import type { Reading } from '../../../shared/reading/reading-log.ts';
import type { HistoryEntry } from '../../../shared/writing/journal/history.ts';
import type { AppHistory, RunningUndo } from '../../history/app-history.ts';

export interface ActivityFollowerOptions {
  /** Null until the companion is there. */
  history: () => Promise<AppHistory | null>;
  /** True while rows must not move. */
  isHeld: () => boolean;
  /** Called whenever there may be something else to show. */
  changed: () => void;
  /** Called with each step of an undo that is being made, and with null once it has ended. */
  undoing: (running: RunningUndo | null) => void;
}

/** Knows what assistants changed and read, and learns of more as it happens. */
export class ActivityFollower {
  readonly #options: ActivityFollowerOptions;
  /** Null until there is an answer. */
  known: { entries: HistoryEntry[]; readings: Reading[]; isHidden: (path: string) => boolean } | null = null;
  /** Why the last look failed, in words; null if it did not. */
  problem: string | null = null;
  /** News that came while rows must not move; it waits for the person. */
  isHeldBack = false;
  #following: AppHistory | null = null;
  #isClosed = false;
  #stopWatching: () => void = () => undefined;
  /** Whether the look that is due or under way is for something that the person did here. */
  #isAsked = false;
  #isLooking = false;
  #looksAgain = false;

  constructor(options: ActivityFollowerOptions) {
    this.#options = options;
  }

  /** Watches the history once the companion is there, or another one after it was started again. */
  async follow(): Promise<void> {
    this.#options.changed();
    try {
      const history = await this.#options.history();
      if (history === null || history === this.#following || this.#isClosed) return;
      this.#stopWatching();
      this.#following = history;
      const stops = [
        history.watch(() => void this.look(false)),
        history.onRunning(() => this.#options.undoing(history.running)),
      ];
      this.#stopWatching = () => {
        for (const stop of stops) stop();
      };
      this.#options.undoing(history.running);
      await this.look(false);
    } catch (error) {
      if (this.#isClosed) return;
      this.problem = messageOf(error);
      this.#options.changed();
    }
  }

  /** Reads what there is. @param isOwn the person has asked for it, so it is shown at once */
  async look(isOwn: boolean): Promise<void> {
    this.#isAsked ||= isOwn;
    if (this.#isLooking) {
      this.#looksAgain = true;
      return;
    }
    this.#isLooking = true;
    do {
      this.#looksAgain = false;
      await this.#read();
    } while (this.#looksAgain);
    this.#isLooking = false;
    this.#isAsked = false;
    this.#options.changed();
  }

  /** Forgets why it failed, and looks again. */
  async tryAgain(): Promise<void> {
    this.problem = null;
    await this.follow();
    await this.look(true);
  }

  /** Shows what was held back. */
  release(): void {
    this.isHeldBack = false;
    this.#options.changed();
  }

  close(): void {
    this.#isClosed = true;
    this.#stopWatching();
  }

  async #read(): Promise<void> {
    const { history: find, isHeld } = this.#options;
    try {
      const history = await find();
      if (history === null) return;
      const [entries, readings, isHidden] = [await history.entries(), await history.readings(), await history.hiding()];
      const isFirst = this.known === null;
      this.known = { entries, readings, isHidden };
      this.problem = null;
      this.isHeldBack = !this.#isAsked && !isFirst && (this.isHeldBack || isHeld());
    } catch (error) {
      this.problem = messageOf(error);
    }
  }
}
