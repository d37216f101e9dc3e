import type { MapOutput } from '../../protocol/schemas/map.ts';
import type { NoteRef } from '../../protocol/schemas/common.ts';
import { takesPartInSearch, type NoteIndex } from '../../index/note-index.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import { hasText, NEAR_COPY } from '../related/fold-copies.ts';
import { isStubShown } from '../shown-notes.ts';
import { noteOnMap, refsOnMap } from './map-notes.ts';
import type { Neighbour } from './note-neighbours.ts';

const MOST_ROWS = 200;

/** The lists to act on that a map comes with, but for ranks. */
export function* mapLists(
  index: NoteIndex,
  neighboursOf: (path: string) => readonly Neighbour[],
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
  const copies = yield* copiesAmong(index, neighboursOf);
  return {
    unresolved: listed(unresolved.sort((a, b) => b.links - a.links || compareCodeUnits(a.path, b.path))),
    unlinked: listed(unlinked.sort((a, b) => compareCodeUnits(a.path, b.path))),
    copies: listed(copies),
  };
}

/** Groups of notes that are nearly the same, in the order of their first paths. */
function* copiesAmong(index: NoteIndex, neighboursOf: (path: string) => readonly Neighbour[]): Steps<NoteRef[][]> {
  const copies = yield* copiesByPath(index, neighboursOf);
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
    if (group.length > 1) groups.push(group.sort((a, b) => compareCodeUnits(a.path, b.path)));
  }
  return groups;
}

/** Of the older of two notes, the newer is no neighbour until it changes: so each has the other if either does. */
function* copiesByPath(
  index: NoteIndex,
  neighboursOf: (path: string) => readonly Neighbour[],
): Steps<Map<string, readonly string[]>> {
  const copies = new Map<string, string[]>();
  const add = (path: string, copy: string): void => {
    const known = copies.get(path);
    if (known === undefined) copies.set(path, [copy]);
    else known.push(copy);
  };
  for (const { path } of index.notes()) {
    yield;
    for (const { path: other, score } of neighboursOf(path)) {
      if (score <= NEAR_COPY || ![path, other].every((key) => hasTextOnMap(index, key))) continue;
      add(path, other);
      add(other, path);
    }
  }
  return copies;
}

function hasTextOnMap(index: NoteIndex, key: string): boolean {
  const record = noteOnMap(index, key);
  return record !== undefined && hasText(record);
}

function listed<Row>(rows: Row[]): { rows: Row[]; total: number } {
  return { rows: rows.slice(0, MOST_ROWS), total: rows.length };
}
