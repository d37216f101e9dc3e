import { bestOfHops, neighbourhood, subgraphAround } from '../graph/neighbourhood.ts';
import type { CompareNodes, SubgraphPaths } from '../graph/neighbourhood.ts';
import type { NoteIndex } from '../index/note-index.ts';
import type { Steps } from '../kit/concurrency/slices.ts';
import { compareCodeUnits } from '../kit/text/compare-code-units.ts';
import { isStubGraphKey } from '../notes/stubs.ts';
import type { ConnectionsResult } from '../protocol/engine-messages.ts';
import type { FindConnectionsInput, HopGroup, Subgraph } from '../protocol/schemas/graph.ts';
import { keyOf, type Answer } from './answer-parts.ts';
import { isWalkable, showNode, showNodes } from './shown-notes.ts';

/** Neighbours per hop unless a limit is given; nodes in a subgraph at most. */
const HOP_NEIGHBOURS = 50;
const SUBGRAPH_NODES = 200;

/** Answers `find_connections`. */
export const connections: Answer<FindConnectionsInput, ConnectionsResult> = async (parts, input) => {
  await parts.ready();
  const key = await keyOf(parts, input.name);
  const rankOf = await parts.ranks.influence(input.includeStubs);
  return parts.slicer.run(queryConnections(parts.index, key, input, rankOf));
};

function* queryConnections(
  index: NoteIndex,
  key: string,
  input: FindConnectionsInput,
  rankOf: (key: string) => number,
): Steps<ConnectionsResult> {
  const root = showNode(index, key) ?? { path: input.name, title: input.name };
  const include = isWalkable(index, input.includeStubs);
  const compare: CompareNodes = (a, b) => rankOf(b) - rankOf(a) || compareCodeUnits(shownPath(a), shownPath(b));
  if (input.returnSubgraph) {
    const limit = { nodes: SUBGRAPH_NODES, perHop: input.limit ?? SUBGRAPH_NODES };
    const found = yield* subgraphAround(index.graph, key, input.depth, include, { limit, compare });
    return { root, subgraph: shownSubgraph(index, found) };
  }
  const reached = yield* neighbourhood(index.graph, key, input.depth, include);
  const hops = (yield* bestOfHops(reached, input.limit ?? HOP_NEIGHBOURS, compare)).map(
    ({ hop, outgoing, incoming, paths, total }): HopGroup => ({
      hop,
      outgoing: showNodes(index, outgoing),
      incoming: showNodes(index, incoming),
      ...(paths.length < total ? { total, truncated: true } : {}),
    }),
  );
  return { root, hops };
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

/** What answers call a node, for breaking ties. */
function shownPath(key: string): string {
  return isStubGraphKey(key) ? key.slice(1) : key;
}
