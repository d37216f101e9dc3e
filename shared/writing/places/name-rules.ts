import { LONE_SURROGATE } from '../../kit/text/lone-surrogate.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import { isNotePath, withoutMd } from '../../vault/paths.ts';

/** The longest name file systems accept, in bytes of UTF-8. */
export const MAX_NAME_BYTES = 255;

/** Why some systems cannot store a new name, to follow "the name", or null. */
export function newNameProblem(name: string): string | null {
  const character = FORBIDDEN.exec(name)?.[0];
  if (character !== undefined) return `holds ${characterName(character)}, which not every system can store in a name`;
  if (LONE_SURROGATE.test(name)) return 'is not valid Unicode';
  if (/[. ]$/.test(name)) return 'ends in a dot or a space, which Windows drops';
  if (name.startsWith(' ')) return 'begins with a space';
  if (isReserved(name)) return 'is reserved by Windows';
  if (byteLength(name) > MAX_NAME_BYTES) return `is longer than ${MAX_NAME_BYTES} bytes`;
  return null;
}

/**
 * The nearest title that is a valid file name without `.md`: `AC/DC: live?` gives `AC-DC - live`. Idempotent, never
 * empty.
 */
export function sanitiseTitle(title: string): string {
  const plain = title
    .replace(new RegExp(LONE_SURROGATE, 'gu'), '')
    .normalize('NFC')
    .replace(/\s*:\s+/g, ' - ')
    .replace(/[/\\:|]+/g, '-')
    .replace(/"/g, "'")
    .replace(/\s+/g, ' ')
    .replace(new RegExp(FORBIDDEN, 'gu'), '');
  const kept = trimName(cutToBytes(trimName(plain), MAX_NAME_BYTES - '.md'.length));
  if (kept === '') return 'Untitled';
  return isReserved(kept) ? `${kept.replace(/\..*$/, '')} note` : kept;
}

/**
 * Checks the title of a new note, which becomes its file name.
 * @throws VaultLoomError `invalid_arguments` for an empty title; `path_not_allowed` for one that cannot be a file name,
 * with the sanitised one in the hint and `details.suggestion`
 */
export function checkTitle(title: string): void {
  if (title.trim() === '')
    throw new VaultLoomError('invalid_arguments', 'The title is empty.', { hint: 'Give the note a title.' });
  const problem = title.startsWith('.')
    ? 'begins with a dot, which hides it from the app'
    : (newNameProblem(`${title}.md`) ?? edgeProblem(title));
  if (problem === null) return;
  const suggestion = sanitiseTitle(title);
  throw new VaultLoomError('path_not_allowed', `The title ${quoted(title)} cannot be a file's name: it ${problem}.`, {
    hint: `Use ${quoted(suggestion)}; folders belong in \`directory\`, not in the title.`,
    details: { title, suggestion },
  });
}

/** The path with each of its names made valid; a note keeps its `.md`. */
export function sanitisePath(path: string): string {
  const names = path.split('/').filter((name) => !/^\.*$/.test(name));
  const last = names.pop() ?? '';
  const file = `${sanitiseTitle(withoutMd(last))}${isNotePath(last) ? '.md' : ''}`;
  return [...names.map(sanitiseTitle), file].join('/');
}

/** Foreign text in a message: quoted, control characters visible, cut if long. */
export function quoted(text: string): string {
  const characters = [...text];
  return JSON.stringify(characters.length <= 120 ? text : `${characters.slice(0, 120).join('')}…`);
}

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Characters Windows refuses, control characters, and those that change a name's reading order. */
const FORBIDDEN = /[<>:"|?*/\\]|\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u;

const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])$/i;

function isReserved(name: string): boolean {
  return RESERVED.test((name.split('.')[0] ?? '').trimEnd());
}

function edgeProblem(title: string): string | null {
  return /[. ]$/.test(title) ? 'ends in a dot or a space' : null;
}

function trimName(text: string): string {
  return text.replace(/^[\s.]+|[\s.]+$/g, '');
}

function cutToBytes(text: string, most: number): string {
  let cut = '';
  let bytes = 0;
  for (const character of text) {
    bytes += byteLength(character);
    if (bytes > most) break;
    cut += character;
  }
  return cut;
}

function characterName(character: string): string {
  return /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(character)
    ? `the control character U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
    : `"${character}"`;
}
