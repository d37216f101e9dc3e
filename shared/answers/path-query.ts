import { commonTargets, shortestChains } from '../graph/shortest-paths.ts';
import type { NoteIndex } from '../index/note-index.ts';
import type { NoteOrStubRef } from '../protocol/schemas/common.ts';
import type { Chain, FindPathInput, FindPathOutput } from '../protocol/schemas/graph.ts';
import { keyOf, type Answer, type AnswerParts } from './answer-parts.ts';
import { LinkLines } from './link-lines.ts';
import { lineOfLink, type LinkTarget } from './names/note-lookup.ts';
import { isWalkable, showNode, showNodesByPath } from './shown-notes.ts';

const MAX_CHAINS = 10;

/** Answers `find_path_between`. */
export const findPath: Answer<FindPathInput, FindPathOutput> = async (parts, input) => {
  await parts.ready();
  const from = await keyOf(parts, input.from);
  const ends = { from, to: await keyOf(parts, input.to) };
  return queryPath(parts, ends, input);
};

async function queryPath(
  { index, source, slicer }: AnswerParts,
  { from, to }: { from: string; to: string },
  input: FindPathInput,
): Promise<FindPathOutput> {
  const include = isWalkable(index, input.includeStubs);
  const found = await slicer.run(shortestChains(index.graph, from, to, { include, limit: MAX_CHAINS }));
  const common = input.includeCommon
    ? { common: showNodesByPath(index, commonTargets(index.graph, from, to, include)) }
    : {};
  if (found === null) return { paths: [], length: null, reason: 'no_path', ...common };
  if (found.length > input.maxDepth) return { paths: [], length: found.length, reason: 'beyond_max_depth', ...common };
  const lines = new LinkLines({ source, slicer });
  const paths: Chain[] = [];
  for (const chain of found.chains) paths.push(await describeChain(index, lines, chain));
  const total = found.total > paths.length ? { total: found.total } : {};
  return { paths, ...total, length: found.length, ...common };
}

async function describeChain(index: NoteIndex, lines: LinkLines, chain: readonly string[]): Promise<Chain> {
  const notes = chain.flatMap((key) => showNode(index, key) ?? []);
  const links: Chain['links'] = [];
  for (let i = 0; i + 1 < notes.length; i++) {
    const [a, b] = [chain[i], chain[i + 1]];
    const [left, right] = [notes[i], notes[i + 1]];
    if (a === undefined || b === undefined || left === undefined || right === undefined) continue;
    const forward = index.graph.linkCount(a, b) > 0;
    links.push(await describeLink(index, lines, forward ? left : right, forward ? right : left));
  }
  return { notes, links };
}

async function describeLink(
  index: NoteIndex,
  lines: LinkLines,
  source: NoteOrStubRef,
  target: LinkTarget,
): Promise<Chain['links'][number]> {
  const record = index.source(source.path);
  const context = record === undefined ? '' : await lines.context(record, lineOfLink(index, record, target));
  return { source: source.path, target: target.path, context };
}
