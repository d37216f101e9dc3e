import type { Setting } from 'obsidian';

/** A bar in a row, shown while something is in progress. */
export class LiveProgress {
  readonly #bar: HTMLProgressElement;

  /** @param name of what goes on, for those who do not see the bar */
  constructor(setting: Setting, name: string) {
    this.#bar = setting.controlEl.createEl('progress', {
      cls: 'vault-loom-progress',
      attr: { 'aria-label': name, max: '1' },
    });
    this.show(null);
  }

  show(progress: { done: number; total: number } | null): void {
    this.#bar.toggle(progress !== null);
    if (progress !== null) this.#bar.setAttribute('value', String(progress.done / Math.max(1, progress.total)));
  }
}
