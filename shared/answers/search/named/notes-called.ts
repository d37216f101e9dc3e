import type { NoteIndex } from '../../../index/note-index.ts';
import { placesBy } from '../../../search/words/names-in-query.ts';
import { withoutMd } from '../../../vault/paths.ts';

/** No name is longer, in UTF-16 units. */
const LONGEST_NAME = 256;
/** What may be between the words of a file name. */
const JOINTS = [' ', '-', '_'];
const BETWEEN_WORDS = /[\s\-_]+/gu;

/** More words of folders and a name than anybody types. */
const MOST_WORDS = 8;

/**
 * The paths of the notes with a file name, title or alias that is the query, even with other signs between its words;
 * or else of those whose folders and name it is.
 */
export function notesCalled(index: NoteIndex, query: string): string[] {
  const name = query.trim();
  if (name === '' || name.length > LONGEST_NAME) return [];
  const called = named(index, name);
  return called.length > 0 ? called : inFolders(index, name);
}

/** Of `Projects Plan`, the notes called `Plan` in such a folder. */
function inFolders(index: NoteIndex, query: string): string[] {
  const words = query.split(/\s+/u);
  if (words.length < 2 || words.length > MOST_WORDS) return [];
  const isPlaced = placesBy(query);
  const names = words.slice(1).map((_, at) => words.slice(at + 1).join(' '));
  return [...new Set(names.flatMap((name) => named(index, name).filter((path) => isPlaced(withoutMd(path)))))];
}

function named(index: NoteIndex, name: string): string[] {
  for (const spelling of new Set([name, ...JOINTS.map((joint) => name.replace(BETWEEN_WORDS, joint))])) {
    const paths = index.names.named(spelling, 'write');
    if (paths.length > 0) return paths;
  }
  return [];
}
