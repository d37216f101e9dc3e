import { z } from 'zod';
import { dryRun, LONGEST_PATH } from './common.ts';

const changeId = z.string().min(1).max(100);

export const listChangesInput = z.object({
  since: z.string().max(40).optional().describe('ISO date or time, or 2h, 7d, 2w'),
  path: z.string().min(1).max(LONGEST_PATH).optional().describe('Note or folder'),
  client: z.string().min(1).max(200).optional().describe('Whose changes'),
  limit: z.number().int().min(1).max(1_000).default(20).describe('Most runs returned'),
  id: changeId.optional().describe('One change, with its diffs'),
});
export type ListChangesInput = z.output<typeof listChangesInput>;

/** One file's part of a change; `to` for a move. */
export const fileDiff = z.looseObject({
  path: z.string(),
  to: z.string().optional(),
  diff: z.string(),
  diffTruncated: z.boolean().optional(),
});
export type FileDiff = z.infer<typeof fileDiff>;

const listedChange = z.looseObject({
  id: z.string(),
  tool: z.string(),
  paths: z.array(z.string()),
  at: z.string(),
  undoneBy: z.string().optional(),
});

export const listChangesOutput = z.looseObject({
  runs: z.array(
    z.looseObject({
      run: z.string(),
      client: z.string(),
      from: z.string(),
      to: z.string(),
      changes: z.array(listedChange),
    }),
  ),
  total: z.number().int(),
  hint: z.string().optional(),
});

export const undoChangeInput = z.object({
  id: changeId.optional().describe('"last": your newest change'),
  run: changeId.optional().describe('A whole run instead'),
  dryRun: dryRun('Write nothing; get the diffs'),
});
export type UndoChangeInput = z.output<typeof undoChangeInput>;

export const undoChangeOutput = z.looseObject({
  undone: z.array(z.string()),
  paths: z.array(z.string()).optional(),
  id: z.string().optional(),
  dryRun: z.literal(true).optional(),
  files: z.array(fileDiff).optional(),
  total: z.number().int().optional(),
});
export type UndoChangeOutput = z.infer<typeof undoChangeOutput>;
