import type { Outcome } from './scenario.ts';

/** A scenario that was run. */
export interface Finished extends Outcome {
  name: string;
  seconds: number;
}

const SHOWN_PROBLEMS = 10;

/** Lines about one scenario: whether it passed, its numbers and how long it took, and its first problems. */
export function scenarioLines({ name, numbers, problems, seconds }: Finished): string[] {
  const more = problems.length - SHOWN_PROBLEMS;
  return [
    `${problems.length === 0 ? 'PASS' : 'FAIL'}  ${name}: ${numbers} (${duration(seconds)})`,
    ...problems.slice(0, SHOWN_PROBLEMS).map((problem) => `      ${problem}`),
    ...(more > 0 ? [`      and ${more} more`] : []),
  ];
}

/** All scenarios of a run as a table in Markdown, with every problem after it. */
export function report(title: string, finished: readonly Finished[]): string {
  const rows = finished.map(
    ({ name, numbers, problems, seconds }) =>
      `| \`${name}\` | ${problems.length === 0 ? 'pass' : 'FAIL'} | ${duration(seconds)} | ${cell(numbers)} |`,
  );
  const problems = finished.flatMap(({ name, problems }) => problems.map((problem) => `- \`${name}\`: ${problem}`));
  return [
    title,
    '',
    '| Scenario | Outcome | Took | Numbers |',
    '| --- | --- | ---: | --- |',
    ...rows,
    ...(problems.length === 0 ? [] : ['', ...problems]),
    '',
  ].join('\n');
}

function duration(seconds: number): string {
  return seconds < 90 ? `${seconds.toFixed(0)} s` : `${(seconds / 60).toFixed(0)} min`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/gu, '; ');
}
