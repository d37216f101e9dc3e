import { Condition } from '../kit/concurrency/condition.ts';
import type { Schedule } from '../kit/time/schedule.ts';
import { afterEvent, type EmbeddingEvent, type EmbeddingState } from './embedding-state.ts';

/** Holds the state of embedding. Only events change it; after each, those who wait look again. */
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

  /** Other vectors are in use now. The state stays the same, but those who wait look again. */
  vectorsChanged(): void {
    this.#told.changed();
  }

  /** Resolves when `isMet` is true, after `ms` at the latest. */
  wait(isMet: () => boolean, ms: number, schedule?: Schedule): Promise<void> {
    return this.#told.wait(isMet, ms, schedule);
  }
}
