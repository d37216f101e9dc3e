import type { Tree, TreeCursor } from '@lezer/common';
import type { Steps } from '../protocol/slices.ts';
import type { Block, BlockKind, TextRange } from './parsed-note.ts';
import { blockGrammar, NODE } from './markdown-grammar.ts';
import { LineInput } from './markdown-input.ts';
import { cutSegments, MAX_LINE } from './markdown-segments.ts';
import type { Segment } from './markdown-segments.ts';
import { readDefinitions } from './markdown-definitions.ts';
import type { Definitions } from './markdown-definitions.ts';
import { lineAt } from './source-text.ts';
import type { SourceText } from './source-text.ts';

/** A piece of text whose inline content counts: a paragraph, a heading's content, a table. */
export interface Leaf {
  from: number;
  to: number;
  inTable: boolean;
  /** For headings of the outline: their level and the range of the heading's lines. */
  heading?: { level: number } & TextRange;
  /** For a task: the character in its box, and where its list marker begins. `from` is then after the box. */
  task?: { status: string; start: number };
}

/** The block structure of a body. */
export interface BlockStructure {
  blocks: Block[];
  leaves: Leaf[];
  definitions: Definitions;
  footnotes: ({ label: string } & TextRange)[];
  /** Flat pairs of start and end, by start: markup of blocks, and what comments hold. */
  hidden: number[];
}

/**
 * Reads the blocks of a note's body. Headings inside block quotes and list items are read as text, but are no headings of the
 * outline: the app makes no section of them, and `[[note#heading]]` does not reach them.
 */
export function* readBlocks(source: SourceText, start: number, warnings: string[]): Steps<BlockStructure> {
  const structure: BlockStructure = { blocks: [], leaves: [], definitions: new Map(), footnotes: [], hidden: [] };
  const input = new LineInput(source.text);
  for (const segment of yield* cutSegments(source, start, warnings)) {
    if (segment.kind === 'markdown') yield* readMarkdown(source, input, segment, structure);
    else addWhole(source, segment, structure);
    yield;
  }
  return structure;
}

const STEP_SIZE = 1 << 14;
const CALLOUT = />[ \t]?\[![^\]\n]+\]/y;
const INVISIBLE_ELEMENT = /^<(?:script|style)\b/i;
const HTML_TAG = /<[/!?]?[a-z][^<>]*>|<!--[^]{0,2000}?-->/gi;
/** Any character marks a task that has text after it; without text only the three usual ones do. */
const CHECKBOX = /\[(?:([^\]\n])\](?=[ \t]+\S)|([ xX])\](?=[ \t]*(?:\n|$)))/uy;
const FOOTNOTE_MARK = /\[\^([^\]\s]+)\]:/y;

const BLOCK_KINDS = new Map<number, BlockKind>([
  [NODE.Paragraph, 'paragraph'],
  [NODE.BulletList, 'list'],
  [NODE.OrderedList, 'list'],
  [NODE.Table, 'table'],
  [NODE.FencedCode, 'code'],
  [NODE.CodeBlock, 'code'],
  [NODE.HTMLBlock, 'html'],
  [NODE.ProcessingInstructionBlock, 'html'],
  [NODE.CommentBlock, 'comment'],
  [NODE.HorizontalRule, 'rule'],
]);

function* readMarkdown(source: SourceText, input: LineInput, segment: Segment, structure: BlockStructure): Steps<void> {
  const parse = blockGrammar.startParse(input, [], [{ from: segment.from, to: segment.to }]);
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
    walk.enter(cursor);
    if (cursor.from < yieldAt) continue;
    yieldAt = cursor.from + STEP_SIZE;
    yield;
  }
}

/** One walk over a segment's tree, in document order. */
class BlockWalk {
  readonly #source: SourceText;
  readonly #text: string;
  readonly #base: number;
  readonly #to: BlockStructure;
  /** End of the top-level block that is being read, and of the leaf. */
  #topEnd = -1;
  #inTop = false;
  #listMark = -1;
  #heading: Leaf | null = null;

