import { z } from 'zod';
import { context, noteName } from './common.ts';

const LONGEST_PATH = 1000;
const LONGEST_CONTENT = 5_000_000;
const LONGEST_SEARCH = 20_000;
const LONGEST_KEY = 500;
const MOST_EDITS = 100;

const vaultPath = z.string().min(1).max(LONGEST_PATH);
const content = z.string().max(LONGEST_CONTENT);
const dryRun = (shows: string) => z.boolean().default(false).describe(shows);

export const createNoteInput = z.object({
  title: z.string().min(1).max(LONGEST_KEY).describe('Filename without .md, and the title property'),
  content: content.describe('Markdown body, without frontmatter'),
  directory: z.string().max(LONGEST_PATH).optional().describe('Vault-relative folder, made if missing'),
  frontmatter: z.record(z.string(), z.unknown()).optional().describe('Properties; null writes no key, also for title'),
});
export type CreateNoteInput = z.output<typeof createNoteInput>;

export const createNoteOutput = z.looseObject({
  path: z.string(),
  title: z.string(),
  created: z.literal(true),
  linksResolved: z.number().int(),
  stubsPruned: z.number().int(),
});
export type CreateNoteOutput = z.infer<typeof createNoteOutput>;

export const editMode = z.enum([
  'append',
  'prepend',
  'replace_window',
  'patch_heading',
  'patch_frontmatter',
  'at_line',
]);
export type EditMode = z.infer<typeof editMode>;

/** Any JSON value. Lists the types because some clients skip a tool with an untyped argument. */
const jsonValue = z.unknown().meta({ type: ['string', 'number', 'boolean', 'array', 'object', 'null'] });

const field = {
  mode: editMode.optional(),
  content: content.optional(),
  search: z.string().min(1).max(LONGEST_SEARCH).optional(),
  fuzzy: z.boolean().optional(),
  fuzzyThreshold: z.number().min(0).max(1).optional(),
  from_buffer: z.boolean().optional(),
  heading: z.string().min(1).max(LONGEST_PATH).optional(),
  headingOp: z.enum(['replace', 'before', 'after']).optional(),
  scope: z.enum(['section', 'body']).optional(),
  headingIndex: z.number().int().min(0).optional(),
  line: z.number().int().min(1).optional(),
  lineOp: z.enum(['replace', 'before', 'after', 'delete']).optional(),
  key: z.string().min(1).max(LONGEST_KEY).optional(),
  value: jsonValue.optional(),
  valueJson: z.string().max(LONGEST_CONTENT).optional(),
};

/** One of several edits; fields as in a single edit. */
export const editItem = z.object(field);
export type EditItem = z.output<typeof editItem>;

export const editNoteInput = z
  .object({
    name: noteName('Note to edit'),
    mode: field.mode.describe('Required without edits'),
    content: field.content.describe('New text'),
    search: field.search.describe('replace_window: passage that occurs once'),
    fuzzy: field.fuzzy.describe('Tolerate other whitespace and trailing punctuation'),
    fuzzyThreshold: field.fuzzyThreshold.describe('Default 0.7; higher is stricter'),
    from_buffer: field.from_buffer.describe("Retry this note's last unmatched replace_window, fuzzy at 0.5"),
    heading: field.heading.describe('patch_heading: its text, or path A > B'),
    headingOp: field.headingOp.describe('Default replace: the section below the heading'),
    scope: field.scope.describe('Default section: to the next heading of its level or above; body: to a blank line'),
    headingIndex: field.headingIndex.describe('Which of equal headings, from 0'),
    line: field.line.describe('at_line: from 1, frontmatter counted'),
    lineOp: field.lineOp.describe('Default replace'),
    key: field.key.describe('patch_frontmatter: property; a.b for nested'),
    value: field.value.describe('Any JSON; null removes the key'),
    valueJson: field.valueJson.describe('value as JSON text'),
    edits: z.array(editItem).min(1).max(MOST_EDITS).optional().describe('Several edits in order, all or none'),
    dryRun: dryRun('Write nothing; get a diff and a previewId'),
  })
  .superRefine(({ mode, edits }, checked) => {
    if (mode !== undefined) return;
    if (edits === undefined) checked.addIssue({ code: 'custom', path: ['mode'], message: 'required without `edits`' });
    edits?.forEach((item, index) => {
      if (item.mode === undefined)
        checked.addIssue({
          code: 'custom',
          path: ['edits', index, 'mode'],
          message: 'required if the call names none',
        });
    });
  });
