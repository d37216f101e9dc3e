import { shorten } from '../../kit/text/shorten.ts';
import { similarityTo, typoDistance } from '../../notes/fuzzy-match.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { dirname, foldPath } from '../../vault/paths.ts';
import { isInFolder, normaliseFolder } from '../in-folder.ts';
import { takesPartInSearch, type NoteIndex } from '../../index/note-index.ts';
import { hasTag, shownNotes } from '../shown-notes.ts';

const MOST_NEAR = 3;
/** Least similarity, 0 to 1, of a name worth suggesting. */
const LEAST_LIKENESS = 0.4;
const MOST_TYPOS = 2;
const LONGEST_NAME = 100;
/** A `#tag` or a path in a query, which belongs in a filter. */
const TAG_WORD = /(?:^|\s)#([^\s#"]+)/gu;
const PATH_WORD = /(?:^|\s)"?((?:[^\s"/]+\/)+[^\s"/]*)/gu;
const MOST_NAMED = 3;

/**
 * Hints for a folder or tag filter that no note matches, with the nearest existing ones. Search, unlike lists, leaves
 * out excluded notes.
 */
export function filterHints(
  index: NoteIndex,
  { directory = '', tag }: { directory?: string | undefined; tag?: string | undefined },
  asked: 'search' | 'list' = 'search',
): string[] {
  const folder = normaliseFolder(directory);
  const hints: string[] = [];
  if (folder !== '') hints.push(...folderHint(index, directory, folder, asked));
  if (tag !== undefined && !hasAny(index, (record) => hasTag(record, tag))) hints.push(unknownTag(index, tag));
  return hints;
}

/** The same for tags and folders named in a query, which is read as words. */
export function namedInQueryHints(index: NoteIndex, query: string): string[] {
  const tags = [...query.matchAll(TAG_WORD)]
    .slice(0, MOST_NAMED)
    .flatMap(([, tag = '']) =>
      !/\p{L}/u.test(tag) || hasAny(index, (record) => hasTag(record, tag)) ? [] : [unknownTag(index, tag)],
    );
  const folders = [...query.matchAll(PATH_WORD)].slice(0, MOST_NAMED).flatMap(([, path = '']) => {
    const folder = path.includes('://') ? '' : normaliseFolder(path);
    const near =
      folder === '' || hasAny(index, (record) => isInFolder(record.path, folder))
        ? []
        : nearest(path, foldersOf(index));
    return near.length === 0 ? [] : [`There is no folder "${shorten(path, LONGEST_NAME)}".${meant(near)}`];
  });
  return [...tags, ...folders];
}

function folderHint(index: NoteIndex, given: string, folder: string, asked: 'search' | 'list'): string[] {
  let isKnown = false;
  for (const record of shownNotes(index)) {
    if (!isInFolder(record.path, folder)) continue;
    if (asked === 'list' || takesPartInSearch(record)) return [];
    isKnown = true;
  }
  if (isKnown)
    return [`The notes in "${shorten(given, LONGEST_NAME)}" are excluded from search; list_notes lists them.`];
  return [
    `There is no folder "${shorten(given, LONGEST_NAME)}" with notes in it.${meant(nearest(given, foldersOf(index)))}`,
  ];
}

function unknownTag(index: NoteIndex, given: string): string {
  const tag = given.replace(/^#/, '');
  return `No note has the tag "${shorten(tag, LONGEST_NAME)}".${meant(nearest(tag, tagsOf(index)))}`;
}

/** The end of a hint: the names that may have been meant. */
export function meant(near: readonly string[]): string {
  return near.length === 0 ? '' : ` Near: ${near.map((name) => `"${shorten(name, LONGEST_NAME)}"`).join(', ')}.`;
}

/** The names most similar to the given one: a typo away, part of each other, or mostly the same letters. */
export function nearest(given: string, names: Iterable<string>): string[] {
  const wanted = foldPath(given.replace(/^\/+|\/+$/g, '')).slice(0, LONGEST_NAME);
  const similarity = similarityTo(wanted);
  return [...names]
    .map((name) => ({ name, likeness: likeness(wanted, foldPath(name).slice(0, LONGEST_NAME), similarity) }))
    .filter((candidate) => candidate.likeness >= LEAST_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness || a.name.length - b.name.length || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_NEAR)
    .map(({ name }) => name);
}

function likeness(wanted: string, name: string, similarity: (name: string) => number): number {
  const own = Math.max(similarity(name), similarity(name.slice(name.lastIndexOf('/') + 1)));
  const isPart = wanted.length > 2 && (name.includes(wanted) || (name.length > 2 && wanted.includes(name)));
  const isSlip =
    Math.min(wanted.length, name.length) > 2 &&
    typoDistance(wanted, name, MOST_TYPOS) <= Math.min(MOST_TYPOS, wanted.length >>> 1);
  return Math.max(own, isPart ? 0.6 : 0, isSlip ? 0.9 : 0);
}

function foldersOf(index: NoteIndex): Set<string> {
  const folders = new Set<string>();
  for (const record of shownNotes(index)) {
    for (let folder = dirname(record.path); folder !== '' && !folders.has(folder); folder = dirname(folder))
      folders.add(folder);
  }
  return folders;
}

function tagsOf(index: NoteIndex): Set<string> {
  const tags = new Set<string>();
  for (const record of shownNotes(index)) for (const tag of record.tags) tags.add(tag);
  return tags;
}

function hasAny(index: NoteIndex, accepts: (record: NoteRecord) => boolean): boolean {
  for (const record of shownNotes(index)) if (accepts(record)) return true;
  return false;
}
