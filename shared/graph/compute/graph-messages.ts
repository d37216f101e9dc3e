import type { BetweennessResult, Communities, CompactGraph } from '../graph-types.ts';

export type GraphRequest = { id: number; graph: CompactGraph } & (
  | { kind: 'communities'; resolution: number }
  | { kind: 'betweenness' }
);

/** Bears the `id` of its request. */
export type GraphReply =
  | { id: number; kind: 'communities'; result: Communities }
  | { id: number; kind: 'betweenness'; result: BetweennessResult }
  | { id: number; kind: 'failed'; message: string };
