import type { Address, BlockId, Link, Tag, TextRange } from '../parsed-note.ts';
import type { Definitions } from '../blocks/markdown-definitions.ts';
import { normaliseLabel } from '../blocks/markdown-definitions.ts';
import { EmphasisPairs } from './markdown-emphasis.ts';
import { HiddenRanges } from './hidden-ranges.ts';
import { isAsciiPunctuation, markdownLink, readDestination, readWikilink } from './markdown-links.ts';
import { lineAt } from '../source-text.ts';
import type { SourceText } from '../source-text.ts';
import { InlineSpans } from './inline-spans.ts';
import { TagStarts } from './tag-starts.ts';
import { tagNameEnd } from './tag-text.ts';
import { isBlank } from '../words.ts';

/** The contents of inline text, by position; `hidden` is flat pairs of start and end, sorted and disjoint. */
export interface InlineContent {
  links: Link[];
  addresses: Address[];
  tags: Tag[];
  blockIds: BlockId[];
  hidden: number[];
}

/**
 * Reads inline text: one pass over each leaf, in time linear in its length. What is not closed within the leaf is text.
 * Of constructs that begin at the same place the order is: escape, code, comment, math, HTML, link.
 */
export class InlineReader {
  readonly content: InlineContent;
  readonly #source: SourceText;
  readonly #text: string;
  readonly #definitions: Definitions;
  readonly #hidden: HiddenRanges;
  readonly #emphasis: EmphasisPairs;
  readonly #tagStarts: TagStarts;
  readonly #spans: InlineSpans;
  /**
   * Opening brackets still without their `]`, the innermost last: their offsets, images as the complement (`~offset`).
   */
  #brackets: number[] = [];
  /** How many of them, from the first, cannot open a link, as a link follows them. Images still can. */
  #closedTo = 0;
  #start = 0;
  #end = 0;
  /** Reads the insides of comments; created for the first one. */
  #comments: InlineReader | null = null;
  #isInComment = false;

  constructor(
    source: SourceText,
    definitions: Definitions,
    content: InlineContent = { links: [], addresses: [], tags: [], blockIds: [], hidden: [] },
  ) {
    this.content = content;
    this.#source = source;
    this.#text = source.text;
    this.#definitions = definitions;
    this.#hidden = new HiddenRanges(this.content.hidden);
    this.#emphasis = new EmphasisPairs(source.text, this.#hidden);
    this.#tagStarts = new TagStarts(source.text);
    this.#spans = new InlineSpans(source.text, this.#hidden);
  }

  /** Reads the leaf `from..to`; leaves must come in order. */
  read(from: number, to: number, inTable: boolean): void {
    this.#start = from;
    this.#end = to;
    this.#tagStarts.begin(from, inTable);
    this.#spans.begin(to);
    this.#hidden.begin(from);
    const text = this.#text;
    for (let at = from; at < to; ) {
      const code = text.charCodeAt(at);
      at = code < 128 && TRIGGER[code] === 1 ? this.#at(at, code) : at + 1;
    }
    this.#hidden.finish();
    if (this.#brackets.length > 0) this.#brackets = [];
    this.#closedTo = 0;
    this.#emphasis.reset();
  }

  /** Reads the leaf `from..to` of a comment, where only links and tags count. */
  readComment(from: number, to: number): void {
    const { links, addresses, tags } = this.content;
    const content = { links, addresses, tags, blockIds: [], hidden: [] };
    this.#comments ??= new InlineReader(this.#source, this.#definitions, content);
    this.#comments.#isInComment = true;
    this.#comments.read(from, to, false);
    this.#comments.content.blockIds.length = 0;
    this.#comments.content.hidden.length = 0;
  }

  /** Reads what begins at `at`, and returns where to continue. */
  #at(at: number, code: number): number {
    switch (code) {
      case BACKSLASH:
        return this.#escape(at);
      case BACKTICK:
        return this.#span(this.#spans.code(at));
      case PERCENT:
        return this.#comment(at);
      case DOLLAR:
        return this.#span(this.#spans.math(at));
      case LESS:
        return this.#span(this.#spans.html(at));
      case OPEN:
        return this.#open(at);
      case BANG:
        return this.#image(at);
      case CLOSE:
        return this.#close(at);
      case HASH:
        return this.#tag(at);
      case CARET:
        return this.#caret(at);
      default:
        return this.#mark(at, code);
    }
  }

