import { z } from 'zod';
import { day, limit, LONGEST_KEY, nextOffset, noteName, offset, whereAsInSearch } from './common.ts';

const STATUSES = ['open', 'done', 'all'];

export const listTasksInput = z.object({
  status: z
    .string()
    .refine((status) => STATUSES.includes(status) || [...status].length === 1, {
      message: 'open, done, all or one character is expected',
    })
    .default('open')
    .describe("open (neither x nor -), done, all, or a box's character"),
  text: z.string().min(1).max(1000).optional().describe('Words in it'),
  directory: z.string().max(1000).optional().describe('Only notes under this folder'),
  tag: z.string().max(LONGEST_KEY).optional().describe('On the task, or a property of its note'),
  name: noteName('Only this note').optional(),
  where: whereAsInSearch.optional(),
  dueAfter: day('Due from: 2026-03-01, today, +3, 1w', 'future').optional(),
  dueBefore: day('Due until', 'future').optional(),
  sort: z
    .enum(['due', 'scheduled', 'start', 'done', 'created', 'priority', 'modified', 'path'])
    .default('due')
    .describe('done, created, modified: newest first'),
  limit: limit(100),
  offset,
});
export type ListTasksInput = z.output<typeof listTasksInput>;

const text = z.string().optional();
export const taskRow = z.looseObject({
  path: z.string(),
  line: z.number().int(),
  text: z.string().describe('Without dates, priority and recurrence'),
  status: z.string(),
  heading: text,
  due: text,
  scheduled: text,
  start: text,
  done: text,
  created: text,
  cancelled: text,
  priority: text,
  recurrence: text,
  tags: z.array(z.string()).optional(),
  blockId: text,
  parentLine: z.number().int().optional(),
});
export type TaskRow = z.infer<typeof taskRow>;
export const listTasksOutput = z.looseObject({
  tasks: z.array(taskRow),
  total: z.number().int(),
  nextOffset,
  hint: text,
});
export type ListTasksOutput = z.infer<typeof listTasksOutput>;
