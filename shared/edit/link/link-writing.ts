import { decodeDestination } from '../../markdown/inline/link-target.ts';
import type { Link, TextRange } from '../../markdown/parsed-note.ts';
import { encodeDestination } from './link-destination.ts';
import type { TextEdit } from './text-edit.ts';
import type { LinkPlace, WrittenPath } from './link-spelling.ts';
import { escapeInScalar, type ScalarStyles } from './link-yaml.ts';

/** The part of a link that names its file: all of it if the file's name contains a `#` or `^`. */
export function writtenPath(link: Link, place: LinkPlace): WrittenPath {
  const isSplit = link.subpath === '' || place.names.locate(link.path, link.path, place.source) === place.target;
  return isSplit ? { path: link.path, subpath: link.subpath } : { path: link.target, subpath: '' };
}

/** The edit that replaces the written path, in this link's syntax; null if impossible. */
export function replacePath(
  text: string,
  styles: ScalarStyles,
  link: Link,
  written: WrittenPath,
  path: string,
): TextEdit | null {
  const range = rangeOfPath(text, link, written);
  const { start, end } = range ?? link.targetRange;
  const replacement = encode(text, styles, link, range === null ? path + written.subpath : path);
  return replacement === null ? null : { offset: start, length: end - start, replacement };
}

function encode(text: string, styles: ScalarStyles, link: Link, path: string): string | null {
  const { start, end } = link.targetRange;
  if (link.kind === 'markdown' || link.kind === 'markdown-embed')
    return encodeDestination(path, text.slice(start, end), text.charAt(start - 1) === '<');
  if (UNSAFE_IN_WIKILINK.test(path)) return null;
  if (link.kind !== 'frontmatter') return path;
  const style = styles(start);
  return style === null ? null : escapeInScalar(path, style);
}

const UNSAFE_IN_WIKILINK = /[|\n\r]|\[\[|\]\]|^\[|\]$/;
const SUBPATH_START = /#|%23|\\#/i;
const BLOCK_START = /(?:\^|%5e)[a-z0-9-]+$/i;

/** Where the path is: the target without its subpath and the spaces before it. Null if escapes hide it. */
function rangeOfPath(text: string, link: Link, written: WrittenPath): TextRange | null {
  const { start, end } = link.targetRange;
  const raw = text.slice(start, end);
  const stop = written.subpath === '' ? -1 : raw.search(written.subpath.startsWith('#') ? SUBPATH_START : BLOCK_START);
  if (written.subpath !== '' && stop < 0) return null;
  const path = stop < 0 ? raw : raw.slice(0, stop).trimEnd();
  if (link.kind.startsWith('markdown') && decodeDestination(path).trim() !== written.path) return null;
  return { start, end: start + path.length };
}
