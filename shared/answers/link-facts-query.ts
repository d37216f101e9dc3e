import type { NoteIndex } from '../index/note-index.ts';
import { isStubGraphKey } from '../notes/stubs.ts';
import { splitLinkText } from '../markdown/inline/link-target.ts';
import { MOST_PART_LINKS, type LinkFacts, type PartLink } from '../protocol/engine-messages.ts';
import { compareCodeUnits } from '../kit/text/compare-code-units.ts';
import type { Answer } from './answer-parts.ts';

/** What depends on the note at `path`; all zero if there is none. */
export const linkFacts: Answer<{ path: string }, LinkFacts> = async (parts, { path }) =>
  queryLinkFacts(await parts.ready(), path);

function queryLinkFacts(index: NoteIndex, path: string): LinkFacts {
  const facts: LinkFacts = { inboundNotes: 0, inboundLinks: 0, edges: 0, orphanStubs: 0 };
  const partLinks: PartLink[] = [];
  index.graph.forEachIncoming(path, (source) => {
    if (source !== path) partLinks.push(...linksToParts(index, source, path));
    facts.inboundNotes++;
    facts.inboundLinks += index.graph.linkCount(source, path);
    facts.edges++;
  });
  index.graph.forEachOutgoing(path, (target) => {
    facts.edges++;
    if (isStubGraphKey(target) && index.links.stubs.get(target)?.sources.length === 1) facts.orphanStubs++;
  });
  partLinks.sort((a, b) => compareCodeUnits(a.path, b.path));
  return { ...facts, partLinks: partLinks.slice(0, MOST_PART_LINKS) };
}

/** The links of a note or canvas to parts of the note at `path`, each once; none if it is hidden. */
function linksToParts(index: NoteIndex, source: string, path: string): PartLink[] {
  const record = index.source(source);
  if (record === undefined || record.visibility === 'hidden') return [];
  const subpaths = new Set<string>();
  for (const link of record.links) {
    const subpath = link.target.includes('#') ? splitLinkText(link.target).subpath : '';
    if (subpath === '' || subpaths.has(subpath)) continue;
    const found = index.links.resolve(link, source);
    if (found.kind === 'note' && found.path === path) subpaths.add(subpath);
  }
  return [...subpaths].map((subpath) => ({ path: source, subpath }));
}
