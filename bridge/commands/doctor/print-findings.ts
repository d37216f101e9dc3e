import type { Screen } from '../terminal.ts';
import type { Finding } from './finding.ts';

const LABEL_COLUMNS = 12;

/** Prints a line for each finding, its cure below it; those of a vault under its name. */
export function printFindings(findings: readonly Finding[], { style, write }: Screen): void {
  const marks = { ok: style.good('ok  '), note: style.dim('note'), bad: style.bad('BAD ') };
  let heading: string | undefined;
  for (const { state, what, said, cure, vault } of findings) {
    if (vault !== undefined && vault !== heading) write(`\n${style.bold(vault)}\n`);
    heading = vault;
    write(`${marks[state]} ${what.padEnd(LABEL_COLUMNS)} ${said}\n`);
    if (cure !== undefined) write(`${' '.repeat(LABEL_COLUMNS + 6)}${style.accent('Cure:')} ${cure}\n`);
  }
}
