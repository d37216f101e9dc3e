import { VaultLoomError } from '../protocol/errors.ts';
import { runSteps } from '../kit/concurrency/slices.ts';
import type { Steps } from '../kit/concurrency/slices.ts';
import { appendApart } from './append-apart.ts';
import { prependText } from './append-prepend.ts';
import { editAtLine } from './at-line.ts';
import { editFailed } from './edit-request.ts';
import type { EditResult, NoteEdit } from './note-edit.ts';
import { patchFrontmatter } from './frontmatter/patch-frontmatter.ts';
import { patchHeading } from './heading/patch-heading.ts';
import { replaceWindow } from './window/replace-window.ts';

/**
 * Makes one edit of a note's text; everything else stays byte for byte. Throws `no_match`, `multiple_matches`,
 * `heading_not_found`, `frontmatter_invalid`, `frontmatter_line` or `invalid_arguments`, depending on the mode.
 */
export function applyEdit(text: string, edit: NoteEdit): EditResult {
  return runSteps(applyEditSteps(text, edit));
}

/** Like {@link applyEdit}, in steps of a few milliseconds. */
export function* applyEditSteps(text: string, edit: NoteEdit): Steps<EditResult> {
  switch (edit.mode) {
    case 'append':
      return { text: yield* appendApart(text, edit.content) };
    case 'prepend':
      return { text: prependText(text, edit.content) };
    case 'replace_window':
      return yield* replaceWindow(text, edit);
    case 'patch_heading':
      return yield* patchHeading(text, edit);
    case 'patch_frontmatter':
      return { text: yield* patchFrontmatter(text, edit) };
    case 'at_line':
      return { text: editAtLine(text, edit) };
  }
}

/**
 * Makes several edits in order, each on the result of the last; all or none. `removedLen` is the sum. Throws
 * `edit_failed` with the failed edit's message, hint and details, and `details: {index, code}`.
 */
export function applyEdits(text: string, edits: readonly NoteEdit[]): EditResult {
  return runSteps(applyEditsSteps(text, edits));
}

/** Like {@link applyEdits}, in steps of a few milliseconds. */
export function* applyEditsSteps(text: string, edits: readonly NoteEdit[]): Steps<EditResult> {
  let current = text;
  let removed: number | undefined;
  for (const [index, edit] of edits.entries()) {
    try {
      const { text: changed, removedLen } = yield* applyEditSteps(current, edit);
      current = changed;
      if (removedLen !== undefined) removed = (removed ?? 0) + removedLen;
    } catch (error) {
      if (error instanceof VaultLoomError) throw editFailed(index, error);
      throw error;
    }
    yield;
  }
  return { text: current, ...(removed === undefined ? {} : { removedLen: removed }) };
}
