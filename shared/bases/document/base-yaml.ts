import { withStop } from '../../kit/text/with-stop.ts';
import { Composer, isScalar, Lexer, Parser, visit } from 'yaml';
import type { CST, Document } from 'yaml';
import { oneLine } from '../../kit/text/shorten.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { FrontmatterReader } from '../../markdown/frontmatter/frontmatter-values.ts';
import type { VaultLoomError } from '../../protocol/errors.ts';
import { quote, structural } from '../base-errors.ts';
import { placed } from './places.ts';

/** In UTF-16 units. */
export const MAX_DOCUMENT_LENGTH = 100_000;

/** Plain, bounded JSON, with dates as written. */
export type YamlValue = string | number | boolean | null | YamlValue[] | { [key: string]: YamlValue };
export type YamlMap = Record<string, YamlValue>;

/**
 * Reads a base document: YAML 1.2, core schema, aliases followed within bounds. `yaml` is the text that the document's
 * offsets are in.
 * @throws VaultLoomError `base_eval_error` that says what is wrong, with the line if YAML names one
 */
export function* readBaseYaml(text: string): Steps<{ base: YamlMap; document: Document; yaml: string }> {
  if (text.length > MAX_DOCUMENT_LENGTH) {
    const error = structural(`The base is larger than ${String(MAX_DOCUMENT_LENGTH)} characters.`, SPLIT_HINT);
    throw placedAt(error, text, MAX_DOCUMENT_LENGTH);
  }
  const yaml = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const document = yield* compose(yaml);
  yield;
  const read = new FrontmatterReader(yaml, 0).read(document);
  if ('error' in read) throw unreadable(read.error, yaml);
  const [warning] = read.warnings.filter((message) => !message.startsWith('links of'));
  if (warning !== undefined) throw unreadable(warning.replace(/; .*$/, ''), yaml, repeatedKey(document));
  return { base: read.values, document, yaml };
}

function unreadable(problem: string, yaml: string, offset: number | null = null): Error {
  const alias = /\*\S+$/.exec(problem)?.[0];
  if (alias !== undefined)
    return placed(
      structural(`The base cannot be read: ${problem}.`, 'Put a text that begins with "*" between quotation marks.'),
      yaml,
      Math.max(0, yaml.indexOf(alias)),
      alias,
    );
  const error =
    problem === NO_MAP
      ? structural('The base is not a map with `views:`.', VIEWS_HINT)
      : structural(
          `The base cannot be read: ${problem}.`,
          problem.includes('occurs twice') ? 'Remove or rename one of the two.' : SPLIT_HINT,
        );
  return placedAt(error, yaml, offset ?? 0);
}

/** Where a duplicate key is. */
function repeatedKey(document: Document): number | null {
  let found: number | null = null;
  visit(document, {
    Map(_key, map) {
      const seen = new Set<string>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        const name = String(key.value);
        if (seen.has(name)) {
          found = key.range?.[0] ?? null;
          return visit.BREAK;
        }
        seen.add(name);
      }
      return undefined;
    },
  });
  return found;
}

/** The error with the line at this offset as its fragment. */
function placedAt(error: VaultLoomError, yaml: string, offset: number): VaultLoomError {
  const end = yaml.indexOf('\n', offset);
  return placed(error, yaml, offset, yaml.slice(offset, end < 0 ? yaml.length : end));
}

export function isYamlMap(value: YamlValue | undefined): value is YamlMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Of own keys alone; undefined if the map lacks it. */
export function valueOf(map: YamlMap, key: string): YamlValue | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** What a value is, in the words of YAML. */
export function kindOf(value: YamlValue | undefined): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  return typeof value === 'string' ? `the text ${quote(value)}` : `the ${typeof value} ${String(value)}`;
}

const SPLIT_HINT = 'Split it into several bases, or send the one view that is asked for as yaml.';
export const VIEWS_HINT =
  'A base needs views, such as: "views:\\n  - type: table\\n    name: All\\n    order: [file.name]".';

