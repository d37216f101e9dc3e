import { byteLength, MAX_NAME_BYTES, sanitiseTitle } from '../../../shared/writing/places/safe-title.ts';

const MOST_CHARACTERS = 100;
const letters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** What the search box takes for a condition, and for words that a note must not have. */
const CONDITION =
  /(?:^|\s)-?(?:tag|path|file)[:：]\s*(?:["\u201c\u201d\u201e][^"\u201c\u201d\u201e]*["\u201c\u201d\u201e]?|\S+)/giu;
const EXCLUDED = /(?:^|\s)-(?!-)(?:["\u201c\u201d\u201e][^"\u201c\u201d\u201e]*["\u201c\u201d\u201e]?|\S+)/gu;

/**
 * The name of a note to be made of a query, without `.md`; null if nothing is left of it. With slashes it is a path, as
 * in the app's own switcher. `folderAt` gives the path of the vault's folder that is meant, or null: a folder that is
 * there keeps its name.
 */
export function noteNameOf(query: string, folderAt: (path: string) => string | null): string | null {
  const typed = query.replace(CONDITION, ' ').replace(EXCLUDED, ' ');
  const parts = typed.split('/');
  const name = nameMadeOf(parts.pop() ?? '');
  if (name === null) return null;
  let folder = '';
  for (const part of parts) {
    const made = nameMadeOf(part);
    const found = part.trim() === '' ? null : folderAt(`${folder}${part.trim()}`);
    if (found !== null) folder = `${found}/`;
    else if (made !== null) folder += `${made}/`;
  }
  return `${folder}${name}`;
}

/** The name of a note or folder, made of what is typed. */
function nameMadeOf(typed: string): string | null {
  const name = typed
    // Not allowed in file names on some system, or special in links.
    .replace(/[\\:*?"<>|#^[\]\p{Cc}]/gu, ' ')
    // Keyboards make these of plain quotation marks.
    .replace(/[\u201c\u201d\u201e]/gu, ' ')
    .replace(/\s+/gu, ' ')
    // A name that begins with a dot is hidden, one with a blank looks like another.
    .replace(/^[.\s]+/u, '');
  const cut = beginningOf(name).replace(/(?:\.md)?[.\s]*$/iu, '');
  return cut === '' ? null : sanitiseTitle(cut);
}

/** As much of a name as file systems take, in whole letters. */
function beginningOf(name: string): string {
  let cut = '';
  let [characters, bytes] = [0, '.md'.length];
  for (const { segment } of letters.segment(name)) {
    characters += [...segment].length;
    bytes += byteLength(segment);
    if (characters > MOST_CHARACTERS || bytes > MAX_NAME_BYTES) break;
    cut += segment;
  }
  return cut;
}
