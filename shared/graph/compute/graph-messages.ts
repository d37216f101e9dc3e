import type { LayoutInput } from './layout.ts';
import type { BetweennessResult, Communities, CompactGraph } from '../graph-types.ts';

export type GraphRequest = { id: number } & (
  | { kind: 'communities'; graph: CompactGraph; resolution: number }
  | { kind: 'betweenness'; graph: CompactGraph }
  | { kind: 'layout'; input: LayoutInput }
);

/** Bears the `id` of its request. */
export type GraphReply =
  | { id: number; kind: 'communities'; result: Communities }
  | { id: number; kind: 'betweenness'; result: BetweennessResult }
  | { id: number; kind: 'layout'; result: Float64Array }
  | { id: number; kind: 'failed'; message: string };
