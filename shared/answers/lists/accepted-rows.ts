import type { Steps } from '../../kit/concurrency/slices.ts';
import type { AnswerParts } from '../answer-parts.ts';

/** Those of the items that a filter accepts, all if it is null; other work has its turn meanwhile. */
export async function acceptedRows<T>(
  { slicer }: Pick<AnswerParts, 'slicer'>,
  items: readonly T[],
  accepts: ((item: T) => boolean) | null,
): Promise<readonly T[]> {
  return accepts === null ? items : slicer.run(filterSteps(items, accepts));
}

function* filterSteps<T>(items: readonly T[], accepts: (item: T) => boolean): Steps<T[]> {
  const accepted: T[] = [];
  let seen = 0;
  for (const item of items) {
    if (accepts(item)) accepted.push(item);
    if (++seen % A_STEP === 0) yield;
  }
  return accepted;
}

/** Of a microsecond each, or of many if a pattern is searched for. */
const A_STEP = 32;
