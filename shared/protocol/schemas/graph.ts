import { z } from 'zod';
import { context, includeStubs, limit, noteName, noteOrStubRef, themeRef } from './common.ts';

export const findConnectionsInput = z.object({
  name: noteName('Starting note'),
  depth: z.number().int().min(1).max(3).default(1).describe('Hops'),
  limit: z.number().int().min(1).max(10_000).optional().describe('Most neighbours per hop; default 50'),
  returnSubgraph: z.boolean().default(false).describe('Return {nodes, edges} of the neighbourhood instead of hops'),
  includeStubs: includeStubs(false),
});
export type FindConnectionsInput = z.output<typeof findConnectionsInput>;

export const hopGroup = z.looseObject({
  hop: z.number().int(),
  outgoing: z.array(noteOrStubRef),
  incoming: z.array(noteOrStubRef),
  total: z.number().int().optional(),
  truncated: z.boolean().optional(),
});
export type HopGroup = z.infer<typeof hopGroup>;
export const subgraph = z.looseObject({
  nodes: z.array(noteOrStubRef.extend({ hop: z.number().int() })),
  edges: z.array(z.looseObject({ source: z.string(), target: z.string(), count: z.number().int() })),
  total: z.number().int().optional(),
  hops: z.array(z.looseObject({ hop: z.number().int(), total: z.number().int() })).optional(),
  truncated: z.boolean().optional(),
});
export type Subgraph = z.infer<typeof subgraph>;
export const findConnectionsOutput = z.looseObject({
  data: z.union([z.array(hopGroup), subgraph]),
  truncated: z.boolean().optional(),
  context,
});
export type FindConnectionsOutput = z.infer<typeof findConnectionsOutput>;

export const findPathInput = z.object({
  from: noteName('Source note'),
  to: noteName('Target note'),
  maxDepth: z.number().int().min(1).max(10).default(3).describe('Most hops'),
  includeCommon: z.boolean().default(false).describe('Also notes that both link to'),
  includeStubs: includeStubs(false),
});
export type FindPathInput = z.output<typeof findPathInput>;

export const chain = z.looseObject({
  notes: z.array(noteOrStubRef),
  links: z.array(z.looseObject({ source: z.string(), target: z.string(), context: z.string() })),
});
export type Chain = z.infer<typeof chain>;
export const findPathOutput = z.looseObject({
  paths: z.array(chain),
  total: z.number().int().optional().describe('All shortest chains, if more than 10'),
  length: z.number().int().nullable().describe('Hops of the shortest chain; null if there is none'),
  common: z.array(noteOrStubRef).optional(),
  reason: z.enum(['no_path', 'beyond_max_depth']).optional(),
});
export type FindPathOutput = z.infer<typeof findPathOutput>;

export const detectThemesInput = z.object({
  themeId: z.string().min(1).max(1000).optional().describe('One cluster in full, by id or label'),
  includeStubs: includeStubs(false),
  limit: z.number().int().min(1).max(10_000).optional().describe('Most clusters'),
});
export type DetectThemesInput = z.output<typeof detectThemesInput>;

export const cluster = z.looseObject({
  id: z.string(),
  label: z.string(),
  summary: z.string(),
  size: z.number().int(),
  members: z.array(z.string()),
  staleMembersFiltered: z.number().int(),
});
export type Cluster = z.infer<typeof cluster>;
export const detectThemesOutput = z.looseObject({
  clusters: z.array(cluster).optional(),
  cluster: cluster.optional(),
  total: z.number().int().optional().describe('All clusters, if the list was cut'),
  modularity: z.number().optional(),
  warning: z.string().optional(),
  stale: z.boolean().optional().describe('Links changed since these clusters were computed'),
});
export type DetectThemesOutput = z.infer<typeof detectThemesOutput>;

export const rankNotesInput = z.object({
  metric: z
    .enum(['influence', 'bridging', 'both'])
    .default('both')
    .describe('influence: PageRank; bridging: betweenness, 0 to 1'),
  limit: limit(20),
  themeId: z.string().min(1).max(1000).optional().describe('Only members of this cluster (id or label)'),
  includeStubs: includeStubs(false),
  minIncomingLinks: z.number().int().min(0).max(10_000).default(2).describe('For influence; 0 ranks every note'),
});
export type RankNotesInput = z.output<typeof rankNotesInput>;

const theme = themeRef.optional();
export const influenceRow = noteOrStubRef.extend({ score: z.number(), incoming: z.number().int(), theme });
export const bridgingRow = noteOrStubRef.extend({ score: z.number(), theme });
export const rankNotesOutput = z.looseObject({
  influence: z.array(influenceRow).optional(),
  bridging: z.array(bridgingRow).optional(),
  approximate: z.boolean().optional().describe('Bridging from sampled pivots'),
  total: z.number().int().optional(),
});
export type RankNotesOutput = z.infer<typeof rankNotesOutput>;
