import { parseJson } from '../../kit/json/parse-json.ts';
import { LONE_SURROGATE } from '../../kit/text/lone-surrogate.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import { basename, extension, foldPath, isNotePath, isWithin, toNfc } from '../../vault/paths.ts';
import { newNameProblem, quoted, sanitisePath } from './name-rules.ts';
import { byteLength, MAX_NAME_BYTES } from './safe-title.ts';

/** What may be written at all. */
export interface WriteRules {
  /** `VAULT_LOOM_READ_ONLY`: nothing. */
  readOnly: boolean;
  /** `VAULT_LOOM_FOLDERS`: only under these vault-relative folders; null for no limit. */
  folders: readonly string[] | null;
  /** The app's configuration folder, vault-relative. */
  configDir: string | null;
  /** Names usually ignore letter case (macOS, Windows). */
  ignoreCase: boolean;
}

/**
 * `make` a new file, `edit` an existing one, or `remove` one (delete it or move it away). `leave` and `enter` are for
 * the move of an attachment, whose kind stays.
 */
export type PathUse = 'make' | 'edit' | 'remove' | 'leave' | 'enter';

/** The path (NFC for a new file), or why it is refused. */
export type PathVerdict = { path: string; error?: never } | { path?: never; error: VaultLoomError };

/**
 * Judges a vault-relative path before anything touches the disk. Only a new file needs a name that every system can
 * store, except for the names in the paths that are `kept`. Errors: `read_only`,
 * `path_outside_vault` (`..`, absolute, drive letter, UNC, percent-encoded), `path_not_allowed` (anything else).
 */
export function checkWritePath(
  input: string,
  rules: WriteRules,
  use: PathUse,
  kept: readonly string[] = [],
): PathVerdict {
  const path = toNfc(input);
  const error =
    readOnlyError(rules) ??
    outsideError(path, use) ??
    formError(path, use) ??
    placeError(path, rules) ??
    kindError(path, use) ??
    (isNew(use) ? newNameError(path, kept) : null) ??
    folderError(path, rules);
  return error === null ? { path: isNew(use) ? path : input } : { error };
}

function isNew(use: PathUse): boolean {
  return use === 'make' || use === 'enter';
}

/**
 * Checks where a path really leads: vault-relative, with `/`, as the disk spells it. That also resolves Windows short
 * names and look-alikes.
 */
export function checkRealPlace(input: string, realPath: string, rules: WriteRules): VaultLoomError | null {
  const path = toNfc(realPath);
  const error = placeError(path, rules) ?? folderError(path, rules);
  return error === null
    ? null
    : notAllowed(input, `leads to ${quoted(realPath)}, where nothing may be written`, error.hint ?? '');
}

/**
 * The rules from the environment. `VAULT_LOOM_READ_ONLY`: `1`, `true`, `yes`, `on`; or `0`, `false`, `no`, `off`,
 * nothing. `VAULT_LOOM_FOLDERS`: folders separated by commas, or a JSON list for names with commas.
 * @throws VaultLoomError `invalid_arguments` for any other value: a limit with a typo must not become no limit
 */
export function writeRules(
  env: Readonly<Record<string, string | undefined>>,
  { configDir, platform = process.platform }: { configDir: string | null; platform?: NodeJS.Platform },
): WriteRules {
  return {
    readOnly: flag('VAULT_LOOM_READ_ONLY', env['VAULT_LOOM_READ_ONLY']),
    folders: folderList(env['VAULT_LOOM_FOLDERS']),
    configDir,
    ignoreCase: platform === 'darwin' || platform === 'win32',
  };
}

const MAX_PATH_BYTES = 4_096;
const STUB_FOLDER = '_stub';

function readOnlyError(rules: WriteRules): VaultLoomError | null {
  if (!rules.readOnly) return null;
  return new VaultLoomError('read_only', 'Writing is turned off here (VAULT_LOOM_READ_ONLY).', {
    hint: 'The person can allow it by removing VAULT_LOOM_READ_ONLY from the settings of this server.',
  });
}

