import { runSteps } from '../../kit/concurrency/slices.ts';
import type { FullTextDocument, FullTextIndex } from './fulltext-types.ts';
import { InvertedIndex } from './inverted-index.ts';

/** A note with only some parts. */
export function note(parts: Partial<FullTextDocument>): FullTextDocument {
  return { title: 'Untitled', aliases: [], headings: [], tags: [], properties: [], chunks: [], ...parts };
}

/** An index of these notes, numbered from 0; a plain text is a note's only chunk. */
export function indexOf(
  notes: readonly (FullTextDocument | string)[],
  index: InvertedIndex = new InvertedIndex(),
): InvertedIndex {
  for (const [id, entry] of notes.entries())
    runSteps(index.insert(id, typeof entry === 'string' ? note({ chunks: [entry] }) : entry));
  return index;
}

/** Numbers of the notes found, best first. */
export function found(index: FullTextIndex, query: string): number[] {
  return index.search(query, { limit: 100 }).map((hit) => hit.id);
}
