import { parseNote } from '../../markdown/parse-note.ts';
import type { Block, ParsedNote } from '../../markdown/parsed-note.ts';
import { endsNote, isBlockIdLine } from '../ends-note.ts';
import { endsWithLineEnd, isBlank, lineIndexAt, readLines } from '../text-lines.ts';
import type { TextLines } from '../text-lines.ts';

/** A note's text with a sentence on its own line. */
export interface LinkInsertion {
  text: string;
  /** 1-based line of the sentence. */
  line: number;
  /** False if the line was already there; `text` is then unchanged. */
  inserted: boolean;
}

/**
 * Adds a sentence with a link as its own paragraph at the end of a note, but above what must stay last: footnote
 * definitions, comments (`%%…%%`, `<!-- -->`), and block ids on their own line with the list, table or quote they name.
 * No other byte changes. Line ends are of the most common kind; the text ends in one only if it did. If an unclosed
 * block would swallow the link, it goes above that block.
 */
export function insertLink(text: string, parsed: ParsedNote, sentence: string): LinkInsertion {
  const lines = readLines(text);
  const present = lineOfSentence(lines, parsed, sentence);
  if (present !== null) return { text, line: present, inserted: false };
  const { blocks } = parsed;
  let last = firstThatStaysLast(text, parsed);
  const end = insertBefore(lines, parsed, blocks[last], sentence);
  for (let insertion = end; last >= 0; insertion = insertBefore(lines, parsed, blocks[--last], sentence)) {
    const above = blocks[last - 1];
    if (above === undefined || !MAY_SWALLOW.has(above.kind) || isReadOnLine(insertion, sentence)) return insertion;
  }
  return end;
}

/** Blocks that, if not closed, continue below a blank line. */
const MAY_SWALLOW: ReadonlySet<Block['kind']> = new Set<Block['kind']>([
  'code',
  'math',
  'html',
  'comment',
  'list',
  'other',
]);

function isReadOnLine(insertion: LinkInsertion, sentence: string): boolean {
  const found = parseNote(insertion.text).links.filter(
    (link) => link.line === insertion.line && link.inComment !== true,
  );
  return found.length >= parseNote(sentence).links.length;
}

/** The line (from 1) with exactly this text, if its links are real: not in code or a comment. */
function lineOfSentence({ text, lines }: TextLines, parsed: ParsedNote, sentence: string): number | null {
  const linked = new Set(parsed.links.flatMap((link) => (link.inComment === true ? [] : [link.line])));
  const index = lines.findIndex(
    ({ start, end }, at) => linked.has(at + 1) && text.slice(start, end).trimEnd() === sentence.trimEnd(),
  );
  return index < 0 ? null : index + 1;
}

/** The index of the first block that must stay last, or the number of blocks. */
function firstThatStaysLast(text: string, parsed: ParsedNote): number {
  const { blocks } = parsed;
  let first = blocks.length;
  for (
    let block = blocks[first - 1];
    block !== undefined && staysLast(text, parsed, block);
    block = blocks[first - 1]
  ) {
    first--;
    const named = blocks[first - 1];
    if (isBlockId(text, block) && named !== undefined && STRUCTURED.has(named.kind)) first--;
  }
  return first;
}

/** Blocks that a block id on its own line belongs to. After a paragraph it stands alone. */
const STRUCTURED: ReadonlySet<Block['kind']> = new Set<Block['kind']>([
  'list',
  'table',
  'quote',
  'callout',
  'code',
  'math',
]);

function staysLast(text: string, parsed: ParsedNote, block: Block): boolean {
  return isBlockId(text, block) || endsNote(text, parsed, block);
}

function isBlockId(text: string, block: Block): boolean {
  return block.kind === 'paragraph' && isBlockIdLine(text.slice(block.start, block.end));
}

/** Inserts the sentence before a block, or at the end. */
function insertBefore(
  { text, lines, majority }: TextLines,
  parsed: ParsedNote,
  block: Block | undefined,
  sentence: string,
): LinkInsertion {
  const offset =
    block === undefined ? text.length : Math.max(parsed.bodyStart, lines[lineIndexAt(lines, block.start)]?.start ?? 0);
  const head = text.slice(0, offset);
  const tail = text.slice(offset);
  const above = lines.filter((line) => line.start < offset);
  const isFirst = isBlank(text.slice(parsed.bodyStart, offset));
  const lastLine = above.at(-1);
  const endLine = lastLine?.ending === '' ? majority : '';
  const blankLine =
    isFirst || lastLine === undefined || isBlank(text.slice(lastLine.start, lastLine.end)) ? '' : majority;
  const after = tail === '' ? (endsWithLineEnd(text) ? majority : '') : majority + majority;
  return {
    text: head + endLine + blankLine + sentence + after + tail,
    line: above.length + (blankLine === '' ? 1 : 2),
    inserted: true,
  };
}
