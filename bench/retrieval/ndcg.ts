import { seededRandom } from '../../shared/kit/random.ts';
import { mean, percentile } from '../support/figures/statistics.ts';
import type { Question } from './questions.ts';

/** Places that count. */
export const RESULTS = 10;

/**
 * nDCG@10 of a question with one right note: the discount of its place, 1 for the first; 0 if it is not among the
 * results. The note that the question was taken from does not count.
 */
export function gainOf(question: Question, ranked: readonly string[]): number {
  const place = ranked
    .filter((path) => path !== question.exclude)
    .slice(0, RESULTS)
    .indexOf(question.target);
  return place < 0 ? 0 : 1 / Math.log2(place + 2);
}

/** The mean with the bounds of its 95 % bootstrap interval (Efron 1979), drawn with a fixed seed. */
export function meanWithInterval(values: readonly number[]): { mean: number; low: number; high: number } {
  const random = seededRandom(1);
  const means = Array.from({ length: RESAMPLES }, () => mean(values.map(() => random.pick(values))));
  return { mean: mean(values), low: percentile(means, 0.025), high: percentile(means, 0.975) };
}

const RESAMPLES = 1000;