  constructor(source: SourceText, base: number, structure: BlockStructure) {
    this.#source = source;
    this.#text = source.text;
    this.#base = base;
    this.#to = structure;
  }

  enter(cursor: TreeCursor): void {
    const type = cursor.type.id;
    const from = cursor.from + this.#base;
    const to = cursor.to + this.#base;
    this.#inTop = from < this.#topEnd;
    const isMark = type === NODE.QuoteMark || type === NODE.HeaderMark || type === NODE.CodeMark || type === NODE.ListMark;
    if (!this.#inTop && !isMark) {
      this.#topEnd = to;
      this.#addBlock(type, from, to);
    }
    const listMark = this.#listMark;
    this.#listMark = -1;
    switch (type) {
      case NODE.ListMark:
        this.#listMark = from;
        return;
      case NODE.QuoteMark:
        this.#hide(from, this.#text.charCodeAt(to) === 32 ? to + 1 : to);
        return;
      case NODE.HeaderMark:
        this.#headerMark(from, to);
        return;
      case NODE.CodeMark:
        this.#hide(from, this.#lineEnd(to));
        return;
      case NODE.Paragraph:
        this.#paragraph(from, to, listMark);
        return;
      case NODE.Table:
        this.#table(from, to);
        return;
      case NODE.HTMLBlock:
      case NODE.ProcessingInstructionBlock:
        this.#html(from, to);
        return;
      case NODE.CommentBlock:
        this.#delimited(from, to, '<!--', '-->');
        return;
      case NODE.DelimitedBlock:
        this.#delimitedBlock(from, to);
        return;
      case NODE.HorizontalRule:
        this.#hide(from, to);
        return;
      case NODE.Footnote:
        this.#footnote(from, to);
        return;
      default:
        if (type >= NODE.ATXHeading1 && type <= NODE.SetextHeading2) this.#startHeading(type, from, to);
    }
  }

  #addBlock(type: number, from: number, to: number): void {
    const end = trimEnd(this.#text, from, to);
    if (end > from) this.#to.blocks.push(block(this.#source, this.#kindOf(type, from), from, end));
  }

  #kindOf(type: number, from: number): BlockKind {
    if (type >= NODE.ATXHeading1 && type <= NODE.SetextHeading2) return 'heading';
    if (type === NODE.Blockquote) return matchesAt(CALLOUT, this.#text, from) ? 'callout' : 'quote';
    if (type === NODE.DelimitedBlock) return this.#text.charCodeAt(from) === 36 ? 'math' : 'comment';
    return BLOCK_KINDS.get(type) ?? 'other';
  }

  #startHeading(type: number, from: number, to: number): void {
    const level = type >= NODE.SetextHeading1 ? type - NODE.SetextHeading1 + 1 : type - NODE.ATXHeading1 + 1;
    const leaf: Leaf = { from, to, inTable: false };
    if (!this.#inTop) leaf.heading = { level, start: from, end: to };
    this.#to.leaves.push(leaf);
    this.#heading = leaf;
  }

