import { z } from 'zod';
import { dryRun, LONGEST_KEY, warning } from './common.ts';

const tag = z.string().min(1).max(LONGEST_KEY);

export const renameTagInput = z.object({
  from: tag.describe('Tag, with or without #; nested ones follow'),
  to: tag.describe('New tag, written as given'),
  dryRun: dryRun('Write nothing; get the notes'),
});

export const renameTagOutput = z.looseObject({
  from: z.string(),
  to: z.string(),
  notes: z.number().int(),
  occurrences: z.number().int(),
  dryRun: z.literal(true).optional(),
  changes: z.array(z.looseObject({ path: z.string(), occurrences: z.number().int() })).optional(),
  hint: z.string().optional(),
  warning,
});
export type RenameTagOutput = z.infer<typeof renameTagOutput>;
