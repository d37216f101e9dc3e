import { isNotePath } from '../../../shared/vault/paths.ts';

export const STATUS_URI = 'vault://status';
export const MAP_URI = 'vault://map';
export const DAILY_URI = 'vault://daily';
export const NOTE_TEMPLATE = 'vault://note/{+path}';
const NOTE_PREFIX = 'vault://note/';
const LONGEST_URI = 12_000;

/** What a URI names. */
export type VaultResource = { kind: 'status' | 'map' | 'daily' } | { kind: 'note'; path: string };

/** The URI of a note: its path, each segment percent-encoded. */
export function noteResourceUri(path: string): string {
  return NOTE_PREFIX + path.split('/').map(encodeURIComponent).join('/');
}

/** What a URI names; null if it cannot be a resource here. A note is named by its exact path, percent-encoded or not. */
export function parseResourceUri(uri: string): VaultResource | null {
  if (uri === STATUS_URI) return { kind: 'status' };
  if (uri === MAP_URI) return { kind: 'map' };
  if (uri === DAILY_URI) return { kind: 'daily' };
  if (!uri.startsWith(NOTE_PREFIX) || uri.length > LONGEST_URI) return null;
  const path = decoded(uri.slice(NOTE_PREFIX.length));
  return path !== null && isNotePath(path) && !path.startsWith('/') ? { kind: 'note', path } : null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
