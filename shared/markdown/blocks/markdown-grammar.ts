import { parser as commonMark } from '@lezer/markdown';
import type {
  MarkdownParser,
  BlockContext,
  BlockParser,
  InlineParser,
  LeafBlock,
  LeafBlockParser,
  Line,
  MarkdownConfig,
} from '@lezer/markdown';
import { isDelimiterRow, columnCount } from './markdown-table.ts';

/**
 * The block grammar of a note: CommonMark with tables, footnotes, `%%` comments and `$$` math as blocks. It builds no
 * inline nodes: that text is read by `markdown-inline.ts`, far cheaper than through a tree. Link reference definitions
 * stay paragraphs, since the stock parser joins all lines of a paragraph again for each of them.
 */
export const blockGrammar = numbersStayInParagraphs(
  commonMark.configure({
    remove: ['LinkReference'],
    defineNodes: [
      { name: 'DelimitedBlock', block: true },
      { name: 'Table', block: true },
      { name: 'Footnote', block: true, composite: continuesFootnote },
    ],
    parseInline: [skipInline()],
    parseBlock: [
      delimitedBlock('CommentBlocks', '%%'),
      delimitedBlock('MathBlocks', '$$'),
      footnote(),
      table(),
      listAfterContainer(),
    ],
  } satisfies MarkdownConfig),
);

/**
 * The same for the inside of a comment, where deep indentation does not mean code, since lists around the comment
 * indent it, too.
 */
export const commentGrammar = blockGrammar.configure({ remove: ['IndentedCode'] } satisfies MarkdownConfig);

/** Node numbers of the grammar, for a walk that compares numbers rather than names. */
export const NODE = Object.fromEntries(blockGrammar.nodeSet.types.map((type) => [type.name, type.id])) as Readonly<
  Record<BlockNodeName, number>
>;

/** What the block parsers need from their input beyond the library's `Input`. */
export interface LookAhead {
  /** Where the block that `marker` opens at `from` ends, after its closing marker; -1 if there is no such block. */
  closeOf(marker: string, from: number): number;
}

type BlockNodeName =
  | 'Document'
  | 'CodeBlock'
  | 'FencedCode'
  | 'Blockquote'
  | 'HorizontalRule'
  | 'BulletList'
  | 'OrderedList'
  | 'ListItem'
  | 'ATXHeading1'
  | 'ATXHeading6'
  | 'SetextHeading1'
  | 'SetextHeading2'
  | 'HTMLBlock'
  | 'Paragraph'
  | 'CommentBlock'
  | 'ProcessingInstructionBlock'
  | 'HeaderMark'
  | 'QuoteMark'
  | 'ListMark'
  | 'CodeMark'
  | 'CodeText'
  | 'CodeInfo'
  | 'DelimitedBlock'
  | 'Table'
  | 'Footnote';

const FOOTNOTE_START = /\[\^[^\]\s]+\]:/y;

/** The library keeps these two to itself; a block that looks ahead, or ends with its container, needs them. */
interface ContextInternals {
  input: LookAhead;
}
interface LineInternals {
  depth: number;
}
interface ParserInternals {
  endLeafBlock: ((context: BlockContext, line: Line, leaf: LeafBlock) => boolean)[];
}

function skipInline(): InlineParser {
  return { name: 'Skip', before: 'Escape', parse: (context) => context.end };
}

/** A block from a line that starts with `marker`, and does not close on it, to the line with the next `marker`. */
function delimitedBlock(name: string, marker: string): BlockParser {
  const opens = (context: BlockContext, line: Line): boolean => {
    if (line.next !== marker.charCodeAt(0) || !line.text.startsWith(marker, line.pos)) return false;
    if (line.text.includes(marker, line.pos + marker.length)) return false;
    return (context as unknown as ContextInternals).input.closeOf(marker, context.lineStart + line.pos) >= 0;
  };
  return {
    name,
    before: 'FencedCode',
    parse(context, line) {
      if (!opens(context, line)) return false;
      const from = context.lineStart + line.pos;
      const depth = context.depth;
      while (context.nextLine() && (line as unknown as LineInternals).depth >= depth) {
        if (!line.text.includes(marker, line.basePos)) continue;
        context.nextLine();
        break;
      }
      context.addElement(context.elt('DelimitedBlock', from, context.prevLineEnd()));
      return true;
    },
    endLeaf: (context, line, leaf) => opens(context, line) && !isOpen(leaf, marker),
  };
}

