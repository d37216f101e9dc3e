import { compareCodeUnits } from '../../../shared/kit/text/compare-code-units.ts';

/** A link with a number before it, by which it is found again after a change: `L7:[[Note]]`. */
export interface MarkedLink {
  number: string;
  /** The link as it stands. */
  written: string;
  path: string;
}

const MARKED = /L(\d+):(?:\[\[((?:[^\]\n]|\](?!\]))*)\]\]|\[[^\]\n]*\]\((<[^>\n]*>|(?:[^()\s]|\([^()\s]*\))*)\))/gu;

/** The marked links of a note. Reads them without the project's own parser. */
export function markedLinks(text: string): MarkedLink[] {
  return [...text.matchAll(MARKED)].map(([written, number = '', wikilink, destination]) => {
    // A heading is cut off before a sign of the path itself is decoded.
    const path =
      wikilink === undefined
        ? decoded((destination ?? '').replace(/^<|>$/gu, '').replace(/#.*$/su, ''))
        : wikilink.replace(/\\?\|.*$/su, '').replace(/#.*$/su, '');
    return { number, written, path: path.trim() };
  });
}

/** The text without its marked links, which alone may change when a note is moved. */
export function withoutMarkedLinks(text: string): string {
  return text.replace(MARKED, 'L$1');
}

/** A name as the app compares it. */
export function folded(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC');
}

/**
 * Where a link's path leads among these files by the app's rules, written down a second time, without what the project
 * is made of: a path from the vault's root; from the note's folder, with dots; else a file of this name or with this
 * end of its path, in and below the note's folder first, then by the shortest path. Several are as near as each other.
 */
export function appFinds(files: readonly string[], path: string, source: string): string[] {
  if (path === '') return [source];
  const own = source.split('/').slice(0, -1);
  if (/^\.{1,2}\//.test(path)) return exactly(files, joined(own, path));
  const exact = exactly(files, path);
  if (exact.length > 0) return exact;
  for (const spelling of spellingsOf(path)) {
    const found = files.filter((file) => folded(file).endsWith(`/${folded(spelling)}`));
    const near = found.filter((file) => own.length === 0 || folded(file).startsWith(`${folded(own.join('/'))}/`));
    const pool = near.length > 0 ? near : found;
    const shortest = Math.min(...pool.map(lengthOf));
    if (pool.length > 0) return pool.filter((file) => lengthOf(file) === shortest).sort(compareCodeUnits);
  }
  return [];
}

function lengthOf(file: string): number {
  return file.normalize('NFC').length;
}

function exactly(files: readonly string[], path: string): string[] {
  for (const spelling of spellingsOf(path)) {
    const found = files.filter((file) => folded(file) === folded(spelling));
    if (found.length > 0) return found.includes(spelling) ? [spelling] : found;
  }
  return [];
}

function spellingsOf(path: string): string[] {
  const name = path.split('/').at(-1) ?? '';
  return name.includes('.') ? [path, `${path}.md`] : [`${path}.md`, path];
}

function joined(own: readonly string[], path: string): string {
  const way = [...own];
  for (const part of path.split('/')) {
    if (part === '..') way.pop();
    else if (part !== '.') way.push(part);
  }
  return way.join('/');
}

/** A destination with a bare `%` stands for itself. */
function decoded(destination: string): string {
  try {
    return decodeURIComponent(destination);
  } catch (error) {
    if (error instanceof URIError) return destination;
    throw error;
  }
}