/** Parsing and composing recurse. What is read may be 32 levels deep. */
const MAX_PARSED_DEPTH = 64;
/** Words, marks and quoted texts; 80 everyday views have 6,000. Composing that many takes 20 to 40 ms in one go. */
const MAX_LEXEMES = 30_000;
const LEXEMES_PER_STEP = 250;
const BLANK = /^[\s\uFEFF]|^#/;
const NO_MAP = 'not a map of properties';

function* compose(yaml: string): Steps<Document.Parsed> {
  const tokens = yield* parse(yaml);
  const composer = new Composer({ schema: 'core', uniqueKeys: false, prettyErrors: false, logLevel: 'silent' });
  let problem: Error | undefined;
  // The library would go on and collect one error per mark; the first one ends it here.
  const onError = (source: ErrorSource, code: string, message: string): void => {
    problem ??= notYaml(message, yaml, offsetOf(source), code === 'TAG_RESOLVE_FAILED');
    throw problem;
  };
  Object.assign(composer, { onError });
  const documents: Document.Parsed[] = [];
  try {
    for (const token of tokens) {
      documents.push(...composer.next(token));
      yield;
    }
    documents.push(...composer.end(true, yaml.length));
  } catch (error) {
    throw problem ?? notYaml(error instanceof Error ? error.message : 'its structure is broken', yaml, 0, false);
  }
  const [document] = documents;
  if (document === undefined || documents.length > 1)
    throw placedAt(
      structural('The base contains more than one YAML document.', 'Remove the line "---" between them.'),
      yaml,
      documents[1]?.range[0] ?? 0,
    );
  return document;
}

/** The stream's directives, comments and documents. */
function* parse(yaml: string): Steps<CST.Token[]> {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let [steps, lexemes] = [0, 0];
  for (const lexeme of new Lexer().lex(yaml)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (parser.stack.length > MAX_PARSED_DEPTH)
      throw placedAt(structural('The base is not valid YAML: it is nested too deep.', SPLIT_HINT), yaml, parser.offset);
    if (!BLANK.test(lexeme) && ++lexemes > MAX_LEXEMES)
      throw placedAt(
        structural(`The base has more than ${String(MAX_LEXEMES)} words and marks.`, SPLIT_HINT),
        yaml,
        parser.offset,
      );
    if (++steps % LEXEMES_PER_STEP === 0) yield;
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

/** Where the library found an error: an offset, a range, or a token. */
type ErrorSource = number | readonly number[] | { offset: number };

function offsetOf(source: ErrorSource): number {
  if (typeof source === 'number') return source;
  return 'offset' in source ? source.offset : (source[0] ?? 0);
}

function notYaml(message: string, yaml: string, offset: number, isTag: boolean): Error {
  const start = yaml.lastIndexOf('\n', offset - 1) + 1;
  const end = yaml.indexOf('\n', start);
  const line = yaml.slice(start, end < 0 ? yaml.length : end);
  const error = structural(
    withStop(`The base is not valid YAML: ${oneLine(message).slice(0, 200)}`),
    hintFor(line, message, isTag),
  );
  return placed(error, yaml, offset, line);
}

function hintFor(line: string, message: string, isTag: boolean): string {
  if (isTag || /(?:^|[:,[{-]\s*)!/.test(line))
    return 'YAML reads a value that begins with "!" as a tag: put the whole expression in single quotation marks.';
  if (/closing|end with/i.test(message)) return 'Close each quotation mark and bracket that is opened.';
  if (/\btab/i.test(message)) return 'Indent with spaces.';
  if (/indent|block|indicator|all collection items/i.test(message))
    return 'Indent the keys of one map, and the "-" of one list, by the same number of spaces.';
  return 'Put an expression with quotation marks, ": " or " #" in single quotation marks.';
}
