import { lineEndsIn } from '../../kit/text/line-ends.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { runSteps } from '../../kit/concurrency/slices.ts';
import type { Block, Heading, ParsedNote } from '../parsed-note.ts';
import { HIDDEN_LINE_END, markedBox, noteLineEndsIn, searchedText, withoutMarks } from '../text-marks.ts';
import { visibleText } from '../visible-text.ts';
import { measureVisible } from '../words.ts';
import { cutsFor, nextCut } from './chunk-cuts.ts';
import type { Cut } from './chunk-cuts.ts';

/** A stretch of a note's body, small enough to be embedded in one go. */
export interface Chunk {
  /** The headings above, outermost first; not the note's title. */
  headingPath: string[];
  /** Range of the source, including heading lines directly above. UTF-16 offsets, end exclusive. */
  start: number;
  end: number;
  /** 1-based, over the whole file. */
  startLine: number;
  endLine: number;
  /** What a reader sees of it, without headings and task boxes; never empty. */
  text: string;
  /**
   * The same with task boxes and hidden line ends marked (see text-marks.ts): its lines are those from `startLine` on.
   */
  marked: string;
}

export interface ChunkOptions {
  /**
   * The target size of a chunk; 90 unless given. A character of a script without spaces counts as half a word, and ten
   * characters of any kind as at least one.
   */
  targetWords?: number;
  /** The maximum size of a chunk; a third more than the target unless given. */
  maxWords?: number;
  /** Counts a visible text in an embedder's own units; then both limits are in these units. */
  countTokens?: (text: string) => number;
}

/** Incremented whenever the same note would be cut differently, so that saved chunks can be told apart. */
export const CHUNKER_VERSION = 1;

/**
 * Cuts a note's body into chunks. They come in order, do not overlap, and together contain everything visible except
 * headings without text below. A heading always begins a chunk. Blocks stay whole if they fit; otherwise lists are cut
 * at items, tables and code at lines, text at sentences, and what has no such places at words or anywhere.
 */
export function chunkNote(text: string, parsed: ParsedNote, options: ChunkOptions = {}): Chunk[] {
  return runSteps(chunkNoteSteps(text, parsed, options));
}

/** Like {@link chunkNote}, in steps of a few milliseconds regardless of the size of the note. */
export function* chunkNoteSteps(text: string, parsed: ParsedNote, options: ChunkOptions = {}): Steps<Chunk[]> {
  const packer = new Packer(text, parsed, options);
  let nextHeading = 0;
  for (const block of parsed.blocks) {
    if (block.kind === 'heading') {
      const heading = parsed.headings[nextHeading++];
      if (heading !== undefined) packer.startSection(heading);
    } else yield* packBlock(packer, text, block);
  }
  packer.endSection();
  return packer.chunks;
}

const DEFAULT_TARGET = 90;
const CHARACTERS_PER_WORD = 10;
/** Blanks, control characters and the marks of hidden line ends; not the marks of a task box. */
// eslint-disable-next-line no-control-regex -- offsets are trimmed of control characters, so these are, too
const BLANK_START = /^[\s\u0000\u0001\u0004-\u001f]*/;
/** Ranges longer than this are cut without being measured first. */
const MAX_MEASURED = 1 << 15;
const PIECES_PER_STEP = 200;

interface Draft {
  /** Where the range begins, headings included, and where the text does. */
  start: number;
  textStart: number;
  end: number;
  cost: number;
}

/** Packs pieces of a body, given in order, into chunks. */
class Packer {
  readonly chunks: Chunk[] = [];
  readonly max: number;
  readonly #target: number;
  readonly #text: string;
  readonly #parsed: ParsedNote;
  readonly #countTokens: ((text: string) => number) | undefined;
  readonly #lines: LineCounter;
  #headings: Heading[] = [];
  /** Start of the headings still without text below them. */
  #pendingStart = -1;
  #drafts: Draft[] = [];
  #pieces = 0;
  #nextTask = 0;

