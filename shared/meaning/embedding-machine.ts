import { Condition } from '../kit/work/condition.ts';
import type { Schedule } from '../kit/time/schedule.ts';
import { afterEvent, type EmbeddingEvent, type EmbeddingState } from './embedding-state.ts';

/** Holds the state of embedding: nothing but events changes it, and whoever waits for something looks again after each. */
export class EmbeddingMachine {
  #state: EmbeddingState;
  readonly #told = new Condition();

  constructor(state: EmbeddingState) {
    this.#state = state;
  }

  get state(): EmbeddingState {
    return this.#state;
  }

  tell(event: EmbeddingEvent): void {
    this.#state = afterEvent(this.#state, event);
    this.#told.changed();
  }

  /** The vectors are other than before, which is no state of their own: whoever waits looks again. */
  vectorsChanged(): void {
    this.#told.changed();
  }

  /** Resolves when `isMet` says so, and after `ms` at the latest. */
  wait(isMet: () => boolean, ms: number, schedule?: Schedule): Promise<void> {
    return this.#told.wait(isMet, ms, schedule);
  }
}
