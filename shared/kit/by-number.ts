/** Orders numbers, the lowest first. */
export function byNumber(a: number, b: number): number {
  return a - b;
}
