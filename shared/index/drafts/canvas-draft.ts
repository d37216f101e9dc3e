import { chunkNoteSteps } from '../../markdown/chunks/chunker.ts';
import { parseNoteSteps } from '../../markdown/parse-note.ts';
import { lineEndsIn } from '../../kit/text/line-ends.ts';
import type { Heading } from '../../markdown/parsed-note.ts';
import { HIDDEN_LINE_END } from '../../markdown/text-marks.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { readCanvasSteps, readingOrder, type CanvasCard } from '../../notes/canvas.ts';
import { recordLink, unreadableContent, type NoteContent } from '../../notes/note-record.ts';
import { decodeText, NOT_UTF8, type NoteDraft } from './note-draft.ts';

/**
 * What the index stores of a canvas: the links of its cards, and the text of those with text, under the headings of
 * their group's name; or why it could not be read. Never throws on content.
 */
export function* draftCanvasSteps(bytes: Uint8Array): Steps<NoteDraft> {
  const { text, lossy } = decodeText(bytes);
  yield;
  const { cards, problem } = yield* readCanvasSteps(text);
  const warnings = problem === null ? [] : [`The canvas ${problem}, so its links are not known.`];
  const content = unreadableContent([...(lossy ? [NOT_UTF8] : []), ...warnings]);
  const chunkTexts: string[] = [];
  let line = 1;
  let group = '';
  for (const card of readingOrder(cards)) {
    if (card.group !== group) content.headings.push({ level: 1, text: (group = card.group), line });
    if (card.kind === 'file') content.links.push({ target: card.text, line, isFile: true });
    else yield* addText(content, chunkTexts, card, line);
    line += 1 + lineEndsIn(card.text);
    yield;
  }
  return { content, chunkTexts };
}

/** The heading takes its own line, or is put before the text's first line if it is not part of the chunk. */
function withHeading(heading: string, marked: string): string {
  return marked.startsWith(HIDDEN_LINE_END) ? `${heading}\n${marked.slice(1)}` : `${heading} ${marked}`;
}

function headingsAlone(headings: readonly Heading[]): string {
  return headings
    .map(({ text, line }, i) => {
      const lines = line - (headings[i - 1]?.line ?? line);
      return lines === 0 ? text : `\n${HIDDEN_LINE_END.repeat(lines - 1)}${text}`;
    })
    .join('');
}

/**
 * Takes in a card's Markdown, which begins at `line`. Its own headings are part of its text: cards stand side by side,
 * so a heading in one does not apply to the next.
 */
function* addText(content: NoteContent, chunkTexts: string[], { text }: CanvasCard, line: number): Steps<void> {
  const parsed = yield* parseNoteSteps(text);
  const before = line - 1;
  for (const link of parsed.links) content.links.push({ ...recordLink(link), line: link.line + before });
  const chunks = yield* chunkNoteSteps(text, parsed);
  for (const { startLine, endLine, marked, headingPath } of chunks) {
    content.chunks.push({ startLine: startLine + before, endLine: endLine + before });
    const [heading] = headingPath.slice(-1);
    chunkTexts.push(heading === undefined ? marked : withHeading(heading, marked));
  }
  const [first] = parsed.headings;
  if (chunks.length === 0 && first !== undefined) {
    content.chunks.push({ startLine: first.line + before, endLine: (parsed.headings.at(-1) ?? first).line + before });
    chunkTexts.push(headingsAlone(parsed.headings));
  }
  content.words += parsed.words;
}
