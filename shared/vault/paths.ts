/**
 * Vault-relative paths as text: `/` between segments, no leading or trailing slash, `''` for the vault's root. Nothing
 * here touches a disk.
 */

/** Unicode normal form C, the form in which paths are stored. */
export function toNfc(text: string): string {
  return isAscii(text) ? text : text.normalize('NFC');
}

/** True if no other Unicode form of the text exists. */
export function hasOneForm(text: string): boolean {
  return isAscii(text) || (text.normalize('NFD') === text && text.normalize('NFC') === text);
}

/**
 * Key shared by all spellings of a name: NFC, lower case by Unicode's own mapping (never the locale's), and
 * both small sigmas as one, since which of them `toLowerCase` gives depends on the letters that follow.
 */
export function foldPath(path: string): string {
  if (isAscii(path)) return path.toLowerCase();
  return path.normalize('NFC').toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}

/** The last segment, with its extension. */
export function basename(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The folder that holds the path, `''` in the root. */
export function dirname(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** The extension in lower case without its dot, `''` if there is none; a leading dot begins no extension. */
export function extension(path: string): string {
  const name = basename(path);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** True for `.md` in any letter case. */
export function isNotePath(path: string): boolean {
  return /\.md$/i.test(path);
}

/** The path without `.md` (in any letter case); any other path unchanged. */
export function withoutMd(path: string): string {
  return isNotePath(path) ? path.slice(0, -'.md'.length) : path;
}

/** True when `path` is `folder` or is under it; everything is under `''`. */
export function isWithin(path: string, folder: string): boolean {
  return folder === '' || path === folder || (path.startsWith(folder) && path[folder.length] === '/');
}

/** One path from a folder and a single name. */
export function childPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/**
 * Follows `relative` from `folder`, with `.`, `..` and doubled slashes resolved; a leading `/` starts at the vault's
 * root. Null when the way leaves the vault, even if it comes back, or if it contains a NUL or a backslash.
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

/** True for a path in this project's canonical form: relative, `/`, no `.`, `..` or empty segment, no NUL or backslash. */
export function isVaultPath(path: string): boolean {
  return path !== '' && joinVaultPath('', path) === path;
}

/**
 * True for what is never included: dot-files and anything in a dot-folder (the app's `.trash` among them), and the
 * app's configuration folder, whatever its name.
 */
export function isLeftOut(path: string, configDir: string | null): boolean {
  return path.startsWith('.') || path.includes('/.') || (configDir !== null && isWithin(path, configDir));
}

/** True for a character no vault path may contain: some system would read it as a separator or an end. */
export function hasUnusableCharacter(text: string): boolean {
  return text.includes('\0') || text.includes('\\');
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}
