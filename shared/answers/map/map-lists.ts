import type { MapOutput } from '../../protocol/schemas/map.ts';
import type { NoteRef } from '../../protocol/schemas/common.ts';
import { takesPartInSearch, type NoteIndex } from '../../index/note-index.ts';
import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import { NEAR_COPY } from '../related/fold-copies.ts';
import { isStubShown } from '../shown-notes.ts';
import { noteOnMap, refsOnMap } from './map-notes.ts';
import type { Neighbour } from './note-neighbours.ts';

const MOST_ROWS = 200;

/** The lists to act on that a map comes with, but for ranks. */
export function mapLists(
  index: NoteIndex,
  neighboursOf: (path: string) => readonly Neighbour[],
): Pick<MapOutput, 'unresolved' | 'unlinked' | 'copies'> {
  const unresolved = [...index.links.stubs.all()]
    .filter((stub) => isStubShown(index, stub))
    .map(({ path, title, sources }) => ({
      path,
      title,
      stub: true,
      links: sources.filter((source) => index.source(source)?.visibility !== 'hidden').length,
    }))
    .sort((a, b) => b.links - a.links || compareCodeUnits(a.path, b.path));
  const notes = [...index.notes()].filter(takesPartInSearch);
  const unlinked = notes
    .filter(({ path }) => index.graph.inDegree(path) + index.graph.outDegree(path) === 0)
    .map(({ path, title }) => ({ path, title }))
    .sort((a, b) => compareCodeUnits(a.path, b.path));
  return {
    unresolved: listed(unresolved),
    unlinked: listed(unlinked),
    copies: listed(copiesAmong(index, neighboursOf)),
  };
}

/** Groups of notes that are nearly the same, in the order of their first paths. */
function copiesAmong(index: NoteIndex, neighboursOf: (path: string) => readonly Neighbour[]): NoteRef[][] {
  const copies = copiesByPath(index, neighboursOf);
  const groups: NoteRef[][] = [];
  const grouped = new Set<string>();
  for (const path of [...copies.keys()].sort(compareCodeUnits)) {
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
function copiesByPath(
  index: NoteIndex,
  neighboursOf: (path: string) => readonly Neighbour[],
): Map<string, readonly string[]> {
  const copies = new Map<string, string[]>();
  const add = (path: string, copy: string): void => {
    const known = copies.get(path);
    if (known === undefined) copies.set(path, [copy]);
    else known.push(copy);
  };
  for (const { path } of index.notes())
    for (const { path: other, score } of neighboursOf(path)) {
      if (score <= NEAR_COPY || [path, other].some((key) => noteOnMap(index, key) === undefined)) continue;
      add(path, other);
      add(other, path);
    }
  return copies;
}

function listed<Row>(rows: Row[]): { rows: Row[]; total: number } {
  return { rows: rows.slice(0, MOST_ROWS), total: rows.length };
}
