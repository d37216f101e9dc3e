import { unreadableContent, type RecordLink } from '../../notes/note-record.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { readCanvasSteps, type CanvasCard } from '../../notes/canvas.ts';
import { parseNoteSteps } from '../../markdown/parse-note.ts';
import { decodeText, NOT_UTF8, type NoteDraft } from './note-draft.ts';

/** What the index stores of a canvas: its links, or why they could not be read. Never throws on content. */
export function* draftCanvasSteps(bytes: Uint8Array): Steps<NoteDraft> {
  const { text, lossy } = decodeText(bytes);
  yield;
  const { cards, problem } = yield* readCanvasSteps(text);
  const links: RecordLink[] = [];
  let line = 1;
  for (const card of cards) {
    yield* addLinks(links, card, line);
    line += countLines(card.text);
    yield;
  }
  const content = unreadableContent(problem === null ? [] : [`The canvas ${problem}, so its links are not known.`]);
  return {
    content: { ...content, links, warnings: [...(lossy ? [NOT_UTF8] : []), ...content.warnings] },
    chunkTexts: [],
  };
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) lines++;
  }
  return lines;
}

function* addLinks(links: RecordLink[], card: CanvasCard, line: number): Steps<void> {
  if (card.kind === 'file') links.push({ target: card.text, line, isFile: true });
  else if (card.text.includes('[')) {
    const parsed = yield* parseNoteSteps(card.text);
    for (const link of parsed.links) links.push({ target: link.target, line: line + link.line - 1 });
  }
}
