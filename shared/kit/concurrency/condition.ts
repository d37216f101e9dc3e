import type { Schedule } from '../time/schedule.ts';
import { within } from '../time/deadline.ts';

/** Waits for a condition without polling. */
export class Condition {
  readonly #looks = new Set<() => void>();

  /** Call this after a change: all who wait check again. */
  changed(): void {
    for (const look of [...this.#looks]) look();
  }

  /** Resolves once `isMet` returns true, and after `ms` at the latest. */
  async wait(isMet: () => boolean, ms: number, schedule?: Schedule): Promise<void> {
    if (isMet()) return;
    let look = (): void => undefined;
    const met = new Promise<void>((resolve) => {
      look = () => {
        if (isMet()) resolve();
      };
    });
    this.#looks.add(look);
    await within(ms, met, schedule).finally(() => this.#looks.delete(look));
  }
}
