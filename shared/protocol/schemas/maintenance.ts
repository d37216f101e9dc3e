import { z } from 'zod';

export const reindexInput = z.object({
  resolution: z
    .number()
    .min(0.01)
    .max(100)
    .optional()
    .describe('Of themes: 0.5 fewer, 2 more; default 1.0, only after changes'),
});
export type ReindexInput = z.output<typeof reindexInput>;

export const reindexOutput = z.looseObject({
  nodesIndexed: z.number().int(),
  nodesSkipped: z.number().int(),
  edgesIndexed: z.number().int(),
  stubNodesCreated: z.number().int(),
  stubsPruned: z.number().int(),
  communitiesDetected: z.number().int(),
  durationMs: z.number().int(),
});
export type ReindexOutput = z.infer<typeof reindexOutput>;

export const indexStatusInput = z.object({});

export const failedChunk = z.looseObject({
  note: z.string(),
  reason: z.enum(['too-long', 'embed-error', 'note-too-long', 'note-embed-error', 'no-embeddable-content']),
  at: z.number().int(),
});
export const indexStatusOutput = z.looseObject({
  summary: z.string(),
  host: z.enum(['plugin', 'disk']),
  hostNote: z.string().optional(),
  notesTotal: z.number().int(),
  notesExcluded: z.number().int().optional(),
  notesWithEmbeddings: z.number().int(),
  notesNoEmbeddableContent: z.number().int(),
  notesMissingEmbeddings: z.number().int(),
  notesInOtherLanguages: z.number().int().optional(),
  chunksTotal: z.number().int(),
  embeddingModel: z.string(),
  embeddingDim: z.number().int(),
  provider: z.string(),
  chunksSkippedInLastRun: z.number().int(),
  failedChunks: z.array(failedChunk),
  failedChunksTotal: z.number().int(),
  advertisedMaxTokens: z.number().int(),
  discoveredMaxTokens: z.number().int(),
  prefixSource: z.enum(['override', 'seed', 'metadata', 'metadata-base', 'readme', 'fallback', 'none']),
  overrideApplied: z.boolean(),
  lastReindexReasons: z.array(z.string()),
  reindexInProgress: z.boolean(),
  embeddingInProgress: z.boolean(),
  embeddingsComplete: z.boolean(),
  progress: z.looseObject({ done: z.number().int(), total: z.number().int() }).optional(),
  embedderReady: z.boolean(),
  missingModel: z
    .looseObject({
      file: z.string(),
      problem: z.enum(['missing', 'damaged']),
      message: z.string(),
      hint: z.string(),
    })
    .optional(),
  initError: z.string().nullable(),
  warnings: z.array(z.looseObject({ path: z.string(), message: z.string() })),
  warningsTotal: z.number().int(),
});
export type IndexStatusOutput = z.infer<typeof indexStatusOutput>;
