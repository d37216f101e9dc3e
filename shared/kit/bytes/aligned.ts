/** The next multiple of 8: typed arrays of any element size can start there. */
export function alignedTo8(offset: number): number {
  return Math.ceil(offset / 8) * 8;
}
