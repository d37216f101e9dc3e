import { VaultLoomError } from '../protocol/errors.ts';
import type { FileNames } from '../notes/file-names.ts';
import { basename, withoutMd } from '../vault/paths.ts';
import { leadsTo, pathBelow, relativePath } from './link-spelling.ts';
import type { LinkPlace, NewLinkFormat } from './link-spelling.ts';

/**
 * A wikilink from the note `source` to the file `target` (vault paths), as the app's `newLinkFormat` wants it. `shortest` is the name
 * alone where no other file bears it, else the path; a longer form is taken wherever the shorter one leads elsewhere.
 * @throws VaultLoomError `invalid_arguments` when the path holds what no link can.
 */
export function linkText(target: string, source: string, names: FileNames, newLinkFormat: NewLinkFormat): string {
  if (UNSAFE.test(target)) throw unsafe(target);
  const place: LinkPlace = { names, source, target };
  const path = withoutMd(target);
  const relative = relativePath(source, path);
  const isClear = names.countNamed(target) === 1;
  const spellings = {
    shortest: [isClear ? basename(path) : path],
    relative: [pathBelow(source, path), relative],
    absolute: [path],
  }[newLinkFormat];
  for (const spelling of [...spellings, path, `/${path}`, target, `/${target}`]) {
    if (spelling !== undefined && leadsTo(place, spelling, '')) return `[[${spelling}]]`;
  }
  throw unsafe(target);
}

/**
 * A wikilink to a note that does not exist, from what a caller wrote: with or without `[[…]]`, perhaps with `#heading`.
 * @throws VaultLoomError `invalid_arguments` when it is empty, or holds what ends a link.
 */
export function missingLinkText(written: string): string {
  const target = written.trim().replace(/^!?\[\[([^]*)\]\]$/, '$1').trim();
  if (target === '' || ENDS_LINK.test(target)) throw unsafe(written.trim());
  return `[[${target}]]`;
}

/** The line that `link_notes` writes: the reason on one line, and the link after it unless the reason holds it. */
export function linkSentence(reason: string, link: string): string {
  const sentence = reason.replace(/\s+/g, ' ').trim();
  if (sentence.includes(link)) return sentence;
  return sentence === '' ? link : `${sentence} ${link}`;
}

/** What the app's own list of unsafe characters holds, less the colon: that works. */
const UNSAFE = /[#|^\n\r]|%%|\[\[|\]\]|^\[|\](?:\.md)?$/i;
const ENDS_LINK = /[|\n\r]|%%|\[\[|\]\]|^\[|\]$/;

function unsafe(name: string): VaultLoomError {
  return new VaultLoomError('invalid_arguments', `"${name}" cannot be written in a link.`, {
    hint: 'Links cannot hold # | ^ %% [[ or ]] in a name: rename the note with move_note first.',
  });
}
