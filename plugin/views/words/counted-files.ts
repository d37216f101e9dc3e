import { counted } from './counted.ts';

/** A number of files, named by their kind: 1 note, 2 more canvases; "files" if the kinds differ. */
export function countedFiles(paths: readonly string[], more = ''): string {
  const words = new Set(paths.map(fileWord));
  const [word = 'note'] = words;
  return words.size > 1 || word === 'file'
    ? counted(paths.length, `${more}file`)
    : counted(paths.length, `${more}${word}`, `${more}${word === 'canvas' ? 'canvases' : 'notes'}`);
}

/** What people call a file. */
export type FileWord = 'note' | 'canvas' | 'file';

/** What people call a file of this name. */
export function fileWord(path: string): FileWord {
  if (/\.md$/iu.test(path)) return 'note';
  return /\.canvas$/iu.test(path) ? 'canvas' : 'file';
}
