/** Order by UTF-16 code unit: the same on every machine, unlike `localeCompare`. */
export function compareCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
