import type { Style } from '../../terminal.ts';

/** A unified diff, with what goes and what comes in their colours. */
export function inColour(diff: string, style: Style): string {
  return diff
    .split('\n')
    .map((line) => {
      if (/^(?:---|\+\+\+) /u.test(line)) return style.bold(line);
      if (line.startsWith('+')) return style.good(line);
      if (line.startsWith('-')) return style.bad(line);
      return line.startsWith('@@') ? style.accent(line) : line;
    })
    .join('\n');
}
