import type { Figure } from './report.ts';

/** Figures whose runs lie within this share of their median are settled. */
const SMALL_SPREAD = 0.15;

/**
 * Measures again until the bounded figures of the runs lie close together, `runs` times at most, and gives the medians.
 */
export async function repeated(measure: () => Promise<Figure[]>, runs: number): Promise<Figure[]> {
  const all: Figure[][] = [];
  do all.push(await measure());
  while (all.length < runs && (all.length < 2 || !isSettled(mergeRuns(all))));
  return mergeRuns(all).map(({ spread, ...figure }) =>
    all.length === 1 ? figure : { ...figure, note: noteOf(figure.note, spread, all.length) },
  );
}

function noteOf(note: string | undefined, spread: number, runs: number): string {
  const range = `±${(spread * 50).toFixed(0)} % in ${runs} runs`;
  return note === undefined ? range : `${range}; ${note}`;
}

function isSettled(figures: readonly { bound?: number; spread: number }[]): boolean {
  return figures.every(({ bound, spread }) => bound === undefined || spread <= SMALL_SPREAD);
}

/** The median of each figure, by name, and the distance of its extremes as a share of it. Notes are the last run's. */
function mergeRuns(runs: readonly Figure[][]): (Figure & { spread: number })[] {
  return (runs.at(-1) ?? []).map((figure) => {
    const values = runs
      .flatMap((run) => run.filter(({ name }) => name === figure.name).map(({ value }) => value))
      .sort((a, b) => a - b);
    const median = ((values[(values.length - 1) >> 1] ?? NaN) + (values[values.length >> 1] ?? NaN)) / 2;
    const spread = values.length < 2 || median === 0 ? 0 : ((values.at(-1) ?? 0) - (values[0] ?? 0)) / median;
    return { ...figure, value: median, spread };
  });
}
