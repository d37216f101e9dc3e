import type { Schedule } from '../time/schedule.ts';
import { within } from '../time/deadline.ts';

/** Lets others wait until something is so, without polling. */
export class Condition {
  readonly #looks = new Set<() => void>();

  /** Something has changed: whoever waits looks again. */
  changed(): void {
    for (const look of [...this.#looks]) look();
  }

  /** Resolves when `isMet` says so after a change, and after `ms` at the latest. */
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
