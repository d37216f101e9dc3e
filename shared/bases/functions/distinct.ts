import type { Steps } from '../../kit/concurrency/slices.ts';
import type { BaseValue } from '../values/base-value.ts';
import { identityOf, type ResolveLink } from '../values/compare-values.ts';
import { eachOf } from './method.ts';

/** The values without those equal to an earlier one. */
export function* distinct(values: readonly BaseValue[], resolve: ResolveLink): Steps<BaseValue[]> {
  const found = new Map<string, BaseValue>();
  yield* eachOf(values, (value) => {
    const identity = identityOf(value, resolve);
    if (!found.has(identity)) found.set(identity, value);
  });
  return [...found.values()];
}
