import type { MapOutput } from '../../protocol/schemas/map.ts';
import type { NoteRef } from '../../protocol/schemas/common.ts';
import { takesPartInSearch, type NoteIndex } from '../../index/note-index.ts';
import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import { NEAR_COPY } from '../related/fold-copies.ts';
import { isStubShown } from '../shown-notes.ts';
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
  const groups: NoteRef[][] = [];
  const grouped = new Set<string>();
  const paths = [...index.notes()].filter(takesPartInSearch).map(({ path }) => path);
  for (const path of paths.sort(compareCodeUnits)) {
    if (grouped.has(path)) continue;
    const group: NoteRef[] = [];
    for (const waiting = [path]; waiting.length > 0; ) {
      const next = waiting.pop() ?? '';
      const record = index.note(next);
      if (grouped.has(next) || record === undefined || !takesPartInSearch(record)) continue;
      grouped.add(next);
      group.push({ path: record.path, title: record.title });
      waiting.push(...neighboursOf(next).flatMap(({ path: other, score }) => (score > NEAR_COPY ? [other] : [])));
    }
    if (group.length > 1) groups.push(group.sort((a, b) => compareCodeUnits(a.path, b.path)));
  }
  return groups;
}

function listed<Row>(rows: Row[]): { rows: Row[]; total: number } {
  return { rows: rows.slice(0, MOST_ROWS), total: rows.length };
}