  constructor(text: string, parsed: ParsedNote, options: ChunkOptions) {
    this.#text = withoutMarks(text);
    this.#parsed = parsed;
    this.#target = Math.max(1, options.targetWords ?? DEFAULT_TARGET);
    this.max = Math.max(this.#target, options.maxWords ?? Math.round((this.#target * 4) / 3));
    this.#countTokens = options.countTokens;
    this.#lines = new LineCounter(text);
  }

  startSection(heading: Heading): void {
    this.endSection();
    this.#headings = this.#headings.filter((above) => above.level < heading.level);
    this.#headings.push(heading);
    if (this.#pendingStart < 0) this.#pendingStart = heading.start;
  }

  /** What a range counts towards the limits; 0 if none of it is visible. */
  cost(start: number, end: number): number {
    const { hidden } = this.#parsed;
    if (this.#countTokens !== undefined) return this.#countTokens(visibleText(this.#text, hidden, start, end).trim());
    const { words, unspaced, length } = measureVisible(this.#text, hidden, start, end);
    return Math.max(words + unspaced / 2, length / CHARACTERS_PER_WORD);
  }

  /** Adds a piece, and says whether it is time for a pause. */
  add(start: number, end: number, cost: number): boolean {
    const draft = this.#drafts[this.#drafts.length - 1];
    if (cost > 0) {
      if (draft !== undefined && this.#takes(draft, cost)) {
        draft.end = end;
        draft.cost += cost;
      } else {
        this.#drafts.push({ start: this.#pendingStart < 0 ? start : this.#pendingStart, textStart: start, end, cost });
        this.#pendingStart = -1;
        if (this.#drafts.length > 2) this.#finishFirst();
      }
    }
    return ++this.#pieces % PIECES_PER_STEP === 0;
  }

  /** Finishes what is open; a short rest joins the chunk before it. */
  endSection(): void {
    const [first, second] = this.#drafts;
    if (
      first !== undefined &&
      second !== undefined &&
      second.cost < this.#target / 4 &&
      first.cost + second.cost <= this.max
    ) {
      first.end = second.end;
      this.#drafts.pop();
    }
    while (this.#drafts.length > 0) this.#finishFirst();
  }

  /** A chunk with less than half of its target grows up to the limit, a fuller one up to the target. */
  #takes(draft: Draft, cost: number): boolean {
    return draft.cost + cost <= (draft.cost < this.#target / 2 ? this.max : this.#target);
  }

  #finishFirst(): void {
    const draft = this.#drafts.shift();
    if (draft === undefined) return;
    const marked = this.#marked(draft.textStart, draft.end);
    const blank = BLANK_START.exec(marked)?.[0] ?? '';
    const shown = marked.slice(blank.length).trimEnd();
    const text = searchedText(shown).trim();
    if (text === '') return;
    const end = trimEnd(this.#text, draft.start, draft.end);
    const start = trimStart(this.#text, draft.start, end);
    const above = start < draft.textStart ? lineEndsIn(this.#text, start, draft.textStart) : 0;
    const skipped = start > draft.textStart ? lineEndsIn(this.#text, draft.textStart, start) : 0;
    const startLine = this.#lines.at(start);
    this.chunks.push({
      headingPath: this.#headings.map((heading) => heading.text),
      start,
      end,
      startLine,
      endLine: this.#lines.at(end),
      text,
      marked: HIDDEN_LINE_END.repeat(above + noteLineEndsIn(blank) - skipped) + shown,
    });
  }

  #seen(start: number, end: number): string {
    return visibleText(this.#text, this.#parsed.hidden, start, end, HIDDEN_LINE_END);
  }

  /** What is seen, with marks. Ranges come in order. */
  #marked(start: number, end: number): string {
    const { tasks } = this.#parsed;
    while ((tasks[this.#nextTask]?.box.start ?? Infinity) < start) this.#nextTask++;
    let marked = '';
    let at = start;
    for (let task = tasks[this.#nextTask]; task !== undefined && task.box.end <= end; task = tasks[++this.#nextTask]) {
      marked += this.#seen(at, task.box.start) + markedBox(task.status);
      at = task.box.end;
    }
    return marked + this.#seen(at, end);
  }
}

function* packBlock(packer: Packer, text: string, block: Block): Steps<void> {
  yield* packRange(packer, text, block.start, block.end, cutsFor(block.kind));
}

/** Adds a range whole if it fits, otherwise cut at the coarsest places that make it fit. */
function* packRange(packer: Packer, text: string, start: number, end: number, cuts: readonly Cut[]): Steps<void> {
  const cost = end - start > MAX_MEASURED ? Infinity : packer.cost(start, end);
  const [cut, ...finer] = cuts;
  if (cost <= packer.max || cut === undefined) {
    if (packer.add(start, end, Math.min(cost, Number.MAX_SAFE_INTEGER))) yield;
    return;
  }
  for (let from = start; from < end; ) {
    const to = nextCut(cut, text, from, end);
    yield* packRange(packer, text, from, to, finer);
    from = to;
  }
}

/** Gives the line of offsets queried in rising order. */
class LineCounter {
  readonly #text: string;
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  at(offset: number): number {
    const text = this.#text;
    let line = this.#line;
    for (let at = this.#at; at < offset; at++) {
      const code = text.charCodeAt(at);
      if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) line++;
    }
    this.#at = Math.max(this.#at, offset);
    this.#line = line;
    return line;
  }
}

function trimStart(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && text.charCodeAt(at) <= 32) at++;
  return at;
}

function trimEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && text.charCodeAt(at - 1) <= 32) at--;
  return at;
}
