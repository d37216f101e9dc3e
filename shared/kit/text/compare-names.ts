import { compareCodeUnits } from './compare-code-units.ts';

/**
 * Order of names as people expect it: `é` next to `e`, `2` before `10`, letter case last. It depends on no language of
 * the system, and is without ties between different names.
 */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || compareCodeUnits(a, b);
}

const collator = new Intl.Collator('en', { numeric: true });
