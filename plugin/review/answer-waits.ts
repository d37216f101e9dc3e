import { within } from '../../shared/kit/time/deadline.ts';
import type { Schedule } from '../../shared/kit/time/schedule.ts';

/** Callers that wait for the answer to a change. */
export class AnswerWaits {
  readonly #schedule: Schedule;
  readonly #callers = new Map<string, Set<() => void>>();
  #isClosed = false;

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
  }

  /** Resolves when the change is answered, the caller is gone, all waits are ended, or after `ms`. */
  async answered(id: string, ms: number, gone: AbortSignal): Promise<void> {
    const callers = this.#callers.get(id) ?? new Set();
    this.#callers.set(id, callers);
    let tell: () => void = () => undefined;
    const settled = new Promise<void>((resolve) => {
      tell = resolve;
      callers.add(resolve);
    });
    gone.addEventListener('abort', tell, { once: true });
    if (gone.aborted || this.#isClosed) tell();
    await within(ms, settled, this.#schedule);
    gone.removeEventListener('abort', tell);
    callers.delete(tell);
    if (callers.size === 0) this.#callers.delete(id);
  }

  tell(id: string): void {
    for (const tell of this.#callers.get(id) ?? []) tell();
  }

  close(): void {
    this.#isClosed = true;
    for (const id of this.#callers.keys()) this.tell(id);
  }
}
