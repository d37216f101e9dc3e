import { z } from 'zod';

/** How long the caller waits; the app cannot cancel the evaluation. */
const timeoutMs = z.number().int().min(1).max(600_000).default(30_000).describe('Longest wait');

export const activeNoteInput = z.object({});

/** `line` is 1-based over the whole file, `ch` 0-based. */
export const editorPosition = z.looseObject({ line: z.number().int(), ch: z.number().int() });
export const editorSelection = z.looseObject({ from: editorPosition, to: editorPosition, text: z.string() });
const editorMode = z.enum(['source', 'preview']);

export const activeNoteOutput = z.looseObject({
  path: z.string().nullable().describe('null if no note is open'),
  title: z.string().optional(),
  cursor: editorPosition.optional(),
  selection: editorSelection.nullable().optional(),
  mode: editorMode.optional(),
});
export type ActiveNoteOutput = z.infer<typeof activeNoteOutput>;

/** What `active_note` may answer. */
export const activeNoteResult = z.union([
  z.strictObject({ path: z.null() }),
  z.looseObject({
    path: z.string(),
    title: z.string(),
    cursor: editorPosition,
    selection: editorSelection.nullable(),
    mode: editorMode,
  }),
]);

export const dqlQueryInput = z.object({
  query: z.string().min(1).max(100_000).describe('Query source, such as: TABLE status FROM #project'),
  source: z
    .string()
    .max(1000)
    .optional()
    .describe('Vault-relative file the query runs from: the meaning of "this" and of relative links'),
  timeoutMs,
});

/** A value flattened to plain JSON: a link is a path, a date an ISO string. */
const dqlValue = z.unknown();
const dqlEvent = z.looseObject({ date: z.string(), link: z.string(), value: dqlValue.optional() });

/** A list entry or a task. `line` is as the query plugin gives it. */
export type NormalizedListItem = {
  task: boolean;
  text: string;
  path: string;
  line: number;
  tags: string[];
  children: NormalizedListItem[];
  status?: string | undefined;
  checked?: boolean | undefined;
  completed?: boolean | undefined;
  fullyCompleted?: boolean | undefined;
  due?: string | undefined;
  completion?: string | undefined;
  scheduled?: string | undefined;
  start?: string | undefined;
  created?: string | undefined;
};

const listItemFields = {
  task: z.boolean(),
  text: z.string(),
  path: z.string(),
  line: z.number().int(),
  tags: z.array(z.string()),
  status: z.string().optional(),
  checked: z.boolean().optional(),
  completed: z.boolean().optional(),
  fullyCompleted: z.boolean().optional(),
  due: z.string().optional(),
  completion: z.string().optional(),
  scheduled: z.string().optional(),
  start: z.string().optional(),
  created: z.string().optional(),
};

export const normalizedListItem: z.ZodType<NormalizedListItem> = z.looseObject({
  ...listItemFields,
  get children() {
    return z.array(normalizedListItem);
  },
});

/** One open object for clients; `kind` decides which optional fields are present. */
export const dqlQueryOutput = z.looseObject({
  kind: z.enum(['table', 'list', 'task', 'calendar']),
  headers: z.array(z.string()).optional().describe('table'),
  rows: z.array(z.array(dqlValue)).optional().describe('table'),
  values: z.array(dqlValue).optional().describe('list'),
  items: z
    .array(z.looseObject({ ...listItemFields, children: z.array(z.looseObject({})) }))
    .optional()
    .describe('task'),
  events: z.array(dqlEvent).optional().describe('calendar'),
});

/** What `dql_query` may answer. */
export const dqlResult = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('table'), headers: z.array(z.string()), rows: z.array(z.array(dqlValue)) }),
  z.looseObject({ kind: z.literal('list'), values: z.array(dqlValue) }),
  z.looseObject({ kind: z.literal('task'), items: z.array(normalizedListItem) }),
  z.looseObject({ kind: z.literal('calendar'), events: z.array(dqlEvent) }),
]);
export type DqlResult = z.infer<typeof dqlResult>;

export const baseQueryInput = z.object({
  file: z.string().min(1).max(1000).optional().describe('.base file, or note with base blocks; overrides yaml'),
  yaml: z.string().min(1).max(100_000).optional().describe('Inline .base source, in place of file'),
  block: z.number().int().min(1).max(1000).optional().describe('Which base block of a note as file'),
  view: z.string().min(1).max(1000).describe('Name of the view to run'),
  source: z.string().min(1).max(1000).optional().describe('Note that `this` is; default the base'),
  timeoutMs,
});

/** What the two hosts are asked: `rowBytes` is the room that the caller has for rows; rows beyond it are left out. */
export const baseQuestionInput = baseQueryInput.extend({ rowBytes: z.number().int().min(0).optional() });
export type BaseQuestionInput = z.output<typeof baseQuestionInput>;

export const baseRow = z.looseObject({ file: z.looseObject({ name: z.string(), path: z.string() }) });
export const baseQueryOutput = z.looseObject({
  view: z.string(),
  rows: z.array(baseRow).describe('One property per column, plus file'),
  total: z.number().int().describe('Entries before the limit'),
  columns: z
    .array(z.looseObject({ column: z.string(), name: z.string() }))
    .optional()
    .describe('Display names'),
  groups: z
    .array(z.looseObject({ value: z.unknown(), count: z.number().int() }))
    .optional()
    .describe('In the order of the rows'),
  summaries: z.looseObject({}).optional().describe('By column: name, value'),
  warnings: z.array(z.looseObject({ place: z.string(), message: z.string(), rows: z.number().optional() })).optional(),
  executedAt: z.string(),
  host: z.string().optional(),
});
export type BaseQueryOutput = z.infer<typeof baseQueryOutput>;
