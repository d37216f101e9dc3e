import type { Tree } from '@lezer/common';
import type { MarkdownParser } from '@lezer/markdown';
import type { Steps } from '../../kit/concurrency/slices.ts';
import type { TextRange } from '../parsed-note.ts';
import { blockOver, trimEnd, type BlockStructure } from './block-structure.ts';
import { BlockWalk } from './block-walk.ts';
import { blockGrammar, commentGrammar } from './markdown-grammar.ts';
import { LineInput, commentInside } from './markdown-input.ts';
import { cutSegments, MAX_LINE } from './markdown-stretches.ts';
import type { Segment } from './markdown-stretches.ts';
import type { SourceText } from '../source-text.ts';

/**
 * Reads the blocks of a note's body. Headings inside block quotes and list items are read as text but are not headings
 * of the outline: the app makes no section of them, and `[[note#heading]]` does not reach them. The inside of a `%%`
 * comment gives only leaves.
 */
export function* readBlocks(source: SourceText, start: number, warnings: string[]): Steps<BlockStructure> {
  return yield* readRange(source, { start, end: source.text.length }, blockGrammar, warnings);
}

function* readRange(
  source: SourceText,
  { start, end }: TextRange,
  grammar: MarkdownParser,
  warnings: string[],
): Steps<BlockStructure> {
  const structure: BlockStructure = { blocks: [], leaves: [], definitions: new Map(), footnotes: [], hidden: [] };
  const input = new LineInput(end === source.text.length ? source.text : source.text.slice(0, end));
  for (const segment of yield* cutSegments(source, start, end, warnings)) {
    if (segment.kind === 'markdown') yield* readMarkdown(source, input, segment, structure, grammar);
    else yield* addWhole(source, segment, structure);
    yield;
  }
  return structure;
}

/** Reads the inside of a comment; of its blocks only the texts are kept. */
function* readComment(source: SourceText, inner: TextRange, structure: BlockStructure): Steps<void> {
  const { leaves } = yield* readRange(source, inner, commentGrammar, []);
  for (const { from, to, inTable } of leaves)
    if (structure.leaves.push({ from, to, inTable, inComment: true }) % LEAVES_PER_STEP === 0) yield;
}

const STEP_SIZE = 1 << 14;
const LEAVES_PER_STEP = 10_000;
function* readMarkdown(
  source: SourceText,
  input: LineInput,
  segment: Segment,
  structure: BlockStructure,
  grammar: MarkdownParser,
): Steps<void> {
  const parse = grammar.startParse(input, [], [{ from: segment.from, to: segment.to }]);
  let tree: Tree | null = null;
  for (let yieldAt = segment.from + STEP_SIZE; tree === null; ) {
    tree = parse.advance();
    if (parse.parsedPos < yieldAt) continue;
    yieldAt = parse.parsedPos + STEP_SIZE;
    yield;
  }
  const walk = new BlockWalk(source, segment.from, structure);
  const cursor = tree.cursor();
  for (let yieldAt = STEP_SIZE; cursor.next(); ) {
    const comment = walk.enter(cursor);
    if (comment !== null) {
      yield* readComment(source, commentInside(source.text, comment.start, comment.end), structure);
      walk.rest(comment);
    }
    if (cursor.from < yieldAt) continue;
    yieldAt = cursor.from + STEP_SIZE;
    yield;
  }
}

/** Takes in, as one block, a segment the block parser never sees. */
function* addWhole(source: SourceText, segment: Segment, structure: BlockStructure): Steps<void> {
  const { kind, from, inner } = segment;
  const to = trimEnd(source.text, from, segment.to);
  if (to <= from) return;
  structure.blocks.push(blockOver(source, kind === 'line' || kind === 'markdown' ? 'paragraph' : kind, from, to));
  if (kind === 'comment') {
    const close = inner === undefined ? source.text.indexOf('-->', from) + 3 : inner.end + 2;
    const end = close < from + 3 ? to : Math.min(close, to);
    structure.hidden.push(from, end);
    if (inner !== undefined) yield* readComment(source, inner, structure);
    if (trimEnd(source.text, end, to) > end) structure.leaves.push({ from: end, to, inTable: false });
  }
  if (kind !== 'line') return;
  for (let start = from; start < to; ) {
    const end = pieceEnd(source.text, start, to);
    structure.leaves.push({ from: start, to: end, inTable: false });
    start = end;
  }
}

/** Where to cut a long line: at the last space before the limit, so that tags and most links stay whole. */
function pieceEnd(text: string, start: number, end: number): number {
  if (end - start <= MAX_LINE) return end;
  const blank = text.slice(start, start + MAX_LINE).lastIndexOf(' ');
  return blank > 0 ? start + blank : start + MAX_LINE;
}
