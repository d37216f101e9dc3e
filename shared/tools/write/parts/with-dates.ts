import type { NoteEdit } from '../../../edit/note-edit.ts';
import type { ToolContext } from '../../tool.ts';

/** The edits, with it noted which properties are dates for the app. */
export async function withDates(edits: readonly NoteEdit[], context: ToolContext): Promise<NoteEdit[]> {
  if (!edits.some(({ mode }) => mode === 'patch_frontmatter')) return [...edits];
  const dates = datesOf(await (await context.writing()).propertyTypes());
  return edits.map((edit) =>
    edit.mode === 'patch_frontmatter' && dates.has(edit.key.toLowerCase()) ? { ...edit, isDate: true } : edit,
  );
}

/** The properties that the app has as dates, in lower case. */
export function datesOf(types: ReadonlyMap<string, string>): ReadonlySet<string> {
  return new Set([...types].flatMap(([name, type]) => (type.startsWith('date') ? [name] : [])));
}
