import type { Block, ParsedNote } from '../markdown/parsed-note.ts';

const COMMENT = /^%%(?:(?!%%)[^])*%%$/;

/**
 * Whether a block at the end of a note stays there when text is added: a comment (`%%…%%`, `<!-- -->`), such as a
 * board's settings, and the definition of a footnote.
 */
export function endsNote(text: string, parsed: ParsedNote, block: Block): boolean {
  if (block.kind === 'comment') return true;
  if (block.kind === 'paragraph' && COMMENT.test(text.slice(block.start, block.end))) return true;
  return (
    parsed.footnotes.some((footnote) => footnote.start >= block.start && footnote.start < block.end) &&
    text.startsWith('[^', block.start)
  );
}

/** Whether a line is nothing but a block id, which names the list, table or quote above it. */
export function isBlockIdLine(line: string): boolean {
  return BLOCK_ID.test(line.trimEnd());
}

const BLOCK_ID = /^\^[a-z0-9-]+$/i;
