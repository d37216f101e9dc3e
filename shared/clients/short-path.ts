/** A path with `~` for the person's own folder. */
export function shortPath(path: string, home: string): string {
  const isBelow = path.startsWith(home) && /^[\\/]/u.test(path.slice(home.length));
  return isBelow ? `~${path.slice(home.length)}` : path;
}
