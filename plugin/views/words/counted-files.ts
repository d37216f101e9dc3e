import { counted } from './counted.ts';

/** A number of files as what they are: 1 note, 2 more canvases; "files" if they are not all of one kind. */
export function countedFiles(paths: readonly string[], more = ''): string {
  if (paths.every((path) => /\.md$/iu.test(path))) return counted(paths.length, `${more}note`);
  return paths.every((path) => /\.canvas$/iu.test(path))
    ? counted(paths.length, `${more}canvas`, `${more}canvases`)
    : counted(paths.length, `${more}file`);
}
