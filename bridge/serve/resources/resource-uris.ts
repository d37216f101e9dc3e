import { isLeftOut, isNotePath, isVaultPath } from '../../../shared/vault/paths.ts';

export const STATUS_URI = 'vault://status';
export const MAP_URI = 'vault://map';
export const DAILY_URI = 'vault://daily';
export const NOTE_TEMPLATE = 'vault://note/{+path}';
export const SECTION_TEMPLATE = 'vault://note/{+path}{#heading}';
const NOTE_PREFIX = 'vault://note/';
const SECTION_MARK = /(?<=\.md)#/i;
const LONGEST_URI = 12_000;

/** What a URI names. */
export type VaultResource =
  | { kind: 'status' | 'map' | 'daily' }
  /** `section`: a heading, or `A > B`; absent for the whole note. */
  | { kind: 'note'; path: string; section?: string };

/** The URI of a note: its path, each segment percent-encoded. */
export function noteResourceUri(path: string): string {
  return NOTE_PREFIX + path.split('/').map(encodeURIComponent).join('/');
}

/**
 * What a URI names; null if it cannot be a resource here. A note is named by its exact path, percent-encoded or not (a
 * `%` that looks like the beginning of an encoded character has to be); what follows the first `.md#` is a heading,
 * unless the `#` is encoded.
 */
export function parseResourceUri(uri: string): VaultResource | null {
  if (uri === STATUS_URI) return { kind: 'status' };
  if (uri === MAP_URI) return { kind: 'map' };
  if (uri === DAILY_URI) return { kind: 'daily' };
  if (!uri.startsWith(NOTE_PREFIX) || uri.length > LONGEST_URI) return null;
  const rest = uri.slice(NOTE_PREFIX.length);
  const mark = rest.search(SECTION_MARK);
  const path = decoded(mark < 0 ? rest : rest.slice(0, mark));
  const section = mark < 0 ? '' : decoded(rest.slice(mark + 1));
  // Another spelling of a path, such as `a/../b.md`, names no note, and neither does a file that can never be one.
  if (!isNotePath(path) || !isVaultPath(path) || isLeftOut(path, null)) return null;
  return { kind: 'note', path, ...(section === '' ? {} : { section }) };
}

/** The text, decoded unless that is impossible: a `%` of a name that was not encoded, as in "50% off". */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
