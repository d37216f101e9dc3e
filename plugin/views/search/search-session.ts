import type { Schedule } from '../../../shared/kit/time/schedule.ts';
import type { SearchBoxInput, SearchBoxOutput } from '../../../shared/protocol/schemas/search-box.ts';
import type { SearchMode } from './search-status.ts';

/** How long after the last key the query is asked by meaning. */
export const MEANING_AFTER_MS = 150;

export interface SearchAnswer extends SearchBoxOutput {
  /** Whether it is the first answer to its query. */
  isFirst: boolean;
  /** Whether no other answer follows. */
  isFinal: boolean;
}

export interface SearchSessionOptions {
  ask: (input: SearchBoxInput) => Promise<SearchBoxOutput>;
  schedule: Schedule;
  limit: number;
  onAnswer: (answer: SearchAnswer) => void;
  onFailure: (error: unknown) => void;
}

/**
 * Asks for what is typed: by words at once, by meaning a moment after the last key. Late answers to earlier queries are
 * dropped.
 */
export class SearchSession {
  readonly #options: SearchSessionOptions;
  #asked = 0;
  #cancelPlan: () => void = () => undefined;
  #first: Promise<void> = Promise.resolve();
  #isWaiting = false;
  #last: { query: string; mode: SearchMode } | null = null;

  constructor(options: SearchSessionOptions) {
    this.#options = options;
  }

  /** Whether what is typed has no answer yet. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /** Resolves when the first answer to what was asked last, or its failure, has been told. Never rejects. */
  first(): Promise<void> {
    return this.#first;
  }

  search(query: string, mode: SearchMode): void {
    this.stop();
    const number = this.#asked;
    this.#last = { query, mode };
    this.#isWaiting = true;
    const byMeaning = (): Promise<void> =>
      new Promise((resolve) => {
        const cancel = this.#options.schedule(
          () => resolve(this.#ask(query, mode, number, mode === 'meaning', true)),
          MEANING_AFTER_MS,
        );
        this.#cancelPlan = () => {
          cancel();
          resolve();
        };
      });
    if (mode === 'meaning') {
      this.#first = byMeaning();
      return;
    }
    this.#first = this.#ask(query, 'words', number, true, mode === 'words');
    if (mode === 'both') void byMeaning();
  }

  /**
   * Asks the last question again, once it is answered: more can be found by now. The answer does not count as a first
   * one.
   */
  refresh(): void {
    if (this.#last !== null && !this.#isWaiting)
      void this.#ask(this.#last.query, this.#last.mode, this.#asked, false, true);
  }

  /** Asks the last question again, once it is answered; an answer that is still on its way is dropped. */
  askAgain(): void {
    const last = this.#last;
    if (last === null || this.#isWaiting) return;
    this.stop();
    this.#last = last;
    void this.#ask(last.query, last.mode, this.#asked, false, true);
  }

  /** From now on no answer is reported. */
  stop(): void {
    this.#asked += 1;
    this.#last = null;
    this.#isWaiting = false;
    this.#cancelPlan();
    this.#cancelPlan = () => undefined;
  }

  async #ask(query: string, mode: SearchMode, number: number, isFirst: boolean, isFinal: boolean): Promise<void> {
    const { ask, limit, onAnswer, onFailure } = this.#options;
    try {
      const output = await ask({ query, mode, limit, prefix: true, passages: 3 });
      if (number !== this.#asked) return;
      const isFirstTold = isFirst || this.#isWaiting;
      this.#isWaiting = false;
      onAnswer({ ...output, isFirst: isFirstTold, isFinal });
    } catch (error) {
      if (number !== this.#asked) return;
      this.#isWaiting = false;
      onFailure(error);
    }
  }
}
