import { oneLine } from '../../kit/text/shorten.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import type { FileNames } from '../../notes/file-names.ts';
import type { AppSettings } from '../../vault/rules/app-settings.ts';
import { splitLinkText } from '../../markdown/inline/link-target.ts';
import { basename, isNotePath, withoutMd } from '../../vault/paths.ts';
import { encodeDestination } from './link-destination.ts';
import { escapeLabel } from './link-label.ts';
import { leadsTo, pathBelow, relativePath } from './link-spelling.ts';
import type { LinkPlace } from './link-spelling.ts';

/** The app's settings for how to write links. */
export type LinkStyle = Pick<AppSettings, 'newLinkFormat' | 'useMarkdownLinks'>;

/**
 * A link from the note `source` to the file `target` (vault paths), by the app's settings: a wikilink, or a Markdown
 * link that shows the file's name. `shortest` is the name if unique, otherwise the path. Uses a longer form if the
 * shorter one leads elsewhere. `subpath` (`#heading`, `#^block`) follows the name.
 * @throws VaultLoomError `invalid_arguments` if no link can contain the path
 */
export function linkText(
  target: string,
  source: string,
  names: FileNames,
  { newLinkFormat, useMarkdownLinks }: LinkStyle,
  subpath = '',
): string {
  if (!isLinkable(target)) throw unsafe(target);
  const place: LinkPlace = { names, source, target };
  const path = useMarkdownLinks ? target : withoutMd(target);
  const relative = relativePath(source, path);
  const isClear = names.countNamed(target) === 1;
  const spellings = {
    shortest: [isClear ? basename(path) : path],
    relative: [pathBelow(source, path), relative],
    absolute: [path],
  }[newLinkFormat];
  for (const spelling of [...spellings, path, target, relative, relativePath(source, target)]) {
    if (spelling === undefined || !leadsTo(place, spelling, subpath)) continue;
    const written = spelling + subpath;
    return useMarkdownLinks ? markdownLinkText(basename(withoutMd(target)), written) : `[[${written}]]`;
  }
  throw unsafe(target);
}

/**
 * A link to a missing note, from a caller's text: with or without `[[…]]`, perhaps with `#heading`; an alias is left
 * out.
 * @throws VaultLoomError `invalid_arguments` if it is empty or has characters that end a link
 */
export function missingLinkText(written: string, { useMarkdownLinks }: Pick<LinkStyle, 'useMarkdownLinks'>): string {
  const target = missingTarget(written);
  if (!useMarkdownLinks) return `[[${target}]]`;
  const { path, subpath } = splitLinkText(target);
  const file = path === '' || isNotePath(path) ? path : `${path}.md`;
  return markdownLinkText(basename(withoutMd(path)) || target, `${file}${subpath}`);
}

/**
 * The target of a caller's link, without `[[…]]` and the alias in it.
 * @throws VaultLoomError `invalid_arguments` if it is empty or has characters that end a link
 */
export function missingTarget(written: string): string {
  const trimmed = written.trim();
  const inside = /^!?\[\[([^]*)\]\]$/.exec(trimmed)?.[1]?.replace(/\\?\|[^\n\r]*$/, '');
  const target = (inside ?? trimmed).trim();
  if (target === '' || ENDS_LINK.test(target)) throw unsafe(trimmed, 'Choose another name.');
  return target;
}

function markdownLinkText(label: string, path: string): string {
  return `[${escapeLabel(label)}](${encodeDestination(path, '', false)})`;
}

/** The line `link_notes` writes: the reason on one line, then the link unless the reason contains it. */
export function linkSentence(reason: string, link: string): string {
  const sentence = oneLine(reason);
  if (sentence.includes(link)) return sentence;
  return sentence === '' ? link : `${sentence} ${link}`;
}

/**
 * Refuses a name for a missing note that no link to it could hold.
 * @throws VaultLoomError `invalid_arguments`
 */
export function refuseUnlinkable(name: string): void {
  if (!isLinkable(name)) throw unsafe(name, 'Choose another name.');
}

/** Whether a wikilink can hold the name of a note. */
export function isLinkable(name: string): boolean {
  return !UNSAFE.test(name);
}

/** The app's own list, without the colon, which works. */
const UNSAFE = /[#|^\n\r]|%%|\[\[|\]\]|^\[|\](?:\.md)?$/i;
const ENDS_LINK = /[|\n\r]|%%|\[\[|\]\]|^\[|\]$/;

function unsafe(name: string, way = 'Rename the note with move_note first.'): VaultLoomError {
  return new VaultLoomError('invalid_arguments', `"${name}" cannot be written in a link.`, {
    hint: `Links cannot hold # | ^ %% [[ or ]] in a name. ${way}`,
  });
}
