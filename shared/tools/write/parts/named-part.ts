import type { NoteEdit } from '../../../edit/note-edit.ts';
import { headingParts } from '../../../notes/find-heading.ts';
import { plainHeading } from '../../../notes/heading-names.ts';
import { partOfSuffix } from '../../../notes/part-of-suffix.ts';
import { shorten } from '../../../kit/text/shorten.ts';
import { VaultLoomError } from '../../../protocol/errors.ts';
import type { WritableNote } from './find-writable.ts';

/**
 * Refuses edits of a note whose name means a part of it, such as `Note.md#Heading`, if they would write elsewhere.
 * @throws VaultLoomError `invalid_arguments`
 */
export function refuseElsewhere(note: WritableNote, edits: readonly NoteEdit[]): void {
  const part = partOfSuffix(note.suffix);
  if (part === null) return;
  for (const edit of edits) {
    const { mode } = edit;
    if (mode === 'append' || mode === 'prepend') {
      const end = `the ${mode === 'append' ? 'end' : 'beginning'} of the whole note`;
      throw partNamed(note, `${mode} adds to ${end}.`, `${wayInto(part, mode)} For ${end}, name it "${note.path}".`);
    }
    if (mode === 'patch_heading' && part.section !== undefined && !isSameHeading(part.section, edit.heading))
      throw partNamed(
        note,
        `\`heading\` is "${shorten(edit.heading, MOST_SHOWN)}".`,
        `Name the note "${note.path}", and give as \`heading\` the one you mean.`,
      );
  }
}

/**
 * Refuses a name that means a part of a note where `tool` takes the whole of it; `hint` says what to do with a part.
 * @throws VaultLoomError `invalid_arguments`
 */
export function refusePart(note: WritableNote, does: string, hint: string): void {
  if (partOfSuffix(note.suffix) !== null)
    throw partNamed(note, does, `${hint} For the whole note, name it "${note.path}".`);
}

const MOST_SHOWN = 80;

function partNamed({ path, suffix }: WritableNote, does: string, hint: string): VaultLoomError {
  const part = shorten(suffix, MOST_SHOWN);
  return new VaultLoomError('invalid_arguments', `The name means a part of "${path}", "${part}", but ${does}`, {
    hint,
  });
}

function wayInto({ section, block }: { section?: string; block?: string }, op: 'append' | 'prepend'): string {
  if (section === undefined)
    return `To write next to the block ^${shorten(block ?? '', MOST_SHOWN)}, use mode \`at_line\` or \`replace_window\`.`;
  return `To write under the heading, use mode \`patch_heading\` with \`heading\` ${JSON.stringify(section)} and \`headingOp\` ${op}.`;
}

/** Whether two headings have the same text, each perhaps as a path `A > B`. */
function isSameHeading(one: string, other: string): boolean {
  const [a, b] = [one, other].map((heading) => headingParts(heading).at(-1) ?? '');
  return a === b || plainHeading(a ?? '') === plainHeading(b ?? '');
}
