import { z } from 'zod';
import { noteOrStubRef, noteRef } from './common.ts';

/** What is related to a note, to a text, or to a text taken from a note. */
export const relatedInput = z
  .object({
    /** A path, not a name. */
    path: z.string().min(1).max(4_096).optional(),
    text: z.string().min(1).max(20_000).optional(),
    limit: z.number().int().min(1).max(200).default(20),
    /** Leave out notes that the note links to or that link to it. */
    hideLinked: z.boolean().default(false),
    /** Only notes in one of these folders. */
    folders: z.array(z.string().max(1_000)).max(200).optional(),
  })
  .refine(({ path, text }) => path !== undefined || text !== undefined, 'give `path` or `text`');
export type RelatedInput = z.output<typeof relatedInput>;

export const relatedNote = noteRef.extend({
  /** The passage that is most like the note or text: its heading, the beginning of its text, its 1-based line. */
  similar: z
    .looseObject({
      heading: z.string().nullable(),
      /** The headings that it is under, the outermost first, as they are read. */
      above: z.array(z.string()),
      text: z.string(),
      line: z.number().int(),
    })
    .optional(),
  /** What both are linked with, the first of them, the most telling first. */
  sharedLinks: z.array(noteOrStubRef.extend({ way: z.enum(['to', 'from', 'through']) })).optional(),
  /** How many there are in all that both link to, that link to both, and that are linked with the two in other ways. */
  sharedCounts: z.looseObject({ to: z.number().int(), from: z.number().int(), through: z.number().int() }).optional(),
  /** The two are linked already. */
  linked: z.boolean().optional(),
  /** Nearly the same text as the note itself. */
  copy: z.boolean().optional(),
  /** Notes with nearly the same text as this one, which have no row of their own. */
  copies: z.array(noteRef).optional(),
});
export type RelatedNote = z.infer<typeof relatedNote>;

export const relatedOutput = z.looseObject({
  notes: z.array(relatedNote),
  /** What `similar` was found by: a model, what was learned from the notes, or words; null if by none of them. */
  similarBy: z.enum(['model', 'learned', 'words']).nullable(),
  /** Share of the notes' texts that the model has read, if less than 1. */
  embedded: z.number().optional(),
});
export type RelatedOutput = z.infer<typeof relatedOutput>;
