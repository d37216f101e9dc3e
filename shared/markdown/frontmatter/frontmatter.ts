import { Composer, Lexer, Parser } from 'yaml';
import type { Document } from 'yaml';
import { oneLine } from '../../kit/text/shorten.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { FrontmatterReader } from './frontmatter-values.ts';
import type { Frontmatter, Link, TextRange } from '../parsed-note.ts';
import { lineAt } from '../source-text.ts';
import type { SourceText } from '../source-text.ts';

/**
 * Reads the frontmatter: the block between a first line `---` (after a byte order mark) and the next line `---`. A
 * block that is not a valid YAML map keeps its range and has `error`; values without a plain JSON form stay as written.
 * `links` are the wikilinks in its string values; `bodyStart` is where the body begins, with or without frontmatter.
 */
export function* readFrontmatter(
  source: SourceText,
  warnings: string[],
): Steps<{ frontmatter: Frontmatter | null; links: Link[]; bodyStart: number }> {
  const block = frontmatterBlock(source.text);
  if (block === null) {
    if (isNeverClosed(source.text)) warnings.push(`frontmatter: ${NEVER_CLOSED}`);
    return { frontmatter: null, links: [], bodyStart: textStart(source.text) };
  }
  const frontmatter: Frontmatter = { ...block, values: {} };
  const links: Link[] = [];
  const fail = (error: string): void => {
    frontmatter.error = error;
    warnings.push(`frontmatter: ${error}`);
  };
  if (block.yamlRange.end - block.yamlRange.start > MAX_LENGTH) fail(`longer than ${String(MAX_LENGTH)} characters`);
  else {
    const yaml = yamlText(source, block.yamlRange);
    const document = yield* parseYaml(yaml);
    const error = typeof document === 'string' ? document : document?.errors[0]?.message;
    if (error !== undefined) fail(oneLine(error).slice(0, MAX_ERROR));
    else if (document instanceof Object) {
      const read = new FrontmatterReader(yaml, block.yamlRange.start).read(document);
      if ('error' in read) fail(read.error);
      else {
        frontmatter.values = read.values;
        for (const link of read.links) links.push({ ...link, line: lineAt(source, link.start) });
        for (const warning of read.warnings) warnings.push(`frontmatter: ${warning}`);
      }
    }
  }
  return { frontmatter, links, bodyStart: block.range.end };
}

const MAX_LENGTH = 100_000;
const TOKENS_PER_STEP = 500;
const MAX_ERROR = 200;

/** Where the frontmatter is, with its fences and without them; null if there is none. Lines end in `\n`. */
export function frontmatterBlock(text: string): { range: TextRange; yamlRange: TextRange } | null {
  const start = textStart(text);
  const opening = fenceEnd(text, start);
  if (opening < 0 || opening >= text.length) return null;
  // Fences may have spaces after them.
  for (let line = opening; line < text.length; ) {
    const end = fenceEnd(text, line);
    if (end >= 0) return { range: { start, end }, yamlRange: { start: opening, end: line } };
    const fence = text.indexOf('\n---', line);
    if (fence < 0) return null;
    line = fence + 1;
  }
  return null;
}

/** What is wrong with a block that {@link isNeverClosed}. */
export const NEVER_CLOSED = 'no line `---` closes it, so it is part of the text';

/** Whether a text without frontmatter begins as one: with a property right below a fence. Else that may be a rule. */
export function isNeverClosed(text: string): boolean {
  return OPENING.test(text) && frontmatterBlock(text) === null;
}

const OPENING = /^\ufeff?---[ \t]*(?:\r\n|\r|\n)[\p{L}_][\p{L}\p{M}\p{N}_ -]{0,100}:(?:[ \t\r\n]|$)/u;

/** After the byte order mark, if there is one. */
function textStart(text: string): number {
  return text.charCodeAt(0) === 0xfeff ? 1 : 0;
}

/** Where the line after the fence at `at` begins; -1 if there is no fence. */
function fenceEnd(text: string, at: number): number {
  if (!text.startsWith('---', at)) return -1;
  for (let index = at + 3; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 10) return index + 1;
    if (code !== 32 && code !== 9) return -1;
  }
  return text.length;
}

/** The YAML with line ends its parser knows: it accepts `\r\n` itself, but treats a lone `\r` as text. */
function yamlText(source: SourceText, range: TextRange): string {
  return source.original.slice(range.start, range.end).replace(LONE_RETURN, '\n');
}

const LONE_RETURN = /\r(?!\n)/g;

/** Parses YAML 1.2 with its core schema, so that dates stay strings. Returns the reason if the library throws. */
function* parseYaml(yaml: string): Steps<Document.Parsed | string | undefined> {
  const parser = new Parser();
  const composer = new Composer({ schema: 'core', uniqueKeys: false, prettyErrors: false, logLevel: 'silent' });
  try {
    const tokens = [];
    let count = 0;
    for (const lexeme of new Lexer().lex(yaml)) {
      for (const token of parser.next(lexeme)) tokens.push(token);
      if (++count % TOKENS_PER_STEP === 0) yield;
    }
    for (const token of parser.end()) tokens.push(token);
    const documents = [...composer.compose(tokens, true, yaml.length)];
    return documents.length > 1 ? 'more than one YAML document' : documents[0];
  } catch (error) {
    return error instanceof Error ? error.message : 'cannot be read';
  }
}
