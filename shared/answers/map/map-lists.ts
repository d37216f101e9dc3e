import type { MapOutput } from '../../protocol/schemas/map.ts';
import type { NoteRef } from '../../protocol/schemas/common.ts';
import { takesPartInSearch, type NoteIndex } from '../../index/note-index.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { firstSorted } from '../../kit/concurrency/sorted.ts';
import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { hasText } from '../copies/near-copies.ts';
import { isStubShown } from '../shown-notes.ts';
import { byName, noteOnMap, refsOnMap } from './map-notes.ts';
import type { KnownCopy } from './note-neighbours.ts';

const MOST_ROWS = 2_000;

/** The near copies of a note, as they were when it was compared. */
type CopiesOf = (record: NoteRecord) => readonly KnownCopy[];

/** The lists to act on that come with a map, except ranks. */
export function* mapLists(
  index: NoteIndex,
  copiesOf: CopiesOf,
): Steps<Pick<MapOutput, 'unresolved' | 'unlinked' | 'copies'>> {
  const unresolved: MapOutput['unresolved']['rows'] = [];
  for (const stub of index.links.stubs.all()) {
    yield;
    if (!isStubShown(index, stub)) continue;
    let links = 0;
    for (const source of stub.sources)
      if (index.source(source)?.visibility !== 'hidden') links += index.graph.linkCount(source, stub.key);
    unresolved.push({ path: stub.path, title: stub.title, stub: true, links });
  }
  const unlinked: NoteRef[] = [];
  for (const record of index.notes()) {
    yield;
    if (takesPartInSearch(record) && index.graph.inDegree(record.path) + index.graph.outDegree(record.path) === 0)
      unlinked.push({ path: record.path, title: record.title });
  }
  const copies = yield* copiesAmong(index, copiesOf);
  return {
    unresolved: yield* listed(unresolved, (a, b) => b.links - a.links || byName(a, b)),
    unlinked: yield* listed(unlinked, byName),
    copies: yield* listed(copies, ([a], [b]) => (a === undefined || b === undefined ? 0 : byName(a, b))),
  };
}

/** Groups of notes that are nearly the same, each in the order of names. */
function* copiesAmong(index: NoteIndex, copiesOf: CopiesOf): Steps<NoteRef[][]> {
  const copies = yield* copiesByPath(index, copiesOf);
  const groups: NoteRef[][] = [];
  const grouped = new Set<string>();
  for (const path of [...copies.keys()].sort(compareCodeUnits)) {
    yield;
    const group: NoteRef[] = [];
    for (const waiting = [path]; waiting.length > 0; ) {
      const next = waiting.pop() ?? '';
      if (grouped.has(next)) continue;
      grouped.add(next);
      group.push(...refsOnMap(index, next));
      waiting.push(...(copies.get(next) ?? []));
    }
    if (group.length > 1) groups.push(group.sort(byName));
  }
  return groups;
}

/**
 * The older of two notes learns that the newer is a copy of it only when it changes itself, so each has the other if
 * either does. Notes of the same bytes are copies even if no note was compared.
 */
function* copiesByPath(index: NoteIndex, copiesOf: CopiesOf): Steps<Map<string, readonly string[]>> {
  const copies = new Map<string, string[]>();
  const add = (path: string, copy: string): void => {
    const known = copies.get(path);
    if (known === undefined) copies.set(path, [copy]);
    else known.push(copy);
  };
  const firstOf = new Map<string, string>();
  for (const { path } of index.notes()) {
    yield;
    const record = noteOnMap(index, path);
    if (record === undefined || !hasText(record)) continue;
    const same = firstOf.get(record.hash);
    if (same === undefined) firstOf.set(record.hash, path);
    const found = copiesOf(record).filter((copy) => noteOnMap(index, copy.path)?.hash === copy.hash);
    for (const other of [...(same === undefined ? [] : [same]), ...found.map((copy) => copy.path)]) {
      add(path, other);
      add(other, path);
    }
  }
  return copies;
}

function* listed<Row>(rows: Row[], compare: (a: Row, b: Row) => number): Steps<{ rows: Row[]; total: number }> {
  return { rows: yield* firstSorted(rows, compare, MOST_ROWS), total: rows.length };
}
