import type { Screen } from './terminal.ts';

const BAR_COLUMNS = 32;

export interface ProgressBar {
  update(done: number, total: number): void;
  /** Takes the bar off the screen. */
  clear(): void;
}

/** A bar that is redrawn in a terminal; elsewhere nothing. `unit` is the plural of what is counted. */
export function progressBar(screen: Screen, label: string, unit = 'notes'): ProgressBar {
  return screen.live ? liveBar(screen, label, unit) : { update: () => undefined, clear: () => undefined };
}

function liveBar(screen: Screen, label: string, unit: string): ProgressBar {
  let drawn = false;
  return {
    update(done, total) {
      const share = total === 0 ? 1 : Math.min(1, done / total);
      const filled = Math.round(share * BAR_COLUMNS);
      const bar = screen.style.accent('█'.repeat(filled)) + screen.style.dim('░'.repeat(BAR_COLUMNS - filled));
      screen.write(`\r\u001b[2K  ${label}  ${bar}  ${counts(done, total, unit)}`);
      drawn = true;
    },
    clear() {
      if (drawn) screen.write('\r\u001b[2K');
    },
  };
}

function counts(done: number, total: number, unit: string): string {
  return `${done.toLocaleString('en')} of ${total.toLocaleString('en')} ${unit}`;
}
