import type { ThemeNote } from '../graph-types.ts';
import { labelText, shortenedTo } from './theme-text.ts';
import { foldersOf } from './theme-traits.ts';
import { tagKey } from '../../kit/text/tag-key.ts';

type SummarisedNote = Pick<ThemeNote, 'path' | 'title' | 'tags'>;

const CENTRAL_NOTES = 3;
const MAX_TAGS = 3;
const MAX_TITLE = 60;

/**
 * A cluster in one or two sentences: its number of notes, where they are, the most central ones, and shared tags.
 * @param members paths of members that still exist, most central first
 * @param noteAt facts of the note at a path; undefined for a stub
 */
export function clusterSummary(
  members: readonly string[],
  noteAt: (path: string) => SummarisedNote | undefined,
): string {
  const notes = members.map(noteAt).filter((note) => note !== undefined);
  if (notes.length === 0) return 'No note of this theme is left.';
  const stubs = members.length - notes.length;
  const size = `${counted(notes.length, 'note')}${stubs === 0 ? '' : ` and ${counted(stubs, 'stub')}`}`;
  const place = placeOf(notes);
  const central = notes.slice(0, CENTRAL_NOTES).map((note) => `“${nameOf(note)}”`);
  const about =
    notes.length <= CENTRAL_NOTES ? `: ${listed(central)}` : `${place.isAside ? ',' : ''} around ${listed(central)}`;
  const tags = sharedTags(notes);
  return `${size}${place.text}${about}.${tags.length === 0 ? '' : ` Shared tags: ${tags.map((tag) => `#${tag}`).join(', ')}.`}`;
}

/** The innermost folder of all notes, or of more than half. */
function placeOf(notes: readonly SummarisedNote[]): { text: string; isAside: boolean } {
  const counts = new Map<string, number>();
  for (const { path } of notes) for (const folder of foldersOf(path)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  const innermost = (least: number): string | undefined =>
    [...counts]
      .filter(([, count]) => count >= least)
      .map(([folder]) => folder)
      .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))[0];
  const ofAll = innermost(notes.length);
  const ofMost = innermost(Math.floor(notes.length / 2) + 1);
  if (ofMost === undefined) return { text: '', isAside: false };
  const isAside = ofAll !== ofMost;
  return { text: isAside ? `, most of them in ${quotedIfOdd(ofMost)}` : ` in ${quotedIfOdd(ofMost)}`, isAside };
}

/** Tags of at least two notes and a third of all, most frequent first. */
function sharedTags(notes: readonly SummarisedNote[]): string[] {
  const counts = new Map<string, { tag: string; count: number }>();
  for (const { tags } of notes) {
    for (const key of new Set(tags.map(tagKey))) {
      const known = counts.get(key);
      if (known === undefined) counts.set(key, { tag: tags.find((tag) => tagKey(tag) === key) ?? key, count: 1 });
      else known.count++;
    }
  }
  return [...counts.values()]
    .filter(({ count }) => count >= Math.max(2, notes.length / 3))
    .sort((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1))
    .slice(0, MAX_TAGS)
    .map(({ tag }) => tag);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items[items.length - 1] ?? ''}`;
}

/** The title, or the file's name if none of it can be shown. */
function nameOf({ title, path }: SummarisedNote): string {
  return shortenedTo(labelText(title) || path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, ''), MAX_TITLE);
}

/** Punctuation at a folder's end would run into the sentence's own. */
function quotedIfOdd(folder: string): string {
  return /[\p{L}\p{M}\p{N})]$/u.test(folder) ? folder : `“${folder}”`;
}
