import { Notice, requireApiVersion, type App } from 'obsidian';
import { writeProblem } from '../../../shared/kit/disk/write-problem.ts';
import type { AppHistory } from '../../history/app-history.ts';
import { nameOf } from '../notes/name-of.ts';
import { noticeWithButton } from '../elements/notice-button.ts';
import { fileOrNotice } from '../notes/open-in-leaf.ts';
import { WORDS } from './activity-words.ts';

export interface ReadingHost {
  app: App;
  history(): Promise<AppHistory | null>;
  /** Reads again what there is to show. */
  look(): Promise<void>;
  /** Whether a note is kept from assistants, as of the last look. */
  isHidden(path: string): boolean;
}

/** Per vault and computer, as the log is. */
const CLEARED_KEY = 'vault-loom-reading-cleared';

/** What a person can do about what assistants read. Notices report failures. */
export class ReadingActions {
  readonly #host: ReadingHost;
  #clearedAt: string | null;

  constructor(host: ReadingHost) {
    this.#host = host;
    // An older app forgets it.
    const cleared: unknown = requireApiVersion('1.8.7') ? host.app.loadLocalStorage(CLEARED_KEY) : null;
    this.#clearedAt = typeof cleared === 'string' && !Number.isNaN(Date.parse(cleared)) ? cleared : null;
  }

  /** Keeps a note from assistants. */
  async keep(path: string): Promise<void> {
    // A rule for a name that is no longer there would hide nothing, and the note is still seen under its new one.
    if (fileOrNotice(this.#host.app.vault, path) === null) return;
    await this.#attempt(async (history) => {
      await history.keepFromAssistants(path, true);
      noticeWithButton(WORDS.keptFrom(nameOf(path)), WORDS.undo, () => this.#take(path));
    });
  }

  /** Shows a note to assistants again, and says whether they see it now. */
  async showAgain(path: string): Promise<void> {
    if (!(await this.#take(path))) return;
    const isHidden = this.#host.isHidden(path);
    new Notice(isHidden ? WORDS.stillKept(nameOf(path)) : WORDS.shownAgain(nameOf(path)));
  }

  /** Forgets what was read. */
  async forget(): Promise<void> {
    await this.#attempt(async (history) => {
      await history.forgetReadings();
      this.#clearedAt = new Date().toISOString();
      if (requireApiVersion('1.8.7')) this.#host.app.saveLocalStorage(CLEARED_KEY, this.#clearedAt);
    });
  }

  /** When the person cleared the log, in ISO 8601; null if they never did. */
  get clearedAt(): string | null {
    return this.#clearedAt;
  }

  /** Takes the rule for a note back. */
  #take(path: string): Promise<boolean> {
    return this.#attempt((history) => history.keepFromAssistants(path, false));
  }

  async #attempt(act: (history: AppHistory) => Promise<void>): Promise<boolean> {
    try {
      const history = await this.#host.history();
      if (history === null) return false;
      await act(history);
      await this.#host.look();
      return true;
    } catch (error) {
      new Notice(WORDS.notKept(writeProblem(error)));
      return false;
    }
  }
}
