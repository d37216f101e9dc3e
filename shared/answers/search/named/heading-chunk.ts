import { headingOfChunk } from '../../../notes/chunk-heading.ts';
import { noteTitle } from '../../../notes/note-record.ts';
import { callsFor, restBesides } from '../../../search/words/names-in-query.ts';
import type { RankedHit } from '../ranked-hit.ts';

/**
 * Shows a note found by words at the heading that is the query, or the query without the note's name (`cairo climate`), if
 * it has one with text under it: another passage may have the words more often, but this one is about them.
 */
export function atHeadingOf(query: string): <Hit extends RankedHit>(hit: Hit) => Hit {
  const isQuery = callsFor(query);
  const besides = restBesides(query);
  return (hit) => {
    const { record, matchedBy } = hit;
    if (!matchedBy.includes('fulltext')) return hit;
    const names = [record.title, noteTitle(record.path, null), ...record.aliases];
    const rests = new Set(names.map(besides).filter((rest) => rest !== null));
    for (const isAsked of [isQuery, ...[...rests].map(callsFor)]) {
      const chunk = chunkUnder(hit, isAsked);
      if (chunk !== null) return { ...hit, chunk };
    }
    return hit;
  };
}

/** The chunk under a heading that is asked for: of several such, the one that the best passage is under. */
function chunkUnder({ record, chunk }: RankedHit, isAsked: (heading: string) => boolean): number | null {
  const first = record.headings.find(({ text }) => isAsked(text));
  if (first === undefined) return null;
  const own = headingOfChunk(record, chunk);
  const { line } = own !== undefined && isAsked(own.text) ? own : first;
  const found = record.chunks.findIndex(({ startLine, endLine }) => startLine <= line && line <= endLine);
  return found < 0 ? null : found;
}
