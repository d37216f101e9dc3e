import type { NoteOrStubRef } from '../protocol/schemas/common.ts';
import type {
  Chain,
  FindConnectionsInput,
  FindPathInput,
  FindPathOutput,
  HopGroup,
  Subgraph,
} from '../protocol/schemas/graph.ts';
import {
  bestOfHops,
  neighbourhood,
  subgraphAround,
  type CompareNodes,
  type SubgraphPaths,
} from '../graph/neighbourhood.ts';
import { commonTargets, shortestChains } from '../graph/shortest-paths.ts';
import { isStubGraphKey } from '../notes/stubs.ts';
import { compareCodeUnits } from '../kit/text/compare-code-units.ts';
import type { VaultSource } from '../vault/vault-source.ts';
import type { ConnectionsResult } from '../protocol/engine-messages.ts';
import { keyOf, type Answer } from './answer-parts.ts';
import { LinkLines } from './link-lines.ts';
import { lineOfLink, type LinkTarget } from './names/note-lookup.ts';
import type { NoteIndex } from '../index/note-index.ts';
import { showNode } from './shown-notes.ts';

const MAX_CHAINS = 10;

/** Default number of neighbours per hop, and fixed maximum of nodes in a subgraph. */
const HOP_NEIGHBOURS = 50;
const SUBGRAPH_NODES = 200;

/** Answers `find_connections`. */
export const connections: Answer<FindConnectionsInput, ConnectionsResult> = async (parts, input) => {
  await parts.ready();
  const key = await keyOf(parts, input.name);
  const rankOf = await parts.ranks.influence(input.includeStubs);
  return queryConnections(parts.index, key, input, rankOf);
};

/** Answers `find_path_between`. */
export const findPath: Answer<FindPathInput, FindPathOutput> = async (parts, input) => {
  await parts.ready();
  const from = await keyOf(parts, input.from);
  const ends = { from, to: await keyOf(parts, input.to) };
  return queryPath(parts.index, parts.source, ends, input);
};

/** The neighbours of a node of the link graph; `rankOf` tells the influence of a node. */
function queryConnections(
  index: NoteIndex,
  key: string,
  input: FindConnectionsInput,
  rankOf: (key: string) => number,
): ConnectionsResult {
  const root = showNode(index, key) ?? { path: input.name, title: input.name };
  const include = walkable(index, input.includeStubs);
  const compare: CompareNodes = (a, b) => rankOf(b) - rankOf(a) || compareCodeUnits(shownPath(a), shownPath(b));
  if (input.returnSubgraph) {
    const limit = { nodes: SUBGRAPH_NODES, perHop: input.limit ?? SUBGRAPH_NODES };
    return {
      root,
      subgraph: shownSubgraph(index, subgraphAround(index.graph, key, input.depth, include, { limit, compare })),
    };
  }
  const hops = bestOfHops(
    neighbourhood(index.graph, key, input.depth, include),
    input.limit ?? HOP_NEIGHBOURS,
    compare,
  ).map(
    ({ hop, outgoing, incoming, paths, total }): HopGroup => ({
      hop,
      outgoing: refs(index, outgoing),
      incoming: refs(index, incoming),
      ...(paths.length < total ? { total, truncated: true } : {}),
    }),
  );
  return { root, hops };
}

/** All shortest chains of links, walked either way, between two nodes of the link graph. */
async function queryPath(
  index: NoteIndex,
  source: VaultSource,
  ends: { from: string; to: string },
  input: FindPathInput,
): Promise<FindPathOutput> {
  const { from, to } = ends;
  const include = walkable(index, input.includeStubs);
  const found = shortestChains(index.graph, from, to, { include, limit: MAX_CHAINS });
  const common = input.includeCommon ? { common: shown(index, commonTargets(index.graph, from, to, include)) } : {};
  if (found === null) return { paths: [], length: null, reason: 'no_path', ...common };
  if (found.length > input.maxDepth) return { paths: [], length: found.length, reason: 'beyond_max_depth', ...common };
  const lines = new LinkLines(source);
  const paths: Chain[] = [];
  for (const chain of found.chains) paths.push(await describeChain(index, lines, chain));
  const total = found.total > paths.length ? { total: found.total } : {};
  return { paths, ...total, length: found.length, ...common };
}

function shownSubgraph(index: NoteIndex, { nodes, edges, total, hops }: SubgraphPaths): Subgraph {
  const shownAs = new Map(nodes.map((node) => [node.path, showNode(index, node.path)]));
  return {
    nodes: nodes.flatMap(({ path, hop }) => {
      const ref = shownAs.get(path);
      return ref === null || ref === undefined ? [] : { ...ref, hop };
    }),
    edges: edges.flatMap(({ source, target, count }) => {
      const from = shownAs.get(source);
      const to = shownAs.get(target);
      return from && to ? { source: from.path, target: to.path, count } : [];
    }),
    ...(nodes.length < total ? { total, hops, truncated: true } : {}),
  };
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

/** What a node is called in answers, ignoring the letter case of stubs; breaks ties. */
function shownPath(key: string): string {
  return isStubGraphKey(key) ? key.slice(1) : key;
}

function walkable(index: NoteIndex, includeStubs: boolean): (key: string) => boolean {
  return (key) =>
    isStubGraphKey(key) ? includeStubs && showNode(index, key) !== null : index.source(key)?.visibility !== 'hidden';
}

function shown(index: NoteIndex, keys: readonly string[]): NoteOrStubRef[] {
  return refs(index, keys).sort((a, b) => compareCodeUnits(a.path, b.path));
}

function refs(index: NoteIndex, keys: readonly string[]): NoteOrStubRef[] {
  return keys.flatMap((key) => showNode(index, key) ?? []);
}