  #headerMark(from: number, to: number): void {
    this.#hide(from, to);
    const heading = this.#heading;
    if (heading === null) return;
    if (from === heading.from) heading.from = to;
    else if (from < heading.to) heading.to = from;
  }

  #paragraph(from: number, to: number, listMark: number): void {
    const start = this.#text.charCodeAt(from) === 91 ? readDefinitions(this.#text, from, to, this.#to.definitions) : from;
    if (start > from) this.#hide(from, start);
    if (start >= to) return;
    const leaf: Leaf = { from: start, to, inTable: false };
    this.#to.leaves.push(leaf);
    if (listMark < 0 || this.#text.charCodeAt(start) !== 91) return;
    CHECKBOX.lastIndex = start;
    const box = CHECKBOX.exec(this.#text);
    const status = box?.[1] ?? box?.[2];
    if (status === undefined) return;
    leaf.task = { status, start: listMark };
    leaf.from = CHECKBOX.lastIndex;
    this.#hide(start, leaf.from);
  }

  #table(from: number, to: number): void {
    const delimiters = this.#text.indexOf('\n', from) + 1;
    this.#to.leaves.push({ from, to: delimiters, inTable: true });
    const rows = Math.min(to, this.#lineEnd(delimiters));
    this.#hide(delimiters, rows);
    if (rows < to) this.#to.leaves.push({ from: rows, to, inTable: true });
  }

  #html(from: number, to: number): void {
    const html = this.#text.slice(from, to);
    if (INVISIBLE_ELEMENT.test(html)) this.#hide(from, to);
    else for (const tag of html.matchAll(HTML_TAG)) this.#hide(from + tag.index, from + tag.index + tag[0].length);
  }

  #delimitedBlock(from: number, to: number): void {
    if (this.#text.charCodeAt(from) === 37) this.#delimited(from, to, '%%', '%%');
    else {
      const close = this.#text.indexOf('$$', from + 2);
      this.#hide(from, from + 2);
      if (close < 0 || close >= to) return;
      this.#hide(close, close + 2);
      this.#rest(close + 2, to);
    }
  }

  /** A comment hides all up to its closing marker; what follows that on its line is text again. */
  #delimited(from: number, to: number, open: string, close: string): void {
    const closeAt = this.#text.indexOf(close, from + open.length);
    const end = closeAt < 0 || closeAt >= to ? to : closeAt + close.length;
    this.#hide(from, end);
    this.#rest(end, to);
  }

  #rest(from: number, to: number): void {
    if (trimEnd(this.#text, from, to) > from) this.#to.leaves.push({ from, to, inTable: false });
  }

  #footnote(from: number, to: number): void {
    FOOTNOTE_MARK.lastIndex = from;
    const label = FOOTNOTE_MARK.exec(this.#text)?.[1];
    if (label === undefined) return;
    this.#to.footnotes.push({ label, start: from, end: trimEnd(this.#text, from, to) });
    this.#hide(from, FOOTNOTE_MARK.lastIndex);
  }

  #hide(start: number, end: number): void {
    if (end > start) this.#to.hidden.push(start, end);
  }

  #lineEnd(at: number): number {
    const lineBreak = this.#text.indexOf('\n', at);
    return lineBreak < 0 ? this.#text.length : lineBreak;
  }
}

/** Takes a segment that the block parser never sees as one block. */
function addWhole(source: SourceText, segment: Segment, structure: BlockStructure): void {
  const { kind, from } = segment;
  const to = trimEnd(source.text, from, segment.to);
  if (to <= from) return;
  structure.blocks.push(block(source, kind === 'line' || kind === 'markdown' ? 'paragraph' : kind, from, to));
  if (kind === 'comment') structure.hidden.push(from, to);
  if (kind !== 'line') return;
  for (let start = from; start < to; ) {
    const end = pieceEnd(source.text, start, to);
    structure.leaves.push({ from: start, to: end, inTable: false });
    start = end;
  }
}

/** Where to cut a long line: at the last blank before the limit, so that tags and most links stay whole. */
function pieceEnd(text: string, start: number, end: number): number {
  if (end - start <= MAX_LINE) return end;
  const blank = text.slice(start, start + MAX_LINE).lastIndexOf(' ');
  return blank > 0 ? start + blank : start + MAX_LINE;
}

function block(source: SourceText, kind: BlockKind, start: number, end: number): Block {
  return { kind, start, end, startLine: lineAt(source, start), endLine: lineAt(source, end - 1) };
}

function trimEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && text.charCodeAt(end - 1) <= 32) end--;
  return end;
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
