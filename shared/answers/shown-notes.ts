import type { NoteOrStubRef } from '../protocol/schemas/common.ts';
import { compareCodeUnits } from '../kit/text/compare-code-units.ts';
import { isStubGraphKey, type Stub } from '../notes/stubs.ts';
import type { NoteRecord } from '../notes/note-record.ts';
import type { KeyedCompactGraph } from '../graph/link-graph.ts';
import type { NoteIndex } from '../index/note-index.ts';
import { tagKey } from '../kit/text/tag-key.ts';

/**
 * How results show a node of the link graph, canvases included; null for hidden files, and for stubs that are not
 * shown.
 */
export function showNode(index: NoteIndex, key: string): NoteOrStubRef | null {
  if (isStubGraphKey(key)) {
    const stub = index.links.stubs.get(key);
    return stub === null || !isStubShown(index, stub) ? null : { path: stub.path, title: stub.title, stub: true };
  }
  const record = index.source(key);
  return record === undefined || record.visibility === 'hidden' ? null : { path: record.path, title: record.title };
}

/** Those of the nodes that results show, in the order given. */
export function showNodes(index: NoteIndex, keys: readonly string[]): NoteOrStubRef[] {
  return keys.flatMap((key) => showNode(index, key) ?? []);
}

/** Those of the nodes that results show, by path in code-unit order. */
export function showNodesByPath(index: NoteIndex, keys: readonly string[]): NoteOrStubRef[] {
  return showNodes(index, keys).sort((a, b) => compareCodeUnits(a.path, b.path));
}

/** Tells whether a walk along links may visit a node, canvases included. */
export function isWalkable(index: NoteIndex, includeStubs: boolean): (key: string) => boolean {
  return (key) =>
    isStubGraphKey(key) ? includeStubs && showNode(index, key) !== null : index.source(key)?.visibility !== 'hidden';
}

/**
 * Whether a visible note or canvas links to the stub. Never in a hidden place, where it would reveal that no note
 * exists.
 */
export function isStubShown(index: NoteIndex, stub: Stub): boolean {
  return !isInHiddenPlace(index, stub) && stub.sources.some((source) => index.source(source)?.visibility !== 'hidden');
}

/**
 * Whether a node counts for ranks and themes: a note that search includes, or a stub that such a note links to; no
 * canvas.
 */
export function isRanked(index: NoteIndex, key: string): boolean {
  if (!isStubGraphKey(key)) return index.note(key)?.visibility === 'visible';
  const stub = index.links.stubs.get(key);
  return (
    stub !== null &&
    !isInHiddenPlace(index, stub) &&
    stub.sources.some((source) => index.note(source)?.visibility === 'visible')
  );
}

/** Whether the note that a stub stands for would be in a hidden place. */
export function isInHiddenPlace(index: NoteIndex, { path }: Stub): boolean {
  return index.isHidden(path.slice('_stub/'.length));
}

/** Whether the note at a path, or the one a stub stands for, is hidden or excluded: no label may use its words. */
export function isWithheld(index: NoteIndex, path: string): boolean {
  const record = index.note(path);
  if (record !== undefined) return record.visibility !== 'visible';
  return path.startsWith('_stub/') && index.isHidden(path.slice('_stub/'.length));
}

/** All notes but the hidden ones. */
export function* shownNotes(index: NoteIndex): IterableIterator<NoteRecord> {
  for (const record of index.notes()) if (record.visibility !== 'hidden') yield record;
}

/** Whether the note has the tag or a child of it, ignoring letter case and a leading `#`. */
export function hasTag(record: Pick<NoteRecord, 'tags'>, tag: string): boolean {
  const wanted = tagKey(tag.replace(/^#/, ''));
  return record.tags.some((own) => {
    const key = tagKey(own);
    return key === wanted || key.startsWith(`${wanted}/`);
  });
}

/** ISO 8601, from epoch milliseconds. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** A graph whose keys are the paths by which notes and stubs are shown. */
export function byShownPaths({ graph, keys }: KeyedCompactGraph, { links }: NoteIndex): KeyedCompactGraph {
  const shown = (key: string): string => (isStubGraphKey(key) ? (links.stubs.get(key)?.path ?? key) : key);
  return { graph, keys: keys.map(shown) };
}
