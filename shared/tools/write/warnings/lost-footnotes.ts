import type { Slicer, Steps } from '../../../kit/concurrency/slices.ts';
import { parseNoteSteps } from '../../../markdown/parse-note.ts';
import { losesLine } from './changed-lines.ts';

const MOST_SHOWN = 10;

/** A warning of footnotes that a note still refers to, and whose text an edit took away; undefined without any. */
export async function warnOfLostFootnotes(
  slicer: Slicer,
  before: Uint8Array,
  after: Uint8Array,
): Promise<string | undefined> {
  if (!losesLine(before, after, (line) => DEFINITION.test(line))) return undefined;
  const lost = await slicer.run(lostFootnotes(DECODER.decode(before), DECODER.decode(after)));
  if (lost.length === 0) return undefined;
  const shown = lost.slice(0, MOST_SHOWN).map((label) => `[^${label}]`);
  const more = lost.length - shown.length;
  return `This edit took away the text of footnotes that the note still refers to: ${shown.join(', ')}${more > 0 ? `, and ${String(more)} more` : ''}. If that was not meant, append it again.`;
}

function* lostFootnotes(before: string, after: string): Steps<string[]> {
  const old = yield* parseNoteSteps(before);
  const { footnotes, hidden } = yield* parseNoteSteps(after);
  const defined = new Set(footnotes.map(({ label }) => label.toLowerCase()));
  // References are among what a reader does not see, and so are comments.
  const marks = hidden.map(({ start, end }) => after.slice(start, end)).filter((mark) => mark.startsWith('[^'));
  const referred = new Set(
    marks.flatMap((mark) => [...mark.matchAll(LABEL)].map(([, label = '']) => label.toLowerCase())),
  );
  const labels = new Set(old.footnotes.map(({ label }) => label));
  return [...labels].filter((label) => referred.has(label.toLowerCase()) && !defined.has(label.toLowerCase()));
}

const DECODER = new TextDecoder();
const DEFINITION = /^[ \t>]*\[\^[^\]\s]+\]:/;
const LABEL = /\[\^([^\]\s]+)\]/g;
