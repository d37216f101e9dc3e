import type { ConnectionsResult } from '../engine/engine.ts';
import type { NextAction, NoteOrStubRef } from '../protocol/schemas/common.ts';
import { findConnectionsInput, findConnectionsOutput } from '../protocol/schemas/graph.ts';
import { resultContext } from './next-actions.ts';
import { READ_ONLY, defineTool } from './tool.ts';

const LARGE_NEIGHBOURHOOD = 10;

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
    return {
      data: found.subgraph ?? found.hops ?? [],
      context: resultContext(context, followUps(found.root.path, neighbours), {
        last_connections_root: found.root.path,
        last_connections_count: neighbours.length,
      }),
    };
  },
});

/** Every neighbour once, nearest first. */
function neighboursOf(found: ConnectionsResult): Neighbour[] {
  const all: Neighbour[] =
    found.subgraph === undefined
      ? (found.hops ?? []).flatMap(({ hop, outgoing, incoming }) => [...outgoing, ...incoming].map((note) => ({ ...note, hop })))
      : found.subgraph.nodes.filter((node) => node.path !== found.root.path);
  return [...new Map(all.map((note) => [note.path, note])).values()].sort((a, b) => a.hop - b.hop);
}

function followUps(root: string, neighbours: readonly Neighbour[]): NextAction[] {
  const farthestHop = neighbours.at(-1)?.hop ?? 0;
  const atThatHop = neighbours.filter((note) => note.hop === farthestHop);
  const farthest = atThatHop.find((note) => note.stub !== true) ?? atThatHop[0];
  return [
    ...(neighbours.length > LARGE_NEIGHBOURHOOD
      ? [{ description: 'See which themes this large neighbourhood belongs to.', tool: 'detect_themes', args: {} }]
      : []),
    ...(farthest === undefined || farthestHop < 2 ? [] : [pathTo(root, farthest)]),
  ];
}

/** A path to a direct neighbour is the link itself, so only what is farther is worth asking for. */
function pathTo(root: string, neighbour: Neighbour): NextAction {
  return {
    description: `See how it leads to "${neighbour.title}", ${neighbour.hop} hops away.`,
    tool: 'find_path_between',
    args: { from: root, to: neighbour.path, ...(neighbour.stub === true ? { includeStubs: true } : {}) },
  };
}
