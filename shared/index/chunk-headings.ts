/**
 * For each chunk the number of the heading it is under, or -1: the last one that begins before its end. Chunks and
 * headings come in the order of their lines.
 */
export function headingsOfChunks(
  chunks: readonly { endLine: number }[],
  headings: readonly { line: number }[],
): number[] {
  let at = -1;
  return chunks.map(({ endLine }) => {
    while ((headings[at + 1]?.line ?? Infinity) <= endLine) at++;
    return at;
  });
}