/** Whether a paragraph so far holds an opening marker without its closing one. */
function isOpen(leaf: LeafBlock, marker: string): boolean {
  let open = false;
  for (let at = leaf.content.indexOf(marker); at >= 0; at = leaf.content.indexOf(marker, at + marker.length))
    open = !open;
  return open;
}

/**
 * Ends a paragraph at a list marker outside of the paragraph's item or quote: it does not interrupt a paragraph there,
 * so it may have any number, or no text. CommonMark, section 5.2.
 */
function listAfterContainer(): BlockParser {
  return {
    name: 'ListAfterContainer',
    endLeaf: (context, line) =>
      (line as unknown as LineInternals).depth < context.depth &&
      LIST_MARK.test(line.text.slice(line.pos, line.pos + 11)),
  };
}

/**
 * A list that interrupts a paragraph begins with 1, and with text. The library forgets this inside of an ordered list.
 * CommonMark, section 5.2.
 */
function numbersStayInParagraphs(grammar: MarkdownParser): MarkdownParser {
  const internals = grammar as unknown as ParserInternals;
  internals.endLeafBlock = internals.endLeafBlock.map(
    (ends) => (context, line, leaf) => ends(context, line, leaf) && !isNumberInParagraph(context, line),
  );
  return grammar;
}

function isNumberInParagraph(context: BlockContext, line: Line): boolean {
  if ((line as unknown as LineInternals).depth < context.depth) return false;
  return NUMBER_MARK.test(line.text.slice(line.pos, line.pos + 11)) && !FIRST_ITEM.test(line.text.slice(line.pos));
}

const NUMBER_MARK = /^\d{1,9}[.)](?:[ \t]|$)/;
const FIRST_ITEM = /^1[.)][ \t]+\S/;
const LIST_MARK = /^(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/;

function footnote(): BlockParser {
  return {
    name: 'Footnotes',
    after: 'FencedCode',
    parse(context, line) {
      const length = footnoteMark(line);
      if (length === 0) return false;
      context.startComposite('Footnote', line.pos);
      line.moveBase(line.pos + length);
      return null;
    },
    endLeaf: (_context, line) => footnoteMark(line) > 0,
  };
}

function footnoteMark(line: Line): number {
  if (line.next !== 91) return 0;
  FOOTNOTE_START.lastIndex = line.pos;
  return FOOTNOTE_START.test(line.text) ? FOOTNOTE_START.lastIndex - line.pos : 0;
}

function continuesFootnote(_context: BlockContext, line: Line): boolean {
  if (line.next < 0) return true;
  if (line.indent < line.baseIndent + 4) return false;
  line.moveBaseColumn(line.baseIndent + 4);
  return true;
}

function table(): BlockParser {
  return {
    name: 'Table',
    before: 'SetextHeading',
    leaf: (_context, leaf) => (leaf.content.includes('|') ? new TableLeaf() : null),
    endLeaf(context, line, leaf) {
      if (leaf.parsers.some((parser) => parser instanceof TableLeaf && parser.isTable === true))
        return RULE.test(line.text.slice(line.basePos));
      if (!line.text.includes('|', line.basePos)) return false;
      const next = context.peekLine();
      return (
        isDelimiterRow(next, line.basePos) && columnCount(next, line.basePos) === columnCount(line.text, line.basePos)
      );
    },
  };
}

/** A line that would make a heading of a paragraph above it, but is a rule below a table. */
const RULE = /^ {0,3}-{3,}[ \t]*$/;

/** Watches a paragraph that begins with a line of cells, and takes it as a table if a delimiter row follows. */
class TableLeaf implements LeafBlockParser {
  isTable: boolean | undefined;

  nextLine(_context: BlockContext, line: Line, leaf: LeafBlock): boolean {
    this.isTable ??=
      isDelimiterRow(line.text, line.pos) && columnCount(line.text, line.pos) === columnCount(leaf.content, 0);
    // No line below turns a table into a heading.
    if (this.isTable && leaf.parsers.length > 1) leaf.parsers.splice(0, leaf.parsers.length, this);
    return false;
  }

  finish(context: BlockContext, leaf: LeafBlock): boolean {
    if (this.isTable !== true) return false;
    context.addLeafElement(leaf, context.elt('Table', leaf.start, leaf.start + leaf.content.length));
    return true;
  }
}
