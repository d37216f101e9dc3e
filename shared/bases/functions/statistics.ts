/** The mean; null if there are no numbers. */
export function average(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : total(numbers) / numbers.length;
}

export function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** What `choose` keeps of them all, such as the least; null if there are none. */
export function extreme(numbers: readonly number[], choose: (a: number, b: number) => number): number | null {
  return numbers.length === 0 ? null : numbers.reduce((a, b) => choose(a, b));
}

/** The middle one, or the mean of the two in the middle; null if there are none. */
export function median(numbers: readonly number[]): number | null {
  const ordered = [...numbers].sort((a, b) => a - b);
  const half = Math.floor(ordered.length / 2);
  const upper = ordered[half];
  if (upper === undefined) return null;
  return ordered.length % 2 === 1 ? upper : ((ordered[half - 1] ?? upper) + upper) / 2;
}

/** Of the whole population; null if there are no numbers. */
export function standardDeviation(numbers: readonly number[]): number | null {
  const mean = average(numbers);
  if (mean === null) return null;
  return Math.sqrt(total(numbers.map((number) => (number - mean) ** 2)) / numbers.length);
}
