import { isBelowHeading, warnOfPartedSection } from '../../../edit/heading/parted-section.ts';
import { LONGEST_LOOKED_AT, warnOfOpenEnd } from '../../../edit/open-end.ts';
import type { NoteEdit } from '../../../edit/note-edit.ts';
import { warnOfShiftedLines } from '../../../edit/shifted-lines.ts';
import type { ToolContext } from '../../tool.ts';
import { warnOfNewLinks } from './new-links.ts';
import { warnOfLostFootnotes } from './lost-footnotes.ts';
import { warnOfLostParts } from './lost-parts.ts';
import { decodeNote } from '../parts/note-text.ts';
import { warnOfTypesIn } from './value-types.ts';
import { withWarnings } from './with-warnings.ts';

/** What an edit may have done by mistake, such as text added to code, or a link that finds its heading no more. */
export async function warningsOfEdit(
  context: ToolContext,
  { path, before, after }: { path: string; before: Uint8Array; after: Uint8Array },
  edits: readonly NoteEdit[],
): Promise<{ warning?: string }> {
  // A huge note is not even decoded.
  if (before.length > LONGEST_LOOKED_AT) return {};
  const { slicer } = await context.writing();
  return withWarnings(
    edits.length < 2 ? undefined : await slicer.run(warnOfShiftedLines(decodeNote(path, before), edits)),
    edits.some(isBelowHeading) ? await slicer.run(warnOfPartedSection(decodeNote(path, before), edits)) : undefined,
    await warnOfEnd(context, { path, before, after }, edits),
    await warnOfLostParts(context, path, before, after),
    await warnOfLostFootnotes(slicer, before, after),
    await warnOfTypesIn(context, path, before, edits),
    await warnOfNewLinks(context, path, before, after),
  );
}

/** A text without marks of a code block or comment is not decoded. */
async function warnOfEnd(
  context: ToolContext,
  { path, before, after }: { path: string; before: Uint8Array; after: Uint8Array },
  edits: readonly NoteEdit[],
): Promise<string | undefined> {
  const bytes = Buffer.from(before.buffer, before.byteOffset, before.length);
  if (!MARKS.some((mark) => bytes.includes(mark))) return undefined;
  const { slicer } = await context.writing();
  return slicer.run(warnOfOpenEnd(path, decodeNote(path, before), decodeNote(path, after), edits));
}

const MARKS = ['```', '~~~', '%%', '<!--'];
