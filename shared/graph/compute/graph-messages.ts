import type { BetweennessResult, Communities, CompactGraph } from '../graph-types.ts';

/** What the graph worker is asked. */
export type GraphRequest = { id: number; graph: CompactGraph } & (
  | { kind: 'communities'; resolution: number }
  | { kind: 'betweenness' }
);

/** What it answers, under the same `id`. */
export type GraphReply =
  | { id: number; kind: 'communities'; result: Communities }
  | { id: number; kind: 'betweenness'; result: BetweennessResult }
  | { id: number; kind: 'failed'; message: string };
