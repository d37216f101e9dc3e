import { BestSoFar } from '../../../kit/best.ts';
import { findSteps, visitSteps } from '../../../kit/concurrency/long-lists.ts';
import { runSteps, type Steps } from '../../../kit/concurrency/slices.ts';
import { compareCodeUnits } from '../../../kit/text/compare-code-units.ts';
import { shorten } from '../../../kit/text/shorten.ts';
import { similarityTo, typoDistance } from '../../../notes/fuzzy-match.ts';
import type { NoteRecord } from '../../../notes/note-record.ts';
import { foldPath } from '../../../vault/paths.ts';
import type { AnswerParts } from '../../answer-parts.ts';
import { folderMeant, isInFolder } from '../../in-folder.ts';
import { vaultTallies } from '../../kept/vault-tallies.ts';
import { takesPartInSearch } from '../../../index/note-index.ts';
import { shownNotes } from '../../shown-notes.ts';

const MOST_NEAR = 3;
/** Least similarity, 0 to 1, of a name worth suggesting. */
const LEAST_LIKENESS = 0.4;
const MOST_TYPOS = 2;
const LONGEST_NAME = 100;
/** A `#tag` or a path in a query, which belongs in a filter. */
const TAG_WORD = /(?:^|\s)#([^\s#"]+)/gu;
const PATH_WORD = /(?:^|\s)"?((?:[^\s"/]+\/)+[^\s"/]*)/gu;
const MOST_NAMED = 3;

type HintParts = Pick<AnswerParts, 'index' | 'source' | 'slicer'>;

/**
 * Hints for a folder or tag filter that no note matches, with the nearest existing ones. Search, unlike lists, leaves
 * out excluded notes.
 */
export async function filterHints(
  parts: HintParts,
  {
    directory = '',
    tag,
    tags = [],
  }: { directory?: string | undefined; tag?: string | undefined; tags?: readonly string[] },
  asked: 'search' | 'list' = 'search',
): Promise<string[]> {
  const folder = folderMeant(parts.index, directory);
  const hints: string[] = [];
  if (folder !== '') hints.push(...(await folderHint(parts, directory, folder, asked)));
  for (const one of tag === undefined ? tags : [tag, ...tags]) hints.push(...(await tagHint(parts, one)));
  return hints;
}

/** The same for tags and folders named in a query, which is read as words. */
export async function namedInQueryHints(parts: HintParts, query: string): Promise<string[]> {
  const hints: string[] = [];
  for (const [, tag = ''] of [...query.matchAll(TAG_WORD)].slice(0, MOST_NAMED))
    if (/\p{L}/u.test(tag)) hints.push(...(await tagHint(parts, tag)));
  for (const [, path = ''] of [...query.matchAll(PATH_WORD)].slice(0, MOST_NAMED)) {
    const folder = path.includes('://') ? '' : folderMeant(parts.index, path);
    if (folder === '' || (await anyInFolder(parts, folder)) !== undefined) continue;
    const near = await nearestFolders(parts, path);
    if (near.length > 0) hints.push(`There is no folder "${shorten(path, LONGEST_NAME)}".${meant(near)}`);
  }
  return hints;
}

async function folderHint(
  parts: HintParts,
  given: string,
  folder: string,
  asked: 'search' | 'list',
): Promise<string[]> {
  const accepts = asked === 'list' ? undefined : takesPartInSearch;
  if ((await anyInFolder(parts, folder, accepts)) !== undefined) return [];
  if (accepts !== undefined && (await anyInFolder(parts, folder)) !== undefined)
    return [`The notes in "${shorten(given, LONGEST_NAME)}" are excluded from search; list_notes lists them.`];
  const near = await nearestFolders(parts, given);
  return [`There is no folder "${shorten(given, LONGEST_NAME)}" with notes in it.${meant(near)}`];
}

function anyInFolder(
  { index, slicer }: HintParts,
  folder: string,
  accepts: (record: NoteRecord) => boolean = () => true,
): Promise<NoteRecord | undefined> {
  return slicer.run(findSteps(shownNotes(index), (record) => isInFolder(record.path, folder) && accepts(record)));
}

async function nearestFolders(parts: HintParts, given: string): Promise<string[]> {
  const { folders } = await vaultTallies(parts, parts.index);
  return parts.slicer.run(
    nearestSteps(
      given,
      folders.map(({ path }) => path),
    ),
  );
}

async function tagHint(parts: HintParts, given: string): Promise<string[]> {
  const tallies = await vaultTallies(parts, parts.index);
  const tag = given.replace(/^#/, '');
  if (tallies.hasTag(tag)) return [];
  const tags = tallies.tags.map((row) => row.tag);
  const near = await parts.slicer.run(nearestSteps(tag, tags));
  return [`No note has the tag "${shorten(tag, LONGEST_NAME)}".${meant(near)}`];
}

/** The end of a hint: the names that may have been meant. */
export function meant(near: readonly string[]): string {
  return near.length === 0 ? '' : ` Near: ${near.map((name) => `"${shorten(name, LONGEST_NAME)}"`).join(', ')}.`;
}

/** The names most similar to the given one: a typo away, part of each other, or mostly the same letters. */
export function nearest(given: string, names: Iterable<string>): string[] {
  return runSteps(nearestSteps(given, names));
}

function* nearestSteps(given: string, names: Iterable<string>): Steps<string[]> {
  const wanted = foldPath(given.replace(/^\/+|\/+$/g, '')).slice(0, LONGEST_NAME);
  const similarity = similarityTo(wanted);
  const near = new BestSoFar<{ name: string; likeness: number }>(
    MOST_NEAR,
    (a, b) => b.likeness - a.likeness || a.name.length - b.name.length || compareCodeUnits(a.name, b.name),
  );
  yield* visitSteps(names, (name) => {
    const own = likeness(wanted, foldPath(name).slice(0, LONGEST_NAME), similarity);
    if (own >= LEAST_LIKENESS) near.add({ name, likeness: own });
  });
  return near.sorted().map(({ name }) => name);
}

function likeness(wanted: string, name: string, similarity: (name: string) => number): number {
  const own = Math.max(similarity(name), similarity(name.slice(name.lastIndexOf('/') + 1)));
  const isPart = wanted.length > 2 && (name.includes(wanted) || (name.length > 2 && wanted.includes(name)));
  const isSlip =
    Math.min(wanted.length, name.length) > 2 &&
    typoDistance(wanted, name, MOST_TYPOS) <= Math.min(MOST_TYPOS, wanted.length >>> 1);
  return Math.max(own, isPart ? 0.6 : 0, isSlip ? 0.9 : 0);
}
