import type { NoteOrStubRef } from '../protocol/schemas/common.ts';
import { isStubGraphKey, type Stub } from '../notes/stubs.ts';
import type { NoteRecord } from '../notes/note-record.ts';
import type { NoteIndex } from '../index/note-index.ts';

/** How a node of the link graph is shown, canvases included; null for what appears in no result: hidden files, and stubs that only those link to. */
export function showNode(index: NoteIndex, key: string): NoteOrStubRef | null {
  if (isStubGraphKey(key)) {
    const stub = index.links.stubs.get(key);
    return stub === null || !isStubShown(index, stub) ? null : { path: stub.path, title: stub.title, stub: true };
  }
  const record = index.source(key);
  return record === undefined || record.visibility === 'hidden' ? null : { path: record.path, title: record.title };
}

/** A stub is shown if a visible note or canvas links to it, but never in a hidden place, where it would reveal that no note exists. */
export function isStubShown(index: NoteIndex, stub: Stub): boolean {
  return !isInHiddenPlace(index, stub) && stub.sources.some((source) => index.source(source)?.visibility !== 'hidden');
}

/** True for a node counted for ranks and themes: a note included in search, or a stub that such a note links to; never a canvas. */
export function isRanked(index: NoteIndex, key: string): boolean {
  if (!isStubGraphKey(key)) return index.note(key)?.visibility === 'visible';
  const stub = index.links.stubs.get(key);
  return (
    stub !== null &&
    !isInHiddenPlace(index, stub) &&
    stub.sources.some((source) => index.note(source)?.visibility === 'visible')
  );
}

function isInHiddenPlace(index: NoteIndex, { path }: Stub): boolean {
  return index.isHidden(path.slice('_stub/'.length));
}

/** The notes that tools may list: all but the hidden ones. */
export function* shownNotes(index: NoteIndex): IterableIterator<NoteRecord> {
  for (const record of index.notes()) if (record.visibility !== 'hidden') yield record;
}

/** True when the note has the tag or a child of it; letter case and a leading `#` are ignored. */
export function hasTag(record: NoteRecord, tag: string): boolean {
  const wanted = tag.replace(/^#/, '').toLowerCase();
  return record.tags.some((own) => {
    const lower = own.toLowerCase();
    return lower === wanted || lower.startsWith(`${wanted}/`);
  });
}

/** ISO 8601, from epoch milliseconds. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
