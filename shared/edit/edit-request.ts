import { VaultLoomError } from '../protocol/errors.ts';
import type { EditItem, EditMode, EditNoteInput } from '../protocol/schemas/edit.ts';
import { BUFFER_THRESHOLD, hintAmongOthers, type BufferedEdit } from './edit-buffer.ts';
import { givenValue, wholeText } from './json-values.ts';
import type { JsonValue, NoteEdit } from './note-edit.ts';

/** Default threshold of `fuzzy`. */
const FUZZY_THRESHOLD = 0.7;

type EditCall = Omit<EditNoteInput, 'name' | 'names' | 'directory' | 'tag' | 'where' | 'dryRun'>;

/**
 * The edits a call of `edit_note` asks for, in order. `buffered` is for `from_buffer`. Throws `invalid_arguments` if a
 * mode lacks a field; for an item of `edits`, `edit_failed` with `details: {index, code}`.
 */
export function readEdits(call: EditCall, buffered: BufferedEdit | null): NoteEdit[] {
  if (call.edits === undefined) return [readEdit(call, undefined, buffered)];
  const also = SINGLE_FIELDS.filter((name) => !SAYS_NOTHING.has(call[name]));
  if (also.length > 0) {
    throw new VaultLoomError(
      'invalid_arguments',
      `\`edits\` and ${also.map((name) => `\`${name}\``).join(', ')} were given together.`,
      {
        hint: 'Put each edit into `edits` in full; the only field next to it is `mode`, for items without one.',
      },
    );
  }
  return call.edits.map((item, index) => failingAt(index, () => readEdit(item, call.mode, buffered)));
}

/** `edit_failed` for the edit at `index`, from 0. */
export function editFailed(index: number, error: VaultLoomError): VaultLoomError {
  const hint = hintAmongOthers(error.hint);
  return new VaultLoomError(
    'edit_failed',
    `edits[${String(index)}] failed, and nothing was changed: ${error.message}`,
    {
      ...(hint === undefined ? {} : { hint }),
      details: { ...error.details, index, code: error.code },
      cause: error,
    },
  );
}

const SINGLE_FIELDS = [
  'content',
  'search',
  'heading',
  'line',
  'expect',
  'key',
  'value',
  'valueJson',
  'from_buffer',
] as const;
/** What clients send for an argument they leave out. */
const SAYS_NOTHING: ReadonlySet<unknown> = new Set([undefined, null, '', false]);

/** Errors of `run` become {@link editFailed}. */
function failingAt<T>(index: number, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof VaultLoomError) throw editFailed(index, error);
    throw error;
  }
}

function readEdit(given: EditItem, defaultMode: EditMode | undefined, buffered: BufferedEdit | null): NoteEdit {
  const fields = withoutMarks(given);
  const mode = fields.mode ?? defaultMode;
  for (const name of ['content', 'search', 'heading', 'key'] as const) wholeText(fields[name] ?? '', name);
  if (mode !== undefined) refuseOtherPlaces(fields, mode);
  switch (mode) {
    case undefined:
      throw missing('mode', 'an edit');
    case 'append':
    case 'prepend':
      return { mode, content: need(fields.content, 'content', mode) };
    case 'replace_window':
      return fields.from_buffer === true
        ? fromBuffer(fields, buffered)
        : {
            mode,
            search: need(fields.search, 'search', mode),
            content: need(fields.content, 'content', mode),
            fuzzy: fields.fuzzy ?? false,
            fuzzyThreshold: fields.fuzzyThreshold ?? FUZZY_THRESHOLD,
          };
    case 'patch_heading':
      return {
        mode,
        heading: need(fields.heading, 'heading', mode),
        content: need(fields.content, 'content', mode),
        headingOp: fields.headingOp ?? 'replace',
        scope: fields.scope ?? (fields.headingOp === 'append' ? 'default' : 'section'),
        ...(fields.headingIndex === undefined ? {} : { headingIndex: fields.headingIndex }),
      };
    case 'patch_frontmatter':
      return { mode, key: need(fields.key, 'key', mode), value: readValue(fields) };
    case 'at_line': {
      const lineOp = fields.lineOp ?? 'replace';
      return {
        mode,
        line: need(fields.line, 'line', mode),
        lineOp,
        content: lineOp === 'delete' ? '' : need(fields.content, 'content', mode),
        ...(fields.expect === undefined ? {} : { expect: fields.expect }),
      };
    }
  }
}

/** Without the byte order mark of a file, which a text copied from its first line may begin with. */
function withoutMarks(fields: EditItem): EditItem {
  const texts = (['content', 'search', 'expect'] as const).flatMap((name) => {
    const text = fields[name];
    return text?.startsWith('\uFEFF') === true ? [[name, text.slice(1)]] : [];
  });
  return texts.length === 0 ? fields : { ...fields, ...Object.fromEntries(texts) };
}

/** The field that says where each mode writes; the others write at an end of the note. */
const PLACES = [
  ['search', 'replace_window'],
  ['heading', 'patch_heading'],
  ['line', 'at_line'],
  ['key', 'patch_frontmatter'],
] as const;

/** A field for a place that the mode ignores: what was meant for that place would be written elsewhere. */
function refuseOtherPlaces(fields: EditItem, mode: EditMode): void {
  for (const [name, taker] of PLACES) {
    if (taker === mode || SAYS_NOTHING.has(fields[name])) continue;
    throw new VaultLoomError('invalid_arguments', `\`${name}\` belongs to mode ${taker}; ${mode} does not take it.`, {
      hint: `${wayOut(name, taker, mode)} Otherwise leave \`${name}\` out.`,
    });
  }
}

