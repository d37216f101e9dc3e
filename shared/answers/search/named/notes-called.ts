import type { NoteIndex } from '../../../index/note-index.ts';

/** No name is longer, in UTF-16 units. */
const LONGEST_NAME = 256;
/** What may be between the words of a file name. */
const JOINTS = [' ', '-', '_'];
const BETWEEN_WORDS = /[\s\-_]+/gu;

/** The paths of the notes with a file name, title or alias that is the query, even with other signs between its words. */
export function notesCalled(index: NoteIndex, query: string): string[] {
  const name = query.trim();
  if (name === '' || name.length > LONGEST_NAME) return [];
  for (const spelling of new Set([name, ...JOINTS.map((joint) => name.replace(BETWEEN_WORDS, joint))])) {
    const paths = index.names.named(spelling, 'write');
    if (paths.length > 0) return paths;
  }
  return [];
}