/**
 * Attacks: walking up (`a/../../b`), naming a place on this machine (`/etc`, `C:\`, `C:x`, `\\host\share`, `~`), and
 * both percent-encoded, even repeatedly, in case someone decodes it later.
 */
function outsideError(path: string, use: PathUse = 'make'): VaultLoomError | null {
  const forms = [path, ...decodedForms(path)];
  if (!forms.some(leavesVault)) return null;
  return new VaultLoomError('path_outside_vault', `The path ${quoted(path)} leads out of the vault.`, {
    hint: `Give a path relative to the vault, such as ${quoted(readsAsDrive(path) && isNew(use) ? sanitisePath(path) : 'Folder/Note.md')}.${isNew(use) ? '' : NO_NAME}`,
    details: { path },
  });
}

/** A file may be called `Q: why.md`, or `A%2FB.md` in what another program made. */
const NO_NAME =
  ' If a file has this name, no tool can write to it, as it reads like another place: ask the person to rename it.';

/** A name such as `Q: why`, which may well be meant as one. */
function readsAsDrive(path: string): boolean {
  return /^[a-z]:[^/\\]*$/i.test(path);
}

function leavesVault(path: string): boolean {
  return (
    /^[/\\]/.test(path) ||
    /^[a-z]:/i.test(path) ||
    path.split(/[/\\]/).some((segment) => /^\s*\.\.[\s.]*$/.test(segment)) ||
    /^~(?:[/\\]|$)/.test(path)
  );
}

/** The path decoded until it no longer changes. A broken escape is plain text. */
function decodedForms(path: string): string[] {
  const forms: string[] = [];
  let form = path;
  while (forms.length < 8) {
    const decoded = form.replace(/%[0-9a-f]{2}/gi, (escape) => String.fromCharCode(parseInt(escape.slice(1), 16)));
    if (decoded === form) break;
    forms.push(decoded);
    form = decoded;
  }
  return forms;
}

function formError(path: string, use: PathUse = 'make'): VaultLoomError | null {
  if (path === '') return notAllowed(path, 'is empty', 'Give a path such as "Folder/Note.md".');
  if (path.includes('\\'))
    return notAllowed(
      path,
      'holds a backslash',
      `Separate folders by "/": ${quoted(sanitisePath(path.replaceAll('\\', '/')))}.`,
    );
  if (path.includes('\0')) return notAllowed(path, 'holds a NUL character', `Use ${quoted(sanitisePath(path))}.`);
  if (LONE_SURROGATE.test(path)) return notAllowed(path, 'is not valid Unicode', 'Remove the broken characters.');
  const segments = path.split('/');
  if (segments.some((segment) => segment === '' || segment === '.'))
    return notAllowed(path, 'has an empty or "." segment', 'Write each folder once, between single slashes.');
  const encoded = segments.find((segment) =>
    decodedForms(segment).some((form) => /[/\\\0]/.test(form) || form.startsWith('.')),
  );
  if (encoded !== undefined)
    return notAllowed(
      path,
      `holds an encoded separator or dot in ${quoted(encoded)}`,
      `Write paths plainly, without percent-encoding.${isNew(use) ? '' : NO_NAME}`,
    );
  const long = segments.find((segment) => byteLength(segment) > MAX_NAME_BYTES);
  if (long !== undefined)
    return notAllowed(path, `has a name longer than ${MAX_NAME_BYTES} bytes`, 'Shorten the name.');
  if (byteLength(path) > MAX_PATH_BYTES)
    return notAllowed(path, `is longer than ${MAX_PATH_BYTES} bytes`, 'Use fewer or shorter folders.');
  return null;
}

