import type { Screen } from './terminal.ts';

/** Prints a value as JSON for people and programs, with a line break at its end. */
export function printJson(screen: Screen, value: unknown): void {
  screen.write(`${JSON.stringify(value, null, 2)}\n`);
}
