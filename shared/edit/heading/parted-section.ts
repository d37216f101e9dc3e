import type { Steps } from '../../kit/concurrency/slices.ts';
import { shorten } from '../../kit/text/shorten.ts';
import { parseNote, parseNoteSteps } from '../../markdown/parse-note.ts';
import { findHeading } from '../../notes/find-heading.ts';
import { applyEditSteps } from '../apply-edit.ts';
import type { NoteEdit, PatchHeadingEdit } from '../note-edit.ts';
import { readLines } from '../text-lines.ts';
import { placeOf, trimBlank } from './heading-place.ts';

const LONGEST = 80;

/**
 * A warning of a heading that an edit put between another one and its text, as `after` and `prepend` do: a new section
 * below the whole old one is mostly meant. Undefined without any.
 */
export function* warnOfPartedSection(before: string, edits: readonly NoteEdit[]): Steps<string | undefined> {
  const last = edits.findLastIndex((edit) => newHeading(edit) !== null);
  let current = before;
  for (const [index, edit] of edits.slice(0, last + 1).entries()) {
    try {
      const heading = newHeading(edit);
      if (heading !== null && isBelowHeading(edit)) {
        const parted = yield* partedFrom(current, edit);
        if (parted !== null)
          return `After this edit the text of "${shown(parted)}" stands under the new heading "${shown(heading)}", since \`${edit.headingOp}\` adds above that text. If a section below it was meant, take this back and use \`headingOp\` append.`;
      }
      if (index < last) current = (yield* applyEditSteps(current, edit)).text;
    } catch {
      // The note has changed meanwhile: the call is not failed for a warning.
      return undefined;
    }
  }
  return undefined;
}

/** Whether an edit adds right below a heading. */
export function isBelowHeading(edit: NoteEdit): edit is PatchHeadingEdit {
  return edit.mode === 'patch_heading' && (edit.headingOp === 'after' || edit.headingOp === 'prepend');
}

/** The last heading that an edit adds right below another; null without any. */
function newHeading(edit: NoteEdit): string | null {
  return isBelowHeading(edit) ? (parseNote(edit.content).headings.at(-1)?.text ?? null) : null;
}

/** The heading that has text of its own below it; null if it has none. */
function* partedFrom(text: string, edit: PatchHeadingEdit): Steps<string | null> {
  const note = yield* parseNoteSteps(text);
  const place = placeOf(readLines(text), note, findHeading(note.headings, edit.heading, edit.headingIndex));
  const [first, end] = trimBlank(place.source, place.below, place.nextHeading);
  return first === end ? null : place.heading.text;
}

function shown(heading: string): string {
  return shorten(heading, LONGEST);
}
