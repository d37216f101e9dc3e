import { headingOfChunk } from '../../../notes/chunk-heading.ts';
import { callsFor } from '../../../search/words/names-in-query.ts';
import type { RankedHit } from '../ranked-hit.ts';

/**
 * Shows a note found by words at the heading that is the query, if it has one with text under it: another passage may
 * have the words more often, but this one is about them.
 */
export function atHeadingOf(query: string): <Hit extends RankedHit>(hit: Hit) => Hit {
  const isQuery = callsFor(query);
  return (hit) => {
    const { record, matchedBy } = hit;
    if (!matchedBy.includes('fulltext')) return hit;
    const first = record.headings.find(({ text }) => isQuery(text));
    if (first === undefined) return hit;
    // Of several such headings, the one that the best passage is under.
    const own = headingOfChunk(record, hit.chunk);
    const { line } = own !== undefined && isQuery(own.text) ? own : first;
    const chunk = record.chunks.findIndex(({ startLine, endLine }) => startLine <= line && line <= endLine);
    return chunk < 0 ? hit : { ...hit, chunk };
  };
}