function placeError(path: string, rules: WriteRules): VaultLoomError | null {
  const folded = foldPath(path);
  if (rules.configDir !== null && isWithin(folded, foldPath(rules.configDir))) {
    return notAllowed(
      path,
      "is in the app's configuration folder",
      "Notes are outside it; only the person changes the app's settings.",
    );
  }
  if (path.split('/').some((segment) => segment.startsWith('.'))) {
    return notAllowed(path, 'is a hidden file or folder (a leading dot)', 'Use names that do not begin with a dot.');
  }
  if (isWithin(folded, STUB_FOLDER)) {
    return notAllowed(
      path,
      `is under "${STUB_FOLDER}/", which stands for notes that do not exist yet`,
      'Create the note under its own name; links to the stub then lead to it.',
    );
  }
  return null;
}

function kindError(path: string, use: PathUse): VaultLoomError | null {
  if (isNotePath(path) && basename(path).length > '.md'.length) return null;
  if (use === 'edit' && extension(path) === 'canvas') return null;
  if ((use === 'leave' || use === 'enter') && !isNotePath(path)) return null;
  return notAllowed(
    path,
    'is not a note: its name does not end in ".md"',
    use === 'make' ? `Use ${quoted(`${path}.md`)}.` : 'Only notes can be written.',
  );
}

function newNameError(path: string, keptPaths: readonly string[]): VaultLoomError | null {
  const kept = new Set(keptPaths.flatMap((one) => toNfc(one).split('/')));
  for (const segment of path.split('/')) {
    if (kept.has(segment)) continue;
    const problem =
      newNameProblem(segment) ??
      (isNotePath(segment) && /[. ]\.md$/i.test(segment) ? 'has a dot or a space before ".md"' : null);
    if (problem === null) continue;
    const suggestion = sanitisePath(path);
    return new VaultLoomError(
      'path_not_allowed',
      `The path ${quoted(path)} cannot be used: the name ${quoted(segment)} ${problem}.`,
      {
        hint: `Use ${quoted(suggestion)}.`,
        details: { path, suggestion },
      },
    );
  }
  return null;
}

function folderError(path: string, rules: WriteRules): VaultLoomError | null {
  if (rules.folders === null) return null;
  const form = rules.ignoreCase ? foldPath : toNfc;
  if (rules.folders.some((folder) => isWithin(form(path), form(folder)) && form(path) !== form(folder))) return null;
  const named = rules.folders.map((folder) => quoted(`${folder}/`)).join(', ');
  return notAllowed(
    path,
    'is outside the folders where writing is allowed (VAULT_LOOM_FOLDERS)',
    `Write under ${named}, or ask the person to widen the setting.`,
  );
}

function notAllowed(path: string, problem: string, hint: string): VaultLoomError {
  return new VaultLoomError('path_not_allowed', `The path ${quoted(path)} ${problem}.`, { hint, details: { path } });
}

function flag(name: string, value: string | undefined): boolean {
  const word = (value ?? '').trim().toLowerCase();
  if (['1', 'true', 'yes', 'on'].includes(word)) return true;
  if (['', '0', 'false', 'no', 'off'].includes(word)) return false;
  throw new VaultLoomError('invalid_arguments', `${name} is ${quoted(value ?? '')}, which is neither yes nor no.`, {
    hint: `Set ${name} to 1 or 0.`,
  });
}

function folderList(value: string | undefined): string[] | null {
  if (value === undefined || value.trim() === '') return null;
  const folders = listed(value).map((folder) => toNfc(folder.trim()).replace(/\/+$/, ''));
  const wrong = folders.find((folder) => outsideError(folder) !== null || formError(folder) !== null);
  if (folders.length > 0 && wrong === undefined) return folders;
  throw new VaultLoomError(
    'invalid_arguments',
    `VAULT_LOOM_FOLDERS is ${quoted(value)}, which is not a list of folders of the vault.`,
    {
      hint: 'Name folders relative to the vault, separated by commas: "Inbox, Projects/AI". A name with a comma needs a JSON list: ["Notes, old"].',
    },
  );
}

function listed(value: string): string[] {
  if (!value.trim().startsWith('[')) return value.split(',').filter((folder) => folder.trim() !== '');
  const list = parseJson(value);
  return Array.isArray(list) && list.every((folder) => typeof folder === 'string') ? list : [];
}
