import { readParts } from '../../../edit/frontmatter/frontmatter-block.ts';
import type { NoteEdit } from '../../../edit/note-edit.ts';
import type { ToolContext } from '../../tool.ts';
import { decodeNote } from '../parts/note-text.ts';

/**
 * A warning of properties that got a text although the app has, or the note had until then, a checkbox, a number or a
 * date there, or that are several tags; undefined without any.
 */
export function warnOfTypes(
  given: readonly (readonly [key: string, value: unknown])[],
  types: ReadonlyMap<string, string>,
  before: Readonly<Record<string, unknown>> = {},
): string | undefined {
  const wrong = given.flatMap(([key, value]) => {
    if (typeof value !== 'string' || value === '') return [];
    if (key.toLowerCase() === 'tags' && /[,\s]/.test(value.trim()))
      return [`"${key}" is a list and got a text: give ["one", "two"].`];
    const set = types.get(key.toLowerCase());
    if (set !== 'text' && isJsonText(value))
      return [
        `"${key}" got JSON as a text: give the list or object itself, or to edit_note that text as \`valueJson\`.`,
      ];
    const type = set ?? TYPES.get(typeof before[key]) ?? '';
    const wanted = WANTED.get(type);
    if (wanted === undefined || wanted.fits.test(value)) return [];
    return set !== undefined || wanted.meant.test(value)
      ? [`"${key}" is a ${wanted.name} and got a text: give ${wanted.give}.`]
      : [];
  });
  return wrong.length === 0 ? undefined : wrong.join(' ');
}

/** Whether a text is a list or object that a client wrote as a text, and no link to a note such as `[[2026]]`. */
function isJsonText(text: string): boolean {
  if (!/^\s*(?:\[(?!\[)|\{)/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** {@link warnOfTypes} for edits of a note. */
export async function warnOfTypesIn(
  context: ToolContext,
  path: string,
  before: Uint8Array,
  edits: readonly NoteEdit[],
): Promise<string | undefined> {
  const given = edits.flatMap((edit) =>
    edit.mode === 'patch_frontmatter' && typeof edit.value === 'string' ? [[edit.key, edit.value] as const] : [],
  );
  if (given.length === 0) return undefined;
  const { slicer, propertyTypes } = await context.writing();
  const parts = await slicer.run(readParts(decodeNote(path, before)));
  return warnOfTypes(given, await propertyTypes(), parts?.values);
}

interface Wanted {
  name: string;
  /** What may be written as text. */
  fits: RegExp;
  /** What is this type, but for its quotes. */
  meant: RegExp;
  give: string;
}

const NEVER = /(?!)/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const WANTED: ReadonlyMap<string, Wanted> = new Map([
  ['checkbox', { name: 'checkbox', fits: NEVER, meant: /^(?:true|false)$/i, give: 'true or false, without quotes' }],
  ['number', { name: 'number', fits: NEVER, meant: /^-?\d+(?:\.\d+)?$/, give: 'the number, without quotes' }],
  ['date', { name: 'date', fits: DATE, meant: NEVER, give: 'YYYY-MM-DD' }],
  [
    'datetime',
    { name: 'date with a time', fits: /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/, meant: NEVER, give: 'YYYY-MM-DDTHH:mm' },
  ],
]);
/** What the value until now tells of a property whose type was not set. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['boolean', 'checkbox'],
  ['number', 'number'],
]);
