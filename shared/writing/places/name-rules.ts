import { LONE_SURROGATE } from '../../kit/text/lone-surrogate.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import { isNotePath, withoutMd } from '../../vault/paths.ts';
import { byteLength, FORBIDDEN, isReserved, MAX_NAME_BYTES, sanitiseTitle } from './safe-title.ts';

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

/**
 * Refuses the name of a canvas or a base for a note, which would get `.md` after it.
 * @throws VaultLoomError `invalid_arguments`
 */
export function refuseOtherKind(name: string): void {
  const kind = /\.(canvas|base)$/i.exec(name)?.[1];
  if (kind === undefined) return;
  throw new VaultLoomError(
    'invalid_arguments',
    `${quoted(name)} would be a note called ${quoted(`${name}.md`)}, and no ${kind}.`,
    {
      hint: `Only the app makes a ${kind}. For a note leave out ".${kind}", or add ".md" to keep that name.`,
    },
  );
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

function edgeProblem(title: string): string | null {
  return /[. ]$/.test(title) ? 'ends in a dot or a space' : null;
}

function characterName(character: string): string {
  return /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(character)
    ? `the control character U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
    : `"${character}"`;
}
