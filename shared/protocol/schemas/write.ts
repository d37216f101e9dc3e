import { z } from 'zod';
import { content, context, dryRun, LONGEST_KEY, LONGEST_PATH, noteName, warning } from './common.ts';

const vaultPath = z.string().min(1).max(LONGEST_PATH);

export const createNoteInput = z.object({
  title: z.string().min(1).max(LONGEST_KEY).describe('Filename without .md, and the title property'),
  content: content.describe('Markdown body, without frontmatter'),
  directory: z
    .string()
    .max(LONGEST_PATH)
    .optional()
    .describe("Vault-relative folder; default: the app's for new notes"),
  template: z.string().min(1).max(LONGEST_PATH).optional().describe('Template to begin with'),
  frontmatter: z.record(z.string(), z.unknown()).optional().describe('Properties; null writes no key, also for title'),
});

export const createNoteOutput = z.looseObject({
  path: z.string(),
  title: z.string(),
  created: z.literal(true),
  linksResolved: z.number().int(),
  stubsPruned: z.number().int(),
  unresolvedLinks: z.array(z.string()).optional(),
  warning,
});

export const linkNotesInput = z.object({
  source: noteName('Note to link from'),
  target: noteName('Note to link to, or a name not yet taken'),
  context: z.string().min(1).max(2000).describe('One sentence: why they are connected'),
  dryRun: dryRun('Write nothing; get the line'),
});

export const linkNotesOutput = z.looseObject({
  source: z.string(),
  target: z.string(),
  line: z.number().int().optional(),
  text: z.string().optional(),
  inserted: z.boolean().optional(),
  targetStub: z.boolean().optional(),
  warning,
  dryRun: z.literal(true).optional(),
  wouldAppend: z.string().optional(),
});
export type LinkNotesOutput = z.infer<typeof linkNotesOutput>;

/** What `link_notes` may answer. */
export const linkNotesResult = z.union([
  z.looseObject({ dryRun: z.literal(true), source: z.string(), target: z.string(), wouldAppend: z.string() }),
  z.looseObject({
    source: z.string(),
    target: z.string(),
    line: z.number().int(),
    text: z.string(),
    inserted: z.boolean(),
    targetStub: z.boolean().optional(),
    warning,
  }),
]);

export const moveNoteInput = z.object({
  source: noteName('Note, attachment or folder to move'),
  destination: vaultPath.describe('New path; .md is added if missing'),
  keepAlias: z.boolean().default(false).describe('Keep the old name as an alias'),
  onExists: z.enum(['refuse', 'merge']).default('refuse').describe('merge: append to the note that is there'),
  dryRun: dryRun('Write nothing; get what would be rewritten'),
});

const linksRewritten = z.looseObject({ files: z.number().int(), occurrences: z.number().int() });
const rewrittenFile = z.looseObject({ path: z.string(), occurrences: z.number().int() });

export const moveNoteOutput = z.looseObject({
  from: z.string(),
  to: z.string(),
  linksRewritten,
  stubsPruned: z.number().int().optional(),
  moved: z.number().int().optional(),
  merged: z.literal(true).optional(),
  warning,
  dryRun: z.literal(true).optional(),
  files: z.array(rewrittenFile).optional(),
});
export type MoveNoteOutput = z.infer<typeof moveNoteOutput>;

/** What `move_note` may answer. */
export const moveNoteResult = z.union([
  z.looseObject({
    dryRun: z.literal(true),
    from: z.string(),
    to: z.string(),
    linksRewritten,
    files: z.array(rewrittenFile),
  }),
  z.looseObject({ from: z.string(), to: z.string(), linksRewritten, stubsPruned: z.number().int(), warning }),
]);

export const deleteNoteInput = z.object({
  name: noteName('Note to delete'),
  confirm: z.literal(true).describe('Must be true'),
  dryRun: dryRun('Delete nothing; get what would go'),
});

const deletedFromIndex = z.looseObject({ edges: z.number().int(), stubsPruned: z.number().int() });
const deletedNote = z.looseObject({
  path: z.string(),
  deleted: z.literal(true),
  trashedTo: z.string().optional(),
  deletedFromIndex,
  warning,
});
export type DeletedNote = z.infer<typeof deletedNote>;

/** Flat, or in `data` next to `context` if links to the note went with it. */
export const deleteNoteOutput = z.looseObject({
  path: z.string().optional(),
  deleted: z.literal(true).optional(),
  trashedTo: z.string().optional(),
  deletedFromIndex: deletedFromIndex.optional(),
  warning,
  dryRun: z.literal(true).optional(),
  inboundLinks: z.number().int().optional(),
  stubsToPrune: z.number().int().optional(),
  data: z.looseObject({}).optional(),
  context: context.optional(),
});
export type DeleteNoteOutput = z.infer<typeof deleteNoteOutput>;

/** What `delete_note` may answer. */
export const deleteNoteResult = z.union([
  z.looseObject({
    dryRun: z.literal(true),
    path: z.string(),
    inboundLinks: z.number().int(),
    stubsToPrune: z.number().int(),
  }),
  z.looseObject({ data: deletedNote, context }),
  deletedNote,
]);
