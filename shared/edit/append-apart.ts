import type { Steps } from '../kit/concurrency/slices.ts';
import { parseNote, parseNoteSteps } from '../markdown/parse-note.ts';
import type { Block, BlockKind } from '../markdown/parsed-note.ts';
import { appendText } from './append-prepend.ts';
import { joinedToData, withoutClosingData } from './append-to-note.ts';

/**
 * Appends to a note as `appendToNote` does, with a blank line between if the last block of the text would absorb
 * content that does not belong to it: a paragraph below a list, a table or a quote.
 */
export function* appendApart(text: string, content: string): Steps<string> {
  if (content === '') return text;
  const [body, data] = yield* withoutClosingData(text);
  return joinedToData(yield* apart(body, content), data);
}

function* apart(text: string, content: string): Steps<string> {
  const result = appendText(text, content);
  const { blocks } = yield* parseNoteSteps(result);
  const around = blocks.find(({ start, end }) => start < text.length && text.length < end);
  const isTakenIn = around !== undefined && TAKES_IN.has(around.kind) && !continues(content, around);
  return isTakenIn ? appendText(text, `\n${content}`) : result;
}

/** Blocks that end at a blank line, or whose last paragraph does. */
const TAKES_IN: ReadonlySet<BlockKind> = new Set<BlockKind>(['list', 'table', 'quote', 'callout', 'html']);

function continues(content: string, { kind }: Block): boolean {
  if (/^[ \t]*(?:\r?\n|$)/.test(content)) return true;
  if (kind === 'table') return /^[ \t]*\|/.test(content);
  if (kind === 'quote' || kind === 'callout') return /^ {0,3}>/.test(content);
  if (kind === 'list') return /^[ \t]/.test(content) || parseNote(content).blocks[0]?.kind === 'list';
  return false;
}