export type EditNoteInput = z.output<typeof editNoteInput>;

const diffTruncated = z.boolean().optional();
/** What another program did to the note meanwhile. */
const warning = z.string().optional();

export const editNoteOutput = z.looseObject({
  path: z.string(),
  mode: editMode.optional(),
  diff: z.string(),
  diffTruncated,
  changed: z.boolean().optional(),
  removedLen: z.number().int().optional().describe('patch_heading: characters replaced'),
  bytes: z.number().int().optional(),
  warning,
  dryRun: z.literal(true).optional(),
  previewId: z.string().optional(),
  expiresAt: z.string().optional(),
});
export type EditNoteOutput = z.infer<typeof editNoteOutput>;

/** What `edit_note` may answer; `mode` is absent if the edits differ in it. */
export const editNoteResult = z.union([
  z.looseObject({
    dryRun: z.literal(true),
    previewId: z.string(),
    expiresAt: z.string(),
    path: z.string(),
    mode: editMode.optional(),
    diff: z.string(),
    diffTruncated,
  }),
  z.looseObject({
    path: z.string(),
    mode: editMode.optional(),
    diff: z.string(),
    diffTruncated,
    changed: z.boolean(),
    removedLen: z.number().int().optional(),
    bytes: z.number().int(),
    warning,
  }),
]);

export const applyEditPreviewInput = z.object({
  previewId: z.string().min(1).max(100).describe('From edit_note with dryRun'),
});
export type ApplyEditPreviewInput = z.output<typeof applyEditPreviewInput>;

export const applyEditPreviewOutput = z.looseObject({
  path: z.string(),
  applied: z.literal(true),
  diff: z.string(),
  diffTruncated,
  bytes: z.number().int(),
  warning,
});
export type ApplyEditPreviewOutput = z.infer<typeof applyEditPreviewOutput>;

export const linkNotesInput = z.object({
  source: noteName('Note to link from'),
  target: noteName('Note to link to, or a name not yet taken'),
  context: z.string().min(1).max(2000).describe('One sentence: why they are connected'),
  dryRun: dryRun('Write nothing; get the line'),
});
export type LinkNotesInput = z.output<typeof linkNotesInput>;

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
  source: noteName('Note to move'),
  destination: vaultPath.describe('New vault-relative path; .md is added if missing'),
  dryRun: dryRun('Write nothing; get what would be rewritten'),
});
export type MoveNoteInput = z.output<typeof moveNoteInput>;

const linksRewritten = z.looseObject({ files: z.number().int(), occurrences: z.number().int() });
const rewrittenFile = z.looseObject({ path: z.string(), occurrences: z.number().int() });

export const moveNoteOutput = z.looseObject({
  from: z.string(),
  to: z.string(),
  linksRewritten,
  stubsPruned: z.number().int().optional(),
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
export type DeleteNoteInput = z.output<typeof deleteNoteInput>;

const deletedFromIndex = z.looseObject({ edges: z.number().int(), stubsPruned: z.number().int() });
const deletedNote = z.looseObject({
  path: z.string(),
  deleted: z.literal(true),
  trashedTo: z.string().optional(),
  deletedFromIndex,
});
export type DeletedNote = z.infer<typeof deletedNote>;

/** Flat, or in `data` next to `context` if links to the note went with it. */
export const deleteNoteOutput = z.looseObject({
  path: z.string().optional(),
  deleted: z.literal(true).optional(),
  trashedTo: z.string().optional(),
  deletedFromIndex: deletedFromIndex.optional(),
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
