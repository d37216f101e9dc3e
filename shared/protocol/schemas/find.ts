import { z } from 'zod';
import {
  context,
  day,
  includeStubs,
  limit,
  LONGEST_KEY,
  nextOffset,
  noteName,
  noteOrStubRef,
  noteRef,
  offset,
  where,
} from './common.ts';

export const searchInput = z.object({
  query: z
    .string()
    .min(1)
    .max(4000)
    .describe('Question or keywords; "quoted phrases" match together, a trailing * matches prefixes'),
  mode: z.enum(['hybrid', 'semantic', 'fulltext']).default('hybrid').describe('hybrid fuses both rankings'),
  limit: limit(20),
  unique: z.enum(['notes', 'chunks']).default('notes').describe('One row per note, or per passage'),
  directory: z.string().max(1000).optional().describe('Only notes under this folder'),
  tag: z.string().max(200).optional().describe('Only notes with this tag or its children'),
});
export type SearchInput = z.output<typeof searchInput>;

export const searchRow = noteRef.extend({
  score: z.number(),
  excerpt: z.string(),
  matchedBy: z.array(z.enum(['fulltext', 'semantic'])),
  chunkId: z.string().optional(),
  chunkHeading: z.string().nullable().optional(),
  chunkStartLine: z.number().int().optional(),
  chunkExcerpt: z.string().optional(),
});
export type SearchRow = z.infer<typeof searchRow>;
/** An engine's answer to a search. */
export const searchFound = z.looseObject({
  rows: z.array(searchRow),
  match: z.enum(['strong', 'partial', 'weak']),
  embedded: z.number().optional(),
  hints: z.array(z.string()).optional(),
});
export type SearchFound = z.infer<typeof searchFound>;
export const searchOutput = z.looseObject({ data: z.array(searchRow), context, total: z.number().int().optional() });
export type SearchOutput = z.infer<typeof searchOutput>;

export const listNotesInput = z.object({
  directory: z.string().max(1000).optional().describe('Only notes under this folder'),
  tag: z.string().max(200).optional().describe('Only notes with this tag or its children, with or without #'),
  where: where.optional(),
  modifiedAfter: day('Since 2026-03-01, or 7d, 2w, 3m, 1y ago', 'past').optional(),
  modifiedBefore: day('Up to then', 'past').optional(),
  links: z
    .enum(['none', 'no_incoming', 'no_outgoing', 'unresolved'])
    .optional()
    .describe('By their links; unresolved: to nothing'),
  properties: z.array(z.string().min(1).max(LONGEST_KEY)).max(50).optional().describe('Properties to show'),
  sort: z
    .string()
    .min(1)
    .max(LONGEST_KEY)
    .default('path')
    .describe('path, title, modified, created, words, incoming, or a property'),
  order: z.enum(['asc', 'desc']).optional().describe('Default desc for times and counts'),
  limit: limit(100),
  offset,
  includeStubs: includeStubs(true),
});
export type ListNotesInput = z.output<typeof listNotesInput>;

export const listedNote = noteRef.extend({
  tags: z.array(z.string()).optional(),
  modified: z.string().optional(),
  size: z.number().int().optional(),
  created: z.string().optional(),
  words: z.number().int().optional(),
  incoming: z.number().int().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  stub: z.boolean().optional(),
});
export type ListedNote = z.infer<typeof listedNote>;
export const listNotesOutput = z.looseObject({
  notes: z.array(listedNote),
  total: z.number().int(),
  nextOffset,
  hint: z.string().optional(),
});
export type ListNotesOutput = z.infer<typeof listNotesOutput>;

export const readNoteInput = z.object({
  name: noteName('Path, filename, title, alias or a unique part of one'),
  mode: z
    .enum(['brief', 'full'])
    .default('brief')
    .describe('brief: metadata and links; full: also the body and each link in its line'),
  maxContentLength: z.number().int().min(1).max(10_000_000).default(2000).describe('full: most characters of body'),
});
export type ReadNoteInput = z.output<typeof readNoteInput>;

export const linkedNote = noteOrStubRef.extend({ context: z.string().optional() });
export type LinkedNote = z.infer<typeof linkedNote>;
export const headingRow = z.looseObject({ level: z.number().int(), text: z.string(), line: z.number().int() });
export const noteDetails = noteRef.extend({
  tags: z.array(z.string()),
  aliases: z.array(z.string()),
  frontmatter: z.record(z.string(), z.unknown()),
  headings: z.array(headingRow),
  outgoing: z.array(linkedNote),
  outgoingTotal: z.number().int().optional(),
  incoming: z.array(linkedNote),
  incomingTotal: z.number().int().optional(),
  words: z.number().int().optional(),
  modified: z.string().optional(),
  content: z.string().optional(),
  truncated: z.boolean().optional(),
  contentLength: z.number().int().optional(),
});
export type NoteDetails = z.infer<typeof noteDetails>;
export const readNoteOutput = z.looseObject({ data: noteDetails, context });
export type ReadNoteOutput = z.infer<typeof readNoteOutput>;
