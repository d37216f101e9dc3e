import { counted } from './counted.ts';

/** A number of files, named by their kind: 1 note, 2 more canvases; "files" if the kinds differ. */
export function countedFiles(paths: readonly string[], more = ''): string {
  if (paths.every((path) => /\.md$/iu.test(path))) return counted(paths.length, `${more}note`);
  return paths.every((path) => /\.canvas$/iu.test(path))
    ? counted(paths.length, `${more}canvas`, `${more}canvases`)
    : counted(paths.length, `${more}file`);
}
