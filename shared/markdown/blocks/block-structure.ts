import { lineAt } from '../source-text.ts';
import type { SourceText } from '../source-text.ts';
import type { Block, BlockKind, TextRange } from '../parsed-note.ts';
import type { Definitions } from './markdown-definitions.ts';

/** A piece of text whose inline content counts: a paragraph, a heading's content, a table. */
export interface Leaf {
  from: number;
  to: number;
  inTable: boolean;
  /** For headings of the outline: their level and the range of the heading's lines. */
  heading?: { level: number } & TextRange;
  /**
   * For a task: the character in its box, where its list marker begins, and that of the list item around its list.
   * `from` is then after the box.
   */
  task?: { status: string; start: number; box: TextRange; parent?: number };
  /** It is in a `%%` comment: invisible, and only its links and tags count. */
  inComment?: boolean;
}

/** The block structure of a body. */
export interface BlockStructure {
  blocks: Block[];
  leaves: Leaf[];
  definitions: Definitions;
  footnotes: ({ label: string } & TextRange)[];
  /** Flat pairs of start and end, by start: markup of blocks, and contents of comments. */
  hidden: number[];
}

/** A block over `start..end`, with its lines. */
export function blockOver(source: SourceText, kind: BlockKind, start: number, end: number): Block {
  return { kind, start, end, startLine: lineAt(source, start), endLine: lineAt(source, end - 1) };
}

/** Where `from..to` ends without the spaces and control characters at its end. */
export function trimEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && text.charCodeAt(end - 1) <= 32) end--;
  return end;
}
