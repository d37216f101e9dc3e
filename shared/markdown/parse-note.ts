import { cutTo, oneLine } from '../kit/text/shorten.ts';
import { eachTagOnce } from '../kit/text/tag-key.ts';
import { runSteps } from '../kit/concurrency/slices.ts';
import type { Steps } from '../kit/concurrency/slices.ts';
import { readFrontmatter } from './frontmatter/frontmatter.ts';
import { frontmatterAliases, frontmatterTags, frontmatterTitle } from './frontmatter/frontmatter-fields.ts';
import { mergeRanges } from './inline/hidden-ranges.ts';
import { readBlocks } from './blocks/markdown-blocks.ts';
import type { Leaf } from './blocks/block-structure.ts';
import { InlineReader } from './inline/markdown-inline.ts';
import { MAX_TASK, type Heading, type Link, type ParsedNote, type Task, type TextRange } from './parsed-note.ts';
import { lineAt, lineEnd, lineStart, readSourceText } from './source-text.ts';
import type { SourceText } from './source-text.ts';
import { visibleText } from './visible-text.ts';
import { measureVisible } from './words.ts';

/**
 * Reads everything the project needs to know about a note from its text. Never throws: what cannot be read is left out,
 * with a line in `warnings`. All offsets are UTF-16 offsets into `text` as given, all lines 1-based over the whole
 * file.
 */
export function parseNote(text: string): ParsedNote {
  return runSteps(parseNoteSteps(text));
}

/** Like {@link parseNote}, in steps of a few milliseconds regardless of the size of the note. */
export function* parseNoteSteps(text: string): Steps<ParsedNote> {
  return (yield* readPart(yield* readSourceText(text), true)).note;
}

/** What a part of a note contains. */
export interface ParsedPart {
  /** As if the part were a note: offsets and lines count from its start. */
  note: ParsedNote;
  /** It defines link references, which other parts may use. */
  hasDefinitions: boolean;
  /** Line ends in it. */
  lineEnds: number;
}

/** Parses a part of a note (see {@link cutParts}); only the first one has frontmatter. Never throws. */
export function* parsePartSteps(text: string, isFirst: boolean): Steps<ParsedPart> {
  const source = yield* readSourceText(text);
  const { note, hasDefinitions } = yield* readPart(source, isFirst);
  return { note, hasDefinitions, lineEnds: source.lineStarts.length - 1 };
}

function* readPart(source: SourceText, isFirst: boolean): Steps<Omit<ParsedPart, 'lineEnds'>> {
  const warnings: string[] = [];
  const {
    frontmatter,
    links: frontmatterLinks,
    bodyStart,
  } = isFirst ? yield* readFrontmatter(source, warnings) : NO_FRONTMATTER;
  const blocks = yield* readBlocks(source, bodyStart, warnings);
  const reader = new InlineReader(source, blocks.definitions);
  yield* readLeaves(reader, blocks.leaves);
  const { links, addresses, tags, blockIds, hidden: inlineHidden } = reader.content;
  const hidden = yield* mergeRanges(blocks.hidden, inlineHidden);
  const values = frontmatter?.values ?? {};
  const note: ParsedNote = {
    frontmatter,
    title: frontmatterTitle(values),
    aliases: frontmatterAliases(values),
    tags: eachTagOnce([...frontmatterTags(values), ...tags.map(({ name }) => name)]),
    inlineTags: tags,
    headings: yield* readHeadings(source, blocks.leaves, hidden),
    links: frontmatterLinks.length === 0 ? links : frontmatterLinks.concat(links),
    addresses,
    blockIds,
    tasks: yield* readTasks(source, blocks.leaves, hidden),
    footnotes: blocks.footnotes,
    blocks: blocks.blocks,
    hidden,
    bodyStart,
    words: yield* countBodyWords(source, hidden, bodyStart),
    warnings,
  };
  return { note, hasDefinitions: blocks.definitions.size > 0 };
}

const NO_FRONTMATTER: { frontmatter: null; links: Link[]; bodyStart: number } = {
  frontmatter: null,
  links: [],
  bodyStart: 0,
};

const STEP_SIZE = 1 << 15;
const LEAVES_PER_STEP = 1000;

function* readLeaves(reader: InlineReader, leaves: readonly Leaf[]): Steps<void> {
  let yieldAt = STEP_SIZE;
  for (const leaf of leaves) {
    if (leaf.inComment === true) reader.readComment(leaf.from, leaf.to);
    else reader.read(leaf.from, leaf.to, leaf.inTable);
    if (leaf.to < yieldAt) continue;
    yieldAt = leaf.to + STEP_SIZE;
    yield;
  }
}

function* readHeadings(source: SourceText, leaves: readonly Leaf[], hidden: readonly TextRange[]): Steps<Heading[]> {
  const headings: Heading[] = [];
  for (const { heading, from, to } of leaves) {
    if (heading === undefined) continue;
    const text = plainText(source, hidden, from, to);
    const written = oneLine(source.text.slice(from, to));
    headings.push({
      level: heading.level,
      text,
      ...(written === text ? {} : { written }),
      line: lineAt(source, heading.start),
      start: lineStart(source, heading.start),
      end: lineEnd(source, heading.end),
    });
    if (headings.length % LEAVES_PER_STEP === 0) yield;
  }
  return headings;
}

function* readTasks(source: SourceText, leaves: readonly Leaf[], hidden: readonly TextRange[]): Steps<Task[]> {
  const tasks: Task[] = [];
  for (const { task, from, to } of leaves) {
    if (task === undefined) continue;
    const { status, start, box, parent } = task;
    const end = trimmedEnd(source.text, from, to);
    tasks.push({
      status,
      box,
      text: plainText(source, hidden, from, to),
      written: writtenText(source, from, end),
      line: lineAt(source, start),
      ...(parent === undefined ? {} : { parentLine: lineAt(source, parent) }),
      start,
      end,
    });
    if (tasks.length % LEAVES_PER_STEP === 0) yield;
  }
  return tasks;
}

/** What a reader sees of a range, on one line. */
function plainText(source: SourceText, hidden: readonly TextRange[], start: number, end: number): string {
  return oneLine(visibleText(source.text, hidden, start, end));
}

/** The Markdown of a paragraph on one line, without the quote marks of its later lines. */
function writtenText(source: SourceText, start: number, end: number): string {
  const text = cutTo(source.text.slice(start, Math.min(end, start + MAX_TASK + 1)), MAX_TASK);
  return oneLine(text.includes('\n') ? text.replace(LATER_LINE, '\n') : text);
}

const LATER_LINE = /\n[ \t]*(?:>[ \t]?)+/g;

function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && text.charCodeAt(at - 1) <= 32) at--;
  return at;
}

function* countBodyWords(source: SourceText, hidden: readonly TextRange[], bodyStart: number): Steps<number> {
  let words = 0;
  for (let start = bodyStart; start < source.text.length; ) {
    const far = start + STEP_SIZE;
    const lineBreak = far < source.text.length ? source.text.indexOf('\n', far) : -1;
    const end = lineBreak < 0 || lineBreak - far > STEP_SIZE ? wordEnd(source.text, start, far) : lineBreak;
    const measure = measureVisible(source.text, hidden, start, end);
    words += measure.words + measure.unspaced;
    start = end;
    yield;
  }
  return words;
}

/** The last place in `start..far` where no word is cut, or `far` if there is none. */
function wordEnd(text: string, start: number, far: number): number {
  if (far >= text.length) return text.length;
  const blank = text.lastIndexOf(' ', far);
  return blank > start ? blank : far;
}
