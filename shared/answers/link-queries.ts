import { nameKey } from '../notes/file-names.ts';
import { isStubGraphKey } from '../notes/stubs.ts';
import type { LinkFacts, LinkSources } from '../protocol/engine-messages.ts';
import type { NoteIndex } from '../index/note-index.ts';
import type { Answer } from './answer-parts.ts';

/** What hangs on the note at `path`; all zero where there is none. */
export const linkFacts: Answer<{ path: string }, LinkFacts> = async (parts, { path }) =>
  queryLinkFacts(await parts.ready(), path);

/** The notes and canvases whose links hang on the file names of `paths`, and all files. */
export const linkSources: Answer<{ paths: string[] }, LinkSources> = async (parts, { paths }) => {
  if (paths.length > 0) await parts.fresh.canvases(await parts.ready());
  return queryLinkSources(await parts.ready(), paths);
};

function queryLinkFacts(index: NoteIndex, path: string): LinkFacts {
  const facts: LinkFacts = { inboundNotes: 0, inboundLinks: 0, edges: 0, orphanStubs: 0 };
  index.graph.forEachIncoming(path, (_source, count) => {
    facts.inboundNotes++;
    facts.inboundLinks += count;
    facts.edges++;
  });
  index.graph.forEachOutgoing(path, (target) => {
    facts.edges++;
    if (isStubGraphKey(target) && index.links.stubs.get(target)?.sources.length === 1) facts.orphanStubs++;
  });
  return facts;
}

function queryLinkSources(index: NoteIndex, paths: readonly string[]): LinkSources {
  const sources = new Set<string>();
  for (const path of paths) for (const source of index.links.dependents(nameKey(path))) sources.add(source);
  const hidden = [...sources].filter((path) => index.source(path)?.visibility === 'hidden');
  return { files: [...index.files()].sort(), sources: [...sources].sort(), hidden };
}