function wayOut(name: string, taker: EditMode, mode: EditMode): string {
  if (name === 'heading' && (mode === 'append' || mode === 'prepend'))
    return `To add under a heading, use mode \`patch_heading\` with \`headingOp\` ${mode}.`;
  if (name === 'search' && mode === 'at_line') return 'Give the text that must be at the line as `expect`.';
  return `Use mode \`${taker}\` to write there.`;
}

/** What the retry gives takes precedence over the buffered edit. */
function fromBuffer({ search, content }: EditItem, buffered: BufferedEdit | null): NoteEdit {
  const edit = { search: search ?? buffered?.search, content: content ?? buffered?.content };
  if (edit.search === undefined || edit.content === undefined) {
    throw new VaultLoomError(
      'invalid_arguments',
      'Nothing is buffered for this note: no `replace_window` on it failed to match in the last 10 minutes.',
      {
        hint: 'Give `search` and `content`, with `fuzzy: true` if the wording may differ.',
      },
    );
  }
  return {
    mode: 'replace_window',
    search: edit.search,
    content: edit.content,
    fuzzy: true,
    fuzzyThreshold: BUFFER_THRESHOLD,
  };
}

/** `value`, or the parsed `valueJson`; next to that, a null `value` counts as left out. */
function readValue({ value, valueJson }: EditItem): JsonValue {
  const given = (value ?? null) === null && valueJson !== undefined ? parseValue(valueJson) : value;
  if (given === undefined)
    throw missing(
      'value',
      'patch_frontmatter',
      'Give `value`, or `valueJson` with a JSON text; `null` removes the key.',
    );
  if (value !== undefined && value !== null && valueJson !== undefined)
    throw new VaultLoomError('invalid_arguments', '`value` and `valueJson` were given together.', {
      hint: 'Give one of them.',
    });
  return givenValue(given, 'value');
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new VaultLoomError('invalid_arguments', `\`valueJson\` is not valid JSON (${error.message}).`, {
      hint: 'A text needs its quotes: "\\"like this\\"".',
      cause: error,
    });
  }
}

function need<T>(value: T | undefined, name: string, mode: string): T {
  if (value === undefined) throw missing(name, mode);
  return value;
}

function missing(name: string, mode: string, hint?: string): VaultLoomError {
  const forText = name === 'content' ? 'Give the text; an empty one deletes in modes that replace.' : undefined;
  const words = hint ?? forText;
  return new VaultLoomError(
    'invalid_arguments',
    `\`${name}\` is missing: ${mode} needs it.`,
    words === undefined ? {} : { hint: words },
  );
}
