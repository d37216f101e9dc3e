/**
 * Vault-relative paths as text: `/` between segments and at neither end, `''` for the root. Nothing here touches a
 * disk.
 */

/** Unicode form NFC, in which paths are stored. */
export function toNfc(text: string): string {
  return isAscii(text) ? text : text.normalize('NFC');
}

/** True if the text has only one Unicode form. */
export function hasOneForm(text: string): boolean {
  return isAscii(text) || (text.normalize('NFD') === text && text.normalize('NFC') === text);
}

/**
 * One key for all spellings of a name: NFC, lower case by Unicode's mapping (not the locale's), and both small sigmas
 * as one, since `toLowerCase` chooses by context.
 */
export function foldPath(path: string): string {
  if (isAscii(path)) return path.toLowerCase();
  return path.normalize('NFC').toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}

/** The last segment, with its extension. */
export function basename(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folder of the path, `''` in the root. */
export function dirname(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** The extension in lower case without its dot, or `''`; a leading dot begins none. */
export function extension(path: string): string {
  const name = basename(path);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** True for `.md` in any letter case. */
export function isNotePath(path: string): boolean {
  return path.slice(-'.md'.length).toLowerCase() === '.md';
}

/** The path without `.md`, in any letter case. */
export function withoutMd(path: string): string {
  return isNotePath(path) ? path.slice(0, -'.md'.length) : path;
}

/** True if `path` is `folder` or under it; everything is under `''`. */
export function isWithin(path: string, folder: string): boolean {
  return folder === '' || path === folder || (path.startsWith(folder) && path[folder.length] === '/');
}

/**
 * The path with no blanks around its names. Settings of folders are kept so: whether a name in them has blanks is hard to
 * see.
 */
export function withoutOuterBlanks(path: string): string {
  return path
    .split('/')
    .map((name) => name.trim())
    .join('/');
}

/** Joins a folder and a name. */
export function childPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/**
 * Follows `relative` from `folder`, resolving `.`, `..` and doubled slashes; a leading `/` starts at the vault's root.
 * Null if the way leaves the vault, even briefly, or contains a NUL or backslash.
 */
export function joinVaultPath(folder: string, relative: string): string | null {
  const way = relative.startsWith('/') ? relative : `${folder}/${relative}`;
  if (hasUnusableCharacter(way)) return null;
  const kept: string[] = [];
  for (const segment of way.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') kept.push(segment);
    else if (kept.pop() === undefined) return null;
  }
  return kept.join('/');
}

/** True for a canonical path: relative, `/` between segments, no empty, `.` or `..` segment, no NUL or backslash. */
export function isVaultPath(path: string): boolean {
  return path !== '' && joinVaultPath('', path) === path;
}

/**
 * True for what is never included: dot-files, anything in a dot-folder (such as the app's `.trash`), and the app's
 * configuration folder.
 */
export function isLeftOut(path: string, configDir: string | null): boolean {
  return path.startsWith('.') || path.includes('/.') || (configDir !== null && isWithin(path, configDir));
}

/** True for a character that some system reads as a separator or an end. */
export function hasUnusableCharacter(text: string): boolean {
  return text.includes('\0') || text.includes('\\');
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}
