import type { NoteEdit } from '../../../edit/note-edit.ts';
import type { ToolContext } from '../../tool.ts';

/** The edits, with it noted which properties are dates for the app. */
export async function withDates(edits: readonly NoteEdit[], context: ToolContext): Promise<NoteEdit[]> {
  if (!edits.some(({ mode }) => mode === 'patch_frontmatter')) return [...edits];
  const dates = await (await context.writing()).dateProperties();
  return edits.map((edit) =>
    edit.mode === 'patch_frontmatter' && dates.has(edit.key.toLowerCase()) ? { ...edit, isDate: true } : edit,
  );
}
