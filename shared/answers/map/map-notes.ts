import type { ThemeNote } from '../../graph/graph-types.ts';
import { takesPartInSearch, type NoteIndex } from '../../index/note-index.ts';
import { compareNames } from '../../kit/text/compare-names.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import type { NoteRef } from '../../protocol/schemas/common.ts';

/** The note at a key of the link graph, if the map shows it. */
export function noteOnMap(index: NoteIndex, key: string): NoteRecord | undefined {
  const record = index.note(key);
  return record !== undefined && takesPartInSearch(record) ? record : undefined;
}

/** As names are read: by the titles that rows show, then by their paths. */
export function byName(a: NoteRef, b: NoteRef): number {
  return compareNames(a.title, b.title) || compareNames(a.path, b.path);
}

/** What it is shown as; empty if it is not. */
export function refsOnMap(index: NoteIndex, key: string): NoteRef[] {
  const record = noteOnMap(index, key);
  return record === undefined ? [] : [{ path: record.path, title: record.title }];
}

/** What its theme may be named after. */
export function themeNoteOnMap(index: NoteIndex, key: string): ThemeNote | undefined {
  const record = noteOnMap(index, key);
  if (record === undefined) return undefined;
  const { path, title, tags, headings } = record;
  return { path, title, tags, headings: headings.map(({ text }) => text) };
}
