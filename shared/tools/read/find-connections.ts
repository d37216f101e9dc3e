import type { ConnectionsResult } from '../../protocol/engine-messages.ts';
import { jsonBytes } from '../../kit/json/json-size.ts';
import type { NextAction, NoteOrStubRef } from '../../protocol/schemas/common.ts';
import {
  findConnectionsInput,
  findConnectionsOutput,
  type HopGroup,
  type Subgraph,
} from '../../protocol/schemas/graph.ts';
import { MOST_ANSWER_BYTES } from '../call/bounded-answer.ts';
import { resultContext } from '../next-actions.ts';
import { READ_ONLY, defineTool } from '../tool.ts';

const LARGE_NEIGHBOURHOOD = 10;
/** Most bytes for the nodes of a subgraph, to leave room for its edges. */
const NODES_BYTES = MOST_ANSWER_BYTES / 2;
/** Above this, hops may be cut to fit, so each gives its total. */
const HOPS_BYTES = MOST_ANSWER_BYTES * 0.8;

interface Neighbour extends NoteOrStubRef {
  hop: number;
}

export const findConnections = defineTool({
  name: 'find_connections',
  title: 'Find connections',
  description: 'Notes linked to and from a note, by hop distance, or the subgraph around it.',
  input: findConnectionsInput,
  output: findConnectionsOutput,
  annotations: READ_ONLY,
  needsIndex: true,
  async run(input, context) {
    const found = await context.engine.connections(input);
    const neighbours = neighboursOf(found);
    const count = countOf(found);
    const data = found.subgraph === undefined ? withTotals(found.hops ?? []) : withinBytes(found.subgraph);
    const isCut = Array.isArray(data) ? data.some((hop) => hop.truncated === true) : data.truncated === true;
    return {
      data,
      ...(isCut ? { truncated: true } : {}),
      context: resultContext(context, followUps(found.root.path, neighbours, count), {
        last_connections_root: found.root.path,
        last_connections_count: count,
      }),
    };
  },
});

/** All neighbours, listed or not. */
function countOf({ hops = [], subgraph }: ConnectionsResult): number {
  if (subgraph !== undefined) return (subgraph.total ?? subgraph.nodes.length) - 1;
  return hops.reduce((sum, hop) => sum + (hop.total ?? distinct(hop)), 0);
}

function withTotals(hops: readonly HopGroup[]): HopGroup[] {
  const isLong = jsonBytes(hops, HOPS_BYTES) > HOPS_BYTES;
  return hops.map((hop) => (isLong ? { ...hop, total: hop.total ?? distinct(hop) } : hop));
}

function distinct({ outgoing, incoming }: HopGroup): number {
  return new Set([...outgoing, ...incoming].map(({ path }) => path)).size;
}

/** Only the nodes that fit, and the edges between them. */
function withinBytes(subgraph: Subgraph): Subgraph {
  let bytes = 0;
  const most = subgraph.nodes.findIndex((node) => (bytes += jsonBytes(node) + 1) > NODES_BYTES);
  if (most <= 0) return subgraph;
  const nodes = subgraph.nodes.slice(0, most);
  const kept = new Set(nodes.map(({ path }) => path));
  const edges = subgraph.edges.filter(({ source, target }) => kept.has(source) && kept.has(target));
  return {
    ...subgraph,
    nodes,
    edges,
    total: subgraph.total ?? subgraph.nodes.length,
    hops: subgraph.hops ?? hopsOf(subgraph),
    truncated: true,
  };
}

function hopsOf({ nodes }: Subgraph): { hop: number; total: number }[] {
  const totals = new Map<number, number>();
  for (const { hop } of nodes) if (hop > 0) totals.set(hop, (totals.get(hop) ?? 0) + 1);
  return [...totals].map(([hop, total]) => ({ hop, total }));
}

/** Each listed neighbour once, nearest first. */
function neighboursOf(found: ConnectionsResult): Neighbour[] {
  const all: Neighbour[] =
    found.subgraph === undefined
      ? (found.hops ?? []).flatMap(({ hop, outgoing, incoming }) =>
          [...outgoing, ...incoming].map((note) => ({ ...note, hop })),
        )
      : found.subgraph.nodes.filter((node) => node.path !== found.root.path);
  return [...new Map(all.map((note) => [note.path, note])).values()].sort((a, b) => a.hop - b.hop);
}

function followUps(root: string, neighbours: readonly Neighbour[], count: number): NextAction[] {
  const farthestHop = neighbours.at(-1)?.hop ?? 0;
  const atThatHop = neighbours.filter((note) => note.hop === farthestHop);
  const farthest = atThatHop.find((note) => note.stub !== true) ?? atThatHop[0];
  return [
    ...(count > LARGE_NEIGHBOURHOOD
      ? [{ description: 'See which themes this large neighbourhood belongs to.', tool: 'detect_themes', args: {} }]
      : []),
    ...(farthest === undefined || farthestHop < 2 ? [] : [pathTo(root, farthest)]),
  ];
}

/** Only for farther notes: the path to a direct neighbour is the link itself. */
function pathTo(root: string, neighbour: Neighbour): NextAction {
  return {
    description: `See how it leads to "${neighbour.title}", ${neighbour.hop} hops away.`,
    tool: 'find_path_between',
    args: { from: root, to: neighbour.path, ...(neighbour.stub === true ? { includeStubs: true } : {}) },
  };
}
