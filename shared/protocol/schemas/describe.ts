import { z } from 'zod';
import { limit, nextOffset, offset } from './common.ts';

export const describeVaultInput = z.object({
  of: z
    .enum(['overview', 'folders', 'tags', 'properties', 'attachments', 'unresolved'])
    .default('overview')
    .describe('One of them in full'),
  prefix: z.string().max(1000).optional().describe('Only names that begin so'),
  limit: limit(200),
  offset,
});
export type DescribeVaultInput = z.output<typeof describeVaultInput>;

const row = z.looseObject({});
const rows = z.array(row).optional();
export const describeVaultOutput = z.looseObject({
  of: z.string(),
  folders: rows,
  tags: rows,
  properties: rows,
  attachments: z.union([z.array(row), row]).optional(),
  unresolved: z.union([z.array(row), row]).optional(),
  total: z.number().int().optional(),
  nextOffset,
  hint: z.string().optional(),
});
export type DescribeVaultOutput = z.infer<typeof describeVaultOutput>;

/** What the overview has. */
export interface DescribeOverview {
  of: 'overview';
  vault: string;
  notes: number;
  canvases?: number;
  /** Of the attachments. */
  bases?: number;
  attachments: { total: number; types: Record<string, number> };
  tasks: { open: number; done: number };
  /** Links to what is not there. */
  unresolved: { notes: number; headings: number; blocks: number; attachments: number };
  daily: { folder: string; format: string; template?: string };
  templates?: { folder: string };
  newNotes: { folder: string };
  links: { format: string; style: 'wikilinks' | 'markdown' };
  folders: { path: string; notes: number }[];
  tags: { tag: string; notes: number }[];
  properties: { name: string; type: string; notes: number; values?: (string | number | boolean)[] }[];
  languages: { language: string; notes: number }[];
  newest: { path: string; title: string; modified: string }[];
}
