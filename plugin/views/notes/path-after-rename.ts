/**
 * Where a note or folder is after it, or a folder above it, was renamed. The app spells names as the disk does, the
 * engine mostly in NFC: the old name may have another Unicode form than in the path.
 */
export function pathAfterRename(path: string, from: string, to: string): string {
  if (path === from) return to;
  if (path.startsWith(`${from}/`)) return to + path.slice(from.length);
  const names = path.split('/');
  const depth = from.split('/').length;
  const isBelow = names.slice(0, depth).join('/').normalize('NFC') === from.normalize('NFC');
  return isBelow ? [to, ...names.slice(depth)].join('/') : path;
}
