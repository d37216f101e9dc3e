import { filterSteps } from '../../kit/concurrency/long-lists.ts';
import type { AnswerParts } from '../answer-parts.ts';

/** Those of the items that a filter accepts, all if it is null; other work has its turn meanwhile. */
export async function acceptedRows<T>(
  { slicer }: Pick<AnswerParts, 'slicer'>,
  items: readonly T[],
  accepts: ((item: T) => boolean) | null,
): Promise<readonly T[]> {
  return accepts === null ? items : slicer.run(filterSteps(items, accepts));
}
