import type { Screen } from '../terminal.ts';
import type { Finding } from './finding.ts';

const LABEL_COLUMNS = 12;

/** Prints a line for each finding, its cure below it. */
export function printFindings(findings: readonly Finding[], { style, write }: Screen): void {
  const marks = { ok: style.good('ok  '), note: style.dim('note'), bad: style.bad('BAD ') };
  for (const { state, what, said, cure } of findings) {
    write(`${marks[state]} ${what.padEnd(LABEL_COLUMNS)} ${said}\n`);
    if (cure !== undefined) write(`${' '.repeat(LABEL_COLUMNS + 6)}${style.accent('Cure:')} ${cure}\n`);
  }
}