  #mark(at: number, code: number): number {
    const end = this.#emphasis.run(at, this.#start, this.#end, code);
    if (end - at > 1 || (code !== TILDE && code !== EQUALS)) this.#tagStarts.mark(end);
    return end;
  }

  #escape(at: number): number {
    const next = at + 1 < this.#end ? this.#text.charCodeAt(at + 1) : 0;
    if (!isAsciiPunctuation(next)) return at + 1;
    this.#hidden.add(at, at + 1);
    this.#tagStarts.mark(at + 2);
    return at + 2;
  }

  /** Where to continue after a span, as `InlineSpans` gives it. */
  #span(end: number): number {
    return end < 0 ? ~end : this.#tagStarts.end(end);
  }

  #comment(at: number): number {
    if (this.#text.charCodeAt(at + 1) !== PERCENT) return at + 1;
    const close = this.#spans.findNext('%%', at + 2);
    if (close < 0) return at + 2;
    this.#hidden.add(at, close + 2);
    this.readComment(at + 2, close);
    return this.#tagStarts.end(close + 2);
  }

  #image(at: number): number {
    if (this.#text.charCodeAt(at + 1) !== OPEN || at + 1 >= this.#end) return at + 1;
    if (this.#text.charCodeAt(at + 2) === OPEN) {
      const after = this.#wikilink(at, at + 1);
      if (after > 0) return after;
    }
    this.#pushBracket(~at);
    return at + 2;
  }

  #open(at: number): number {
    const next = this.#text.charCodeAt(at + 1);
    if (next === OPEN) {
      const after = this.#wikilink(at, at);
      if (after > 0) return after;
    }
    if (next === CARET) {
      FOOTNOTE_REFERENCE.lastIndex = at;
      if (FOOTNOTE_REFERENCE.test(this.#text) && FOOTNOTE_REFERENCE.lastIndex <= this.#end) {
        this.#hidden.add(at, FOOTNOTE_REFERENCE.lastIndex);
        return this.#tagStarts.end(FOOTNOTE_REFERENCE.lastIndex);
      }
    }
    if (next === BANG && at === this.#start) {
      CALLOUT_MARK.lastIndex = at;
      if (CALLOUT_MARK.test(this.#text) && this.#isQuoted(at)) {
        this.#hidden.add(at, CALLOUT_MARK.lastIndex);
        return CALLOUT_MARK.lastIndex;
      }
    }
    this.#pushBracket(at);
    return at + 1;
  }

  #pushBracket(bracket: number): void {
    this.#brackets.push(bracket);
    if (this.#brackets.length <= MAX_NESTING) return;
    this.#brackets.shift();
    this.#closedTo = Math.max(0, this.#closedTo - 1);
  }

  /** Reads the wikilink or embed from `at`, whose `[[` is at `open`; 0 if there is none. */
  #wikilink(at: number, open: number): number {
    const wikilink = readWikilink(this.#text, at, open, this.#end);
    if (wikilink === null) return 0;
    wikilink.link.line = lineAt(this.#source, at);
    this.#addLink(wikilink.link);
    for (const range of wikilink.hidden) this.#hidden.add(range.start, range.end);
    return this.#tagStarts.end(wikilink.link.end);
  }

  #close(at: number): number {
    const opening = this.#brackets.pop();
    if (opening === undefined) return at + 1;
    const isImage = opening < 0;
    const isClosed = this.#brackets.length < this.#closedTo;
    this.#closedTo = Math.min(this.#closedTo, this.#brackets.length);
    if (isClosed && !isImage) return at + 1;
    const start = isImage ? ~opening : opening;
    const textStart = start + (isImage ? 2 : 1);
    const found = this.#destination(at, textStart);
    if (found === null) return at + 1;
    this.#hidden.add(start, textStart);
    this.#hidden.add(at, found.end);
    if (!isImage) {
      this.#closedTo = this.#brackets.length;
      if (this.#text.charCodeAt(textStart) === HASH) this.#tagOfLink(textStart, at);
    }
    const link = markdownLink(
      this.#text,
      { start, end: found.end },
      { start: textStart, end: at },
      found.destination,
      isImage,
    );
    if (link !== null) {
      link.line = lineAt(this.#source, start);
      this.#addLink(link);
    } else this.#addAddress(found.destination, start);
    return this.#tagStarts.end(found.end);
  }

  /** The target of the link whose text ends at the `]` at `close`, and the end of the link. */
  #destination(close: number, textStart: number): { destination: { start: number; end: number }; end: number } | null {
    const next = close + 1 < this.#end ? this.#text.charCodeAt(close + 1) : 0;
    if (next === PAREN) {
      const inline = readDestination(this.#text, close + 1, this.#end);
      if (inline !== null) return inline;
    }
    if (this.#definitions.size === 0) return null;
    let label = { start: textStart, end: close };
    let end = close + 1;
    if (next === OPEN) {
      const labelEnd = this.#text.indexOf(']', close + 2);
      if (labelEnd > 0 && labelEnd < this.#end && labelEnd - close < MAX_LABEL) {
        if (labelEnd > close + 2) label = { start: close + 2, end: labelEnd };
        end = labelEnd + 1;
      }
    }
    if (label.end - label.start > MAX_LABEL) return null;
    const destination = this.#definitions.get(normaliseLabel(this.#text.slice(label.start, label.end)));
    return destination === undefined ? null : { destination, end };
  }

  /** Links come in order of their end; a link inside another's text begins after it but comes before it. */
  #addLink(link: Link): void {
    if (this.#isInComment) link.inComment = true;
    insertByStart(this.content.links, link);
  }

  /** Files that are part of the text, and what nobody would type, are no addresses. */
  #addAddress({ start, end }: TextRange, at: number): void {
    if (end === start || end - start > LONGEST_ADDRESS || this.#text.startsWith('data:', start)) return;
    this.content.addresses.push({ address: this.#text.slice(start, end), line: lineAt(this.#source, at) });
  }

  #tag(at: number): number {
    if (!this.#tagStarts.has(at)) return at + 1;
    const end = this.#emphasis.cutAtClosing(at + 1, tagNameEnd(this.#text, at + 1, this.#end));
    if (tagNameEnd(this.#text, at + 1, end) === at + 1) return at + 1;
    this.content.tags.push(this.#tagAt(at, end));
    this.#tagStarts.mark(end);
    return end;
  }

  /** The tag that a link's text begins with; the link was not known to be one when its text was read. */
  #tagOfLink(at: number, limit: number): void {
    const end = tagNameEnd(this.#text, at + 1, limit);
    if (end > at + 1) insertByStart(this.content.tags, this.#tagAt(at, end));
  }

  #tagAt(start: number, end: number): Tag {
    return { name: this.#text.slice(start + 1, end), start, end, line: lineAt(this.#source, start) };
  }

  #caret(at: number): number {
    if (at > this.#start && !isBlank(this.#text.charCodeAt(at - 1))) return at + 1;
    BLOCK_ID.lastIndex = at + 1;
    const id = BLOCK_ID.exec(this.#text)?.[1];
    if (id === undefined) return at + 1;
    const end = at + 1 + id.length;
    this.content.blockIds.push({ id: id.toLowerCase(), start: at, end, line: lineAt(this.#source, at) });
    this.#hidden.add(at, end);
    return end;
  }

  #isQuoted(at: number): boolean {
    let before = at - 1;
    while (before >= 0 && (this.#text.charCodeAt(before) === 32 || this.#text.charCodeAt(before) === 9)) before--;
    return before >= 0 && this.#text.charCodeAt(before) === 62;
  }
}

const BACKSLASH = 92;
const BACKTICK = 96;
const PERCENT = 37;
const DOLLAR = 36;
const LESS = 60;
const OPEN = 91;
const CLOSE = 93;
const BANG = 33;
const HASH = 35;
const CARET = 94;
const PAREN = 40;
const TILDE = 126;
const EQUALS = 61;
const TRIGGER = new Uint8Array(128);
for (const character of '\\`%$<[]!#^*_~=') TRIGGER[character.charCodeAt(0)] = 1;

const MAX_LABEL = 1000;
const LONGEST_ADDRESS = 1000;
/** Of brackets within brackets, the innermost ones: the texts of nested images repeat each other. */
const MAX_NESTING = 100;
const FOOTNOTE_REFERENCE = /\[\^[^\]\s]{1,200}\]/y;
const CALLOUT_MARK = /\[![^\]\n]{1,200}\][+-]?/y;
const BLOCK_ID = /([a-z0-9-]+)[ \t]*(?:\n|$)/iy;

/** Inserts an item by its start; most come in order. */
function insertByStart<T extends { start: number }>(items: T[], item: T): void {
  let index = items.length;
  while (index > 0 && (items[index - 1]?.start ?? 0) > item.start) index--;
  if (index === items.length) items.push(item);
  else items.splice(index, 0, item);
}
