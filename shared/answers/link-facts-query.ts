import type { NoteIndex } from '../index/note-index.ts';
import { isStubGraphKey } from '../notes/stubs.ts';
import type { LinkFacts } from '../protocol/engine-messages.ts';
import type { Answer } from './answer-parts.ts';

/** What depends on the note at `path`; all zero if there is none. */
export const linkFacts: Answer<{ path: string }, LinkFacts> = async (parts, { path }) =>
  queryLinkFacts(await parts.ready(), path);

function queryLinkFacts(index: NoteIndex, path: string): LinkFacts {
  const facts: LinkFacts = { inboundNotes: 0, inboundLinks: 0, edges: 0, orphanStubs: 0 };
  index.graph.forEachIncoming(path, (source) => {
    facts.inboundNotes++;
    facts.inboundLinks += index.graph.linkCount(source, path);
    facts.edges++;
  });
  index.graph.forEachOutgoing(path, (target) => {
    facts.edges++;
    if (isStubGraphKey(target) && index.links.stubs.get(target)?.sources.length === 1) facts.orphanStubs++;
  });
  return facts;
}
