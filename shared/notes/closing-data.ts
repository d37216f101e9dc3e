import type { ParsedNote } from '../markdown/parsed-note.ts';

/**
 * Where the data begins that a plugin keeps in a comment at a note's end, such as a board's settings or a drawing; null
 * if there is none. A code block tells it from what a person put in a comment.
 */
export function closingDataStart(text: string, { blocks }: Pick<ParsedNote, 'blocks'>): number | null {
  const block = blocks.at(-1);
  if (block?.kind !== 'comment' || !FENCE.test(text.slice(block.start, block.end))) return null;
  // A block begins where its text does, perhaps within the marks.
  return Math.max(text.lastIndexOf('\n', block.start - 1), text.lastIndexOf('\r', block.start - 1)) + 1;
}

const FENCE = /^ {0,3}(?:`{3}|~{3})/m;
