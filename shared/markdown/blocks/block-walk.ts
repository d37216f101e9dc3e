import type { TreeCursor } from '@lezer/common';
import type { BlockKind, TextRange } from '../parsed-note.ts';
import type { SourceText } from '../source-text.ts';
import { blockOver, trimEnd, type BlockStructure, type Leaf } from './block-structure.ts';
import { readDefinitions } from './markdown-definitions.ts';
import { NODE } from './markdown-grammar.ts';

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

/** One walk over a segment's tree, in document order. */
export class BlockWalk {
  readonly #source: SourceText;
  readonly #text: string;
  readonly #base: number;
  readonly #to: BlockStructure;
  /** End of the top-level block being read, and of the leaf. */
  #topEnd = -1;
  #inTop = false;
  #listMark = -1;
  #heading: Leaf | null = null;
  /** The list items being read, outermost first. */
  readonly #items: { from: number; to: number }[] = [];

  constructor(source: SourceText, base: number, structure: BlockStructure) {
    this.#source = source;
    this.#text = source.text;
    this.#base = base;
    this.#to = structure;
  }

  /** Takes in a node; a `%%` comment is returned, so that the caller can read its inside and then call {@link rest}. */
  enter(cursor: TreeCursor): TextRange | null {
    const type = cursor.type.id;
    const from = cursor.from + this.#base;
    const to = cursor.to + this.#base;
    this.#inTop = from < this.#topEnd;
    const isMark =
      type === NODE.QuoteMark || type === NODE.HeaderMark || type === NODE.CodeMark || type === NODE.ListMark;
    if (!this.#inTop && !isMark) {
      this.#topEnd = to;
      this.#addBlock(type, from, to);
    }
    const listMark = this.#listMark;
    this.#listMark = -1;
    switch (type) {
      case NODE.ListItem:
        this.#startItem(from, to);
        break;
      case NODE.ListMark:
        this.#listMark = from;
        break;
      case NODE.QuoteMark:
        this.#hide(from, this.#text.charCodeAt(to) === 32 ? to + 1 : to);
        break;
      case NODE.HeaderMark:
        this.#headerMark(from, to);
        break;
      case NODE.CodeMark:
        this.#hide(from, this.#lineEnd(to));
        break;
      case NODE.Paragraph:
        this.#paragraph(from, to, listMark);
        break;
      case NODE.Table:
        this.#table(from, to);
        break;
      case NODE.HTMLBlock:
      case NODE.ProcessingInstructionBlock:
        this.#html(from, to);
        break;
      case NODE.CommentBlock:
        this.#rest(this.#hideTo('-->', from + 4, from, to), to);
        break;
      case NODE.DelimitedBlock:
        return this.#delimitedBlock(from, to);
      case NODE.HorizontalRule:
        this.#hide(from, to);
        break;
      case NODE.Footnote:
        this.#footnote(from, to);
        break;
      default:
        if (type >= NODE.ATXHeading1 && type <= NODE.SetextHeading2) this.#startHeading(type, from, to);
    }
    return null;
  }

  /** Hides a comment returned by {@link enter}, and takes in what follows its closing mark on the line. */
  rest({ start, end }: TextRange): void {
    this.#rest(this.#hideTo('%%', start + 2, start, end), end);
  }

  #addBlock(type: number, from: number, to: number): void {
    const end = trimEnd(this.#text, from, to);
    if (end > from) this.#to.blocks.push(blockOver(this.#source, this.#kindOf(type, from), from, end));
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

  #startItem(from: number, to: number): void {
    while ((this.#items.at(-1)?.to ?? Infinity) <= from) this.#items.pop();
    this.#items.push({ from, to });
  }

  #headerMark(from: number, to: number): void {
    this.#hide(from, to);
    const heading = this.#heading;
    if (heading === null) return;
    if (from === heading.from) heading.from = to;
    else if (from < heading.to) heading.to = from;
  }

  #paragraph(from: number, to: number, listMark: number): void {
    const start =
      this.#text.charCodeAt(from) === 91 ? readDefinitions(this.#text, from, to, this.#to.definitions) : from;
    if (start > from) this.#hide(from, start);
    if (start >= to) return;
    const leaf: Leaf = { from: start, to, inTable: false };
    this.#to.leaves.push(leaf);
    if (listMark < 0 || this.#text.charCodeAt(start) !== 91) return;
    CHECKBOX.lastIndex = start;
    const box = CHECKBOX.exec(this.#text);
    const status = box?.[1] ?? box?.[2];
    if (status === undefined) return;
    leaf.from = CHECKBOX.lastIndex;
    leaf.task = { status, start: listMark, box: { start, end: leaf.from } };
    const parent = this.#items.at(-2);
    if (parent !== undefined) leaf.task.parent = parent.from;
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

  #delimitedBlock(from: number, to: number): TextRange | null {
    if (this.#text.charCodeAt(from) === 37) return { start: from, end: to };
    const close = this.#text.indexOf('$$', from + 2);
    this.#hide(from, from + 2);
    if (close < 0 || close >= to) return null;
    this.#hide(close, close + 2);
    this.#rest(close + 2, to);
    return null;
  }

  /** Hides `from..to` up to the closing mark, and returns where that ends; what follows on its line is text again. */
  #hideTo(mark: string, contentStart: number, from: number, to: number): number {
    const close = this.#text.indexOf(mark, contentStart);
    const end = close < 0 || close >= to ? to : close + mark.length;
    this.#hide(from, end);
    return end;
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

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
