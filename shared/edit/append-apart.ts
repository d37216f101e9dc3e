import type { Steps } from '../kit/concurrency/slices.ts';
import { parseNote, parseNoteSteps } from '../markdown/parse-note.ts';
import type { Block, BlockKind } from '../markdown/parsed-note.ts';
import { appendText } from './append-prepend.ts';
import { appendToNote, joinedToData, withoutClosingData } from './append-to-note.ts';
import { LONGEST_LOOKED_AT } from './open-end.ts';

/**
 * Appends to a note as `appendToNote` does, with a blank line between if the last block of the text would absorb
 * content that does not belong to it: a paragraph below a list, a table, a quote or a footnote. A huge note is not
 * looked at for this.
 */
export function* appendApart(text: string, content: string): Steps<string> {
  if (content === '') return text;
  if (STARTS_BLANK.test(content) || isHuge(text)) return yield* appendToNote(text, content);
  const [body, data] = yield* withoutClosingData(text);
  return joinedToData(yield* apart(body, content), data);
}

function* apart(text: string, content: string): Steps<string> {
  const result = appendText(text, content);
  if (!mayTakeIn(text, content)) return result;
  const { blocks } = yield* parseNoteSteps(result);
  const around = blocks.find(({ start, end }) => start < text.length && text.length < end);
  if (around === undefined || !takesIn(text, around) || continues(text, content, around)) return result;
  return appendText(text, `\n${content}`);
}

/** By its bytes, since those of a mere append are measured without decoding them. */
function isHuge(text: string): boolean {
  return Buffer.byteLength(text) > LONGEST_LOOKED_AT;
}

/** Whether the last block of a text may be one that absorbs content: cheaper than to parse the text. */
function mayTakeIn(text: string, content: string): boolean {
  const mark = LIST_ITEM.test(content) ? TAKES_IN_ITEMS : TAKES_IN_TEXT;
  return linesAtEnd(text).some((line) => mark.test(line));
}

/** The lines since the last blank one. */
function linesAtEnd(text: string): string[] {
  const lines: string[] = [];
  let end = text.length;
  if (text[end - 1] === '\n') end -= text[end - 2] === '\r' ? 2 : 1;
  while (end > 0) {
    const start = Math.max(text.lastIndexOf('\n', end - 1), text.lastIndexOf('\r', end - 1)) + 1;
    const line = text.slice(start, end);
    if (line.trim() === '') break;
    lines.push(line);
    end = start - (text[start - 1] === '\n' && text[start - 2] === '\r' ? 2 : 1);
  }
  return lines;
}

const LIST_ITEM = /^(?:[-+*]|\d+[.)])[ \t]/;
const TAKES_IN_ITEMS = /^[ \t]*(?:<|\[\^)|\|/;
const TAKES_IN_TEXT = /^(?:[ \t]|[-+*<>]|\d+[.)]|\[\^)|\|/;

/** Blocks that end at a blank line, or whose last paragraph does. */
const TAKES_IN: ReadonlySet<BlockKind> = new Set<BlockKind>(['list', 'table', 'quote', 'callout', 'html']);

function takesIn(text: string, block: Block): boolean {
  return TAKES_IN.has(block.kind) || isFootnote(text, block);
}

function isFootnote(text: string, { kind, start }: Block): boolean {
  return kind === 'other' && text.startsWith('[^', start);
}

function continues(text: string, content: string, block: Block): boolean {
  const { kind } = block;
  if (kind === 'table') return hasOuterPipes(text, block) ? /^[ \t]*\|/.test(content) : /^[^[\r\n]*\|/.test(content);
  if (kind === 'quote' || kind === 'callout') return /^ {0,3}>/.test(content);
  if (kind === 'list') return /^[ \t]/.test(content) || parseNote(content).blocks[0]?.kind === 'list';
  return isFootnote(text, block) && /^(?: {4}|\t)/.test(content);
}

function hasOuterPipes(text: string, { start }: Block): boolean {
  return text.startsWith('|', start);
}

const STARTS_BLANK = /^[ \t]*(?:\r?\n|$)/;
