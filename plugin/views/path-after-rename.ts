/** Where a note or folder is after it, or a folder above it, was renamed. */
export function pathAfterRename(path: string, from: string, to: string): string {
  if (path === from) return to;
  return path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
}
