import { z } from 'zod';
import {
  context,
  day,
  includeStubs,
  limit,
  LONGEST_KEY,
  LONGEST_PATH,
  nextOffset,
  noteName,
  noteOrStubRef,
  noteRef,
  offset,
  themeRef,
  where,
  whereAsInSearch,
} from './common.ts';

export const searchInput = z
  .object({
    query: z
      .string()
      .min(1)
      .max(4000)
      .optional()
      .describe('Question or keywords; "phrases" match together, a trailing * matches prefixes'),
    variants: z
      .array(z.string().min(1).max(4000))
      .max(4)
      .optional()
      .describe('The query in other wordings: likely words, a likely title'),
    like: z.string().min(1).max(LONGEST_PATH).optional().describe('In place of query: a note to find more like'),
    mode: z
      .enum(['hybrid', 'semantic', 'fulltext', 'regex'])
      .default('hybrid')
      .describe('hybrid fuses both rankings; regex: rows are matching lines'),
    limit: limit(20),
    offset: z.number().int().min(0).max(1_000_000).optional().describe('Rows to skip: last nextOffset'),
    unique: z.enum(['notes', 'chunks']).default('notes').describe('One row per note, or per passage'),
    directory: z.string().max(1000).optional().describe('Only notes under this folder'),
    tag: z.string().max(LONGEST_KEY).optional().describe('Only notes with this tag or its children'),
    where: where.optional(),
    modifiedAfter: day('Since 2026-03-01, or 7d, 2w, 3m, 1y ago', 'past').optional(),
    modifiedBefore: day('Up to then', 'past').optional(),
  })
  .refine(({ query, like }) => query !== undefined || like !== undefined, {
    path: ['query'],
    message: 'give it, or `like`',
  })
  // A pattern may be of blanks.
  .refine(({ query = '', mode }) => query === '' || mode === 'regex' || /\S/.test(query), {
    path: ['query'],
    message: 'it is blank; give the words to find',
  });
export type SearchInput = z.output<typeof searchInput>;

export const searchRow = noteRef.extend({
  kind: z.literal('canvas').optional(),
  score: z.number(),
  excerpt: z.string().optional(),
  matchedBy: z.array(z.enum(['fulltext', 'semantic', 'regex'])),
  line: z.number().int().optional(),
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
  /** If nothing was found: the query with longer words, or other spellings, in place of those that no note has. */
  instead: z.string().optional(),
  /** There are more rows. */
  hasMore: z.boolean().optional(),
  /** The search ran out of time. */
  truncated: z.boolean().optional(),
});
export type SearchFound = z.infer<typeof searchFound>;
export const searchOutput = z.looseObject({
  data: z.array(searchRow),
  context,
  total: z.number().int().optional(),
  nextOffset: z.number().int().optional(),
  truncated: z.boolean().optional(),
});
export type SearchOutput = z.infer<typeof searchOutput>;

