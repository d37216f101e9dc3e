import { z } from 'zod';
import { content, LONGEST_PATH, warning } from './common.ts';

export const dailyNoteInput = z.object({
  date: z.string().max(40).default('today').describe('ISO, today, yesterday, tomorrow, or periods from now: +3, -1'),
  period: z.enum(['day', 'week', 'month', 'quarter', 'year']).default('day').describe('What the note is about'),
  content: content.min(1).optional().describe('Text to append; makes the note if missing'),
  heading: z.string().min(1).max(LONGEST_PATH).optional().describe('Append under it; added if missing'),
  create: z.boolean().default(false).describe('Make it, without content too'),
});
export type DailyNoteInput = z.output<typeof dailyNoteInput>;

export const dailyNoteOutput = z.looseObject({
  path: z.string(),
  exists: z.boolean(),
  created: z.boolean().optional(),
  content: z.string().optional(),
  diff: z.string().optional(),
  warning,
});
export type DailyNoteOutput = z.infer<typeof dailyNoteOutput>;
