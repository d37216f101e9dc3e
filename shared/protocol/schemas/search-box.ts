import { z } from 'zod';
import { noteRef } from './common.ts';

/**
 * What a person types into the app's search box. Unlike the tool's query it knows `tag:`, `path:`, `file:` and `-word`.
 */
export const searchBoxInput = z.object({
  query: z.string().max(4_000),
  mode: z.enum(['words', 'both', 'meaning']).default('both'),
  limit: z.number().int().min(1).max(200).default(20),
  /** The last word may be the beginning of one, unless a blank follows it. */
  prefix: z.boolean().default(true),
  /** Most passages a row; one is quicker. */
  passages: z.number().int().min(1).max(3).default(3),
});
export type SearchBoxInput = z.output<typeof searchBoxInput>;

/** Stretches of a text to be marked, sorted and disjoint: UTF-16 offsets, end exclusive. */
const ranges = z.array(z.tuple([z.number().int(), z.number().int()]));

export const boxPassage = z.looseObject({
  heading: z.string().nullable(),
  /** In the heading, if it has words. */
  headingRanges: ranges.optional(),
  /** 1-based, of the first word found; of the passage if none is in it. */
  line: z.number().int(),
  excerpt: z.string(),
  ranges,
  /** The words are in the frontmatter: the excerpt is `property: value`. */
  inProperties: z.boolean().optional(),
  /** None of the words is in the text: it is the beginning of a note found by its name or by conditions alone. */
  isBeginning: z.boolean().optional(),
});
export type BoxPassage = z.infer<typeof boxPassage>;

export const boxRow = noteRef.extend({
  titleRanges: ranges,
  /** The file's name without its ending, if it has words and is not the title. */
  fileName: z.object({ text: z.string(), ranges }).optional(),
  matchedBy: z.array(z.enum(['fulltext', 'semantic'])),
  /** One to three, the best first. */
  passages: z.array(boxPassage),
});
export type BoxRow = z.infer<typeof boxRow>;

export const searchBoxOutput = z.looseObject({
  rows: z.array(boxRow),
  /** While notes are still being read: how many are. Only those were looked at, by their words alone. */
  reading: z.object({ done: z.number().int(), total: z.number().int() }).optional(),
  /** Share of the text that can be found by meaning so far, if less than 1. */
  embedded: z.number().optional(),
  /** Why nothing could be found by meaning. */
  cause: z.string().optional(),
});
export type SearchBoxOutput = z.infer<typeof searchBoxOutput>;
