import { similarity } from '../notes/fuzzy-match.ts';
import { STUB_FOLDER } from '../notes/file-names.ts';
import { compareCodeUnits, dirname, foldPath } from '../vault/paths.ts';
import type { NoteIndex } from './note-index.ts';
import { hasTag, shownNotes } from './note-views.ts';

/** A filter as a tool was given it. */
export interface Filter {
  directory?: string | undefined;
  tag?: string | undefined;
}

/**
 * What to say of a folder or tag that no note has, with the names nearest to it; undefined where all are known. Of hidden notes
 * nothing is told.
 */
export function filterHint(index: NoteIndex, { directory, tag }: Filter, folder: string): string | undefined {
  const hints = [
    ...(directory === undefined || folder === '' ? [] : hintOf('folder', directory, folder, foldersOf(index))),
    ...(tag === undefined ? [] : hintOf('tag', tag, foldPath(tag.replace(/^#/, '')), tagsOf(index, tag))),
  ];
  return hints.length === 0 ? undefined : hints.join(' ');
}

/** `known`: folded names, and how each is written. */
function hintOf(kind: 'folder' | 'tag', given: string, folded: string, known: Map<string, string>): string[] {
  if (known.has(folded)) return [];
  const near = [...known]
    .map(([key, name]) => ({ name, score: Math.max(similarity(folded, key), similarity(folded, lastPart(key))) }))
    .filter(({ score }) => score >= MIN_SIMILARITY)
    .sort((a, b) => b.score - a.score || compareCodeUnits(a.name, b.name))
    .slice(0, MAX_NAMES)
    .map(({ name }) => JSON.stringify(name));
  const asked = JSON.stringify(given.slice(0, 120));
  return [`No note ${kind === 'folder' ? 'lies in the folder' : 'has the tag'} ${asked}.${near.length === 0 ? '' : ` Near: ${near.join(', ')}.`}`];
}

function foldersOf(index: NoteIndex): Map<string, string> {
  const folders = new Map<string, string>([[foldPath(STUB_FOLDER.slice(0, -1)), STUB_FOLDER.slice(0, -1)]]);
  for (const { path } of shownNotes(index)) {
    for (let folder = dirname(path); folder !== '' && !folders.has(foldPath(folder)); folder = dirname(folder)) folders.set(foldPath(folder), folder);
  }
  return folders;
}

function tagsOf(index: NoteIndex, wanted: string): Map<string, string> {
  const tags = new Map<string, string>();
  for (const record of shownNotes(index)) {
    if (hasTag(record, wanted)) tags.set(foldPath(wanted.replace(/^#/, '')), wanted);
    for (const tag of record.tags) {
      for (let part = tag; part !== '' && !tags.has(foldPath(part)); part = dirname(part)) tags.set(foldPath(part), part);
    }
  }
  return tags;
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

const MAX_NAMES = 5;
const MIN_SIMILARITY = 0.4;
