import { z } from 'zod';
import {
  content,
  dryRun,
  LONGEST_CONTENT,
  LONGEST_KEY,
  LONGEST_PATH,
  noteName,
  warning,
  whereAsInSearch,
} from './common.ts';

const LONGEST_SEARCH = 20_000;
const MOST_EDITS = 100;
/** Most notes that one call edits. */
export const MOST_NOTES = 500;

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
  headingOp: z.enum(['replace', 'before', 'after', 'append', 'prepend']).optional(),
  scope: z.enum(['section', 'body']).optional(),
  headingIndex: z.number().int().min(0).optional(),
  line: z.number().int().min(1).optional(),
  lineOp: z.enum(['replace', 'before', 'after', 'delete']).optional(),
  expect: z.string().max(LONGEST_SEARCH).optional(),
  key: z.string().min(1).max(LONGEST_KEY).optional(),
  value: jsonValue.optional(),
  valueJson: z.string().max(LONGEST_CONTENT).optional(),
};

/** One of several edits; fields as in a single edit. */
export const editItem = z.object(field);
export type EditItem = z.output<typeof editItem>;

export const editNoteInput = z
  .object({
    name: noteName('Note to edit').optional(),
    names: z
      .array(noteName(''))
      .min(1)
      .max(MOST_NOTES)
      .optional()
      .describe('Instead of name: same edit in each, all or none'),
    directory: z.string().min(1).max(LONGEST_PATH).optional().describe('Instead: all notes in this folder'),
    tag: z.string().min(1).max(LONGEST_KEY).optional().describe('Instead: all notes with this tag'),
    where: whereAsInSearch.optional(),
    mode: field.mode.describe('Required without edits'),
    content: field.content.describe('New text'),
    search: field.search.describe('replace_window: passage that occurs once'),
    fuzzy: field.fuzzy.describe('Tolerate other whitespace and trailing punctuation'),
    fuzzyThreshold: field.fuzzyThreshold.describe('Default 0.7; higher is stricter'),
    from_buffer: field.from_buffer.describe('Retry the last unmatched replace_window, fuzzy at 0.5'),
    heading: field.heading.describe('patch_heading: its text, or path A > B'),
    headingOp: field.headingOp.describe('Default replace: the section; append, prepend: inside it, joining lists'),
    scope: field.scope.describe('Default section: to the next heading of its level or above; body: to a blank line'),
    headingIndex: field.headingIndex.describe('Which of equal headings, from 0'),
    line: field.line.describe('at_line: from 1, frontmatter counted'),
    lineOp: field.lineOp.describe('Default replace'),
    expect: field.expect.describe('at_line: text that must stand there'),
    key: field.key.describe('patch_frontmatter: property; a.b for nested'),
    value: field.value.describe('Any JSON; null removes the key'),
    valueJson: field.valueJson.describe('value as JSON text'),
    edits: z.array(editItem).min(1).max(MOST_EDITS).optional().describe('Several edits in order, all or none'),
    dryRun: dryRun('Write nothing; get a diff and a previewId'),
  })
  .superRefine(({ mode, edits, name, names, directory, tag, where: wanted }, checked) => {
    const issue = (message: string): void => checked.addIssue({ code: 'custom', path: ['name'], message });
    const isSelected = directory !== undefined || tag !== undefined || wanted !== undefined;
    const given = [name !== undefined, names !== undefined, isSelected].filter(Boolean).length;
    if (given === 0) issue('required without `names`, `directory`, `tag` and `where`');
    if (given > 1) issue('give either `name`, `names`, or `directory`, `tag` and `where`');
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

/** One of several notes that were edited. */
const editedNote = z.looseObject({
  path: z.string(),
  changed: z.boolean(),
  diff: z.string(),
  diffTruncated,
});
export type EditedNote = z.infer<typeof editedNote>;

export const editNoteOutput = z.looseObject({
  path: z.string().optional(),
  mode: editMode.optional(),
  diff: z.string().optional(),
  diffTruncated,
  changed: z.boolean().optional(),
  removedLen: z.number().int().optional().describe('patch_heading: characters replaced'),
  bytes: z.number().int().optional(),
  warning,
  dryRun: z.literal(true).optional(),
  previewId: z.string().optional(),
  expiresAt: z.string().optional(),
  notes: z.array(editedNote).optional(),
  total: z.number().int().optional(),
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
  z.looseObject({
    notes: z.array(editedNote),
    total: z.number().int(),
    mode: editMode.optional(),
    dryRun: z.literal(true).optional(),
    previewId: z.string().optional(),
    expiresAt: z.string().optional(),
    hint: z.string().optional(),
    warning,
  }),
]);

export const applyEditPreviewInput = z.object({
  previewId: z.string().min(1).max(100).describe('From edit_note with dryRun'),
});

const decision = z.enum(['approved', 'declined']);

export const applyEditPreviewOutput = z.looseObject({
  path: z.string().optional(),
  applied: z.literal(true).optional(),
  diff: z.string().optional(),
  notes: z.array(editedNote).optional(),
  total: z.number().int().optional(),
  diffTruncated,
  bytes: z.number().int().optional(),
  warning,
  decision: decision.optional().describe("The person's, on a change that waited"),
  reason: z.string().optional(),
  partlyApplied: z.literal(true).optional(),
  result: z.looseObject({}).optional(),
});
export type ApplyEditPreviewOutput = z.infer<typeof applyEditPreviewOutput>;

/** What `apply_edit_preview` may answer. */
export const applyEditPreviewResult = z.union([
  z.looseObject({
    path: z.string(),
    applied: z.literal(true),
    diff: z.string(),
    diffTruncated,
    bytes: z.number().int(),
    warning,
  }),
  z.looseObject({ applied: z.literal(true), notes: z.array(editedNote), total: z.number().int(), warning }),
  z.looseObject({
    decision,
    reason: z.string().optional(),
    partlyApplied: z.literal(true).optional(),
    result: z.looseObject({}).optional(),
  }),
]);
