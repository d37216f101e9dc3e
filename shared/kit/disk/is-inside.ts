import { isAbsolute, relative, sep } from 'node:path';

/** Whether a path is this folder or in it. Both are real paths. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  // Windows has no way from one drive to another, and gives an absolute path.
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
