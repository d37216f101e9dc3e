import { basename, foldPath, withoutMd } from '../../../vault/paths.ts';

/** No path is longer, in UTF-16 units. */
const LONGEST_PATH = 1_024;

/** A query that may be the path of a note. */
export interface TypedPath {
  /** The query for the note's name alone. */
  name: string;
  /** Whether a note's path ends as typed, from the name of a folder on. */
  isAt: (path: string) => boolean;
}

/**
 * Reads `folder/name`, as people type it into a switcher; null if the query has no slash, or no word after it.
 *
 * @param isUnfinished whether the note's name may be longer than what is typed
 */
export function typedPath(query: string, isUnfinished = false): TypedPath | null {
  const typed = foldPath(withoutMd(query.trim().replace(/\*$/u, '')));
  const name = basename(typed);
  if (!typed.includes('/') || typed.length > LONGEST_PATH || !/[\p{L}\p{N}]/u.test(name)) return null;
  const end = typed.startsWith('/') ? typed : `/${typed}`;
  const isAt = (path: string): boolean => {
    const whole = `/${foldPath(withoutMd(path))}`;
    if (!isUnfinished) return whole.endsWith(end);
    const at = whole.lastIndexOf(end);
    return at >= 0 && !whole.includes('/', at + end.length);
  };
  return { name: isUnfinished ? `${name}*` : name, isAt };
}