export const listNotesInput = z.object({
  directory: z.string().max(1000).optional().describe('Only notes under this folder'),
  tag: z.string().max(LONGEST_KEY).optional().describe('Only notes with this tag or its children'),
  where: whereAsInSearch.optional(),
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

/** How one note is read. */
export const readNoteInput = z.object({
  name: noteName('Path, filename, title, alias or a unique part; #Heading or #^block after it reads that part'),
  mode: z
    .enum(['brief', 'full'])
    .default('brief')
    .describe('brief: metadata and links; full: also the body and each link in its line'),
  maxContentLength: z.number().int().min(1).max(10_000_000).default(2000).describe('Most characters of text'),
  section: z.string().min(1).max(LONGEST_PATH).optional().describe('Only the text under this heading, or "A > B"'),
  block: z.string().min(1).max(LONGEST_PATH).optional().describe('Only the block with this ^id'),
  lines: z.array(z.number().int().min(1)).length(2).optional().describe('Only these lines: [from, to]'),
  offset: z.number().int().optional().describe('Text from here on: last nextOffset'),
  links: z.enum(['none', 'counts', 'full']).optional().describe('Default: full, but none for a part'),
  mentions: z.boolean().optional().describe('Also where other notes name it without a link'),
});
export type ReadNoteInput = z.output<typeof readNoteInput>;

/** The tool's arguments: one note, or several. */
export const readNotesInput = readNoteInput
  .extend({
    name: readNoteInput.shape.name.optional(),
    names: z.array(noteName('Name')).min(1).max(20).optional().describe('Several notes; data is then a list'),
  })
  .refine(({ name, names }) => (name === undefined) !== (names === undefined), {
    path: ['name'],
    message: 'give it, or `names`, and not both',
  });
export type ReadNotesInput = z.output<typeof readNotesInput>;

export const linkedNote = noteOrStubRef.extend({ context: z.string().optional(), meant: z.string().optional() });
export type LinkedNote = z.infer<typeof linkedNote>;
export const headingRow = z.looseObject({ level: z.number().int(), text: z.string(), line: z.number().int() });
export const mention = z.looseObject({ path: z.string(), line: z.number().int(), text: z.string() });
export type Mention = z.infer<typeof mention>;
/** A card of a canvas; others name it by `card`, its number from 1. */
export const canvasCard = z.looseObject({
  card: z.number().int(),
  kind: z.string(),
  text: z.string().optional(),
  file: z.string().optional(),
  url: z.string().optional(),
  group: z.string().optional(),
});
export type CanvasCardRow = z.infer<typeof canvasCard>;
export const cardLink = z.looseObject({ from: z.number().int(), to: z.number().int(), label: z.string().optional() });
export type CardLink = z.infer<typeof cardLink>;
export const noteDetails = noteRef.extend({
  kind: z.enum(['canvas', 'base']).optional(),
  tags: z.array(z.string()).optional(),
  aliases: z.array(z.string()).optional(),
  frontmatter: z.record(z.string(), z.unknown()).optional(),
  headings: z.array(headingRow).optional(),
  meant: z.string().optional(),
  outgoing: z.array(linkedNote).optional(),
  outgoingTotal: z.number().int().optional(),
  incoming: z.array(linkedNote).optional(),
  incomingTotal: z.number().int().optional(),
  attachments: z.array(z.string()).optional(),
  tasks: z.looseObject({ open: z.number().int(), done: z.number().int() }).optional(),
  theme: themeRef.optional(),
  words: z.number().int().optional(),
  modified: z.string().optional(),
  uri: z.string().optional(),
  startLine: z.number().int().optional(),
  endLine: z.number().int().optional(),
  content: z.string().optional(),
  truncated: z.boolean().optional(),
  contentLength: z.number().int().optional(),
  nextOffset: z.number().int().optional(),
  mentions: z.array(mention).optional(),
  mentionsTruncated: z.boolean().optional(),
  views: z.array(z.string()).optional(),
  cards: z.array(canvasCard).optional(),
  cardsTotal: z.number().int().optional(),
  links: z.array(cardLink).optional(),
  hint: z.string().optional(),
});
export type NoteDetails = z.infer<typeof noteDetails>;
/** What stands for a note that could not be read. */
export const unreadNote = z.looseObject({
  name: z.string(),
  error: z.looseObject({ code: z.string(), message: z.string() }),
});
/** What clients are told of an answer; there are more fields. */
const listedDetails = noteDetails.pick({
  path: true,
  title: true,
  tags: true,
  aliases: true,
  frontmatter: true,
  headings: true,
  outgoing: true,
  incoming: true,
  words: true,
  modified: true,
  content: true,
  truncated: true,
  contentLength: true,
  nextOffset: true,
});
export const readNoteOutput = z.looseObject({
  data: z.union([listedDetails, z.array(z.looseObject({}))]),
  context,
});
/** What `read_note` sends, exactly. */
export const readNoteStrict = z.looseObject({
  data: z.union([z.array(z.union([noteDetails, unreadNote])), noteDetails]),
  context,
});
