/** A note's name without folder and ending. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/iu, '');
}
