import { compareNames } from '../../kit/text/compare-names.ts';
import type { FrontmatterValue } from '../../markdown/parsed-note.ts';

/** What rows are sorted by; null if a row lacks it. */
export type SortKey = number | string | null;

/** Compares sort keys: numbers come before text, and rows without a key come last in either direction. */
export function bySortKey(
  isDescending: boolean,
  compareTexts: (a: string, b: string) => number = compareNames,
): (a: SortKey, b: SortKey) => number {
  const sign = isDescending ? -1 : 1;
  return (a, b) => {
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    if (typeof a === 'number') return typeof b === 'number' ? sign * (a - b) : -sign;
    return typeof b === 'number' ? sign : sign * compareTexts(a, b);
  };
}

/** The key of a property's value: of a list, its first item's. Letter case does not count. */
export function propertySortKey(value: FrontmatterValue | undefined): SortKey {
  if (Array.isArray(value)) return propertySortKey(value[0]);
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim().toLowerCase() : null;
}
