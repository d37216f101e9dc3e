import { Composer, Lexer, Parser } from 'yaml';
import type { Document } from 'yaml';
import type { Steps } from '../../../../shared/protocol/slices.ts';
import { FrontmatterReader } from '../../../../shared/vault/frontmatter-values.ts';
import { quote, structural } from '../base-errors.ts';

/** Longest document, in UTF-16 units. */
export const MAX_DOCUMENT_LENGTH = 200_000;

/** A value of a base document: plain, bounded JSON, dates as written. */
export type YamlValue = string | number | boolean | null | YamlValue[] | { [key: string]: YamlValue };
export type YamlMap = Record<string, YamlValue>;

/**
 * Reads a base document, YAML 1.2 with its core schema. Aliases are followed within bounds.
 *
 * @throws VaultLoomError `base_eval_error` that says what is wrong, with the line where YAML names one
 */
export function* readBaseYaml(text: string): Steps<YamlMap> {
  if (text.length > MAX_DOCUMENT_LENGTH) {
    throw structural(`The base is larger than ${String(MAX_DOCUMENT_LENGTH)} characters.`, 'Split it into several bases.');
  }
  const yaml = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const document = yield* compose(yaml);
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) throw notYaml(problem.message, lineAt(yaml, problem.pos[0]), problem.code === 'TAG_RESOLVE_FAILED');
  const read = new FrontmatterReader(yaml, 0).read(document);
  if ('error' in read) throw structural(read.error === NO_MAP ? 'The base is not a map with `views:`.' : `The base cannot be read: ${read.error}.`, VIEWS_HINT);
  const [warning] = read.warnings.filter((message) => !message.startsWith('links of'));
  if (warning !== undefined) throw structural(`The base cannot be read: ${warning.replace(/; .*$/, '')}.`);
  return read.values;
}

export function isYamlMap(value: YamlValue | undefined): value is YamlMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a map's own key; undefined where it has none. */
export function valueOf(map: YamlMap, key: string): YamlValue | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** What kind of value this is, in the words of YAML. */
export function kindOf(value: YamlValue | undefined): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  return typeof value === 'string' ? `the text ${quote(value)}` : `the ${typeof value} ${String(value)}`;
}

export const VIEWS_HINT = 'A base needs views, such as: "views:\\n  - type: table\\n    name: All\\n    order: [file.name]".';

/** The library hands the error of an exhausted stack on as if it were one of the document's. */
const STACK_MESSAGE = 'Maximum call stack';
const TOO_DEEP = 'The base is not valid YAML: it is nested too deep.';
/** Brackets are counted before anything recurses into them. */
const FLOW_DEPTH: ReadonlyMap<string, number> = new Map([['[', 1], ['{', 1], [']', -1], ['}', -1]]);
const MAX_FLOW_DEPTH = 64;
const TOKENS_PER_STEP = 500;
const NO_MAP = 'not a map of properties';

/** Composing recurses; where a hostile document exhausts the stack, that is an error as any other. */
function* compose(yaml: string): Steps<Document.Parsed> {
  const parser = new Parser();
  const tokens = [];
  let count = 0;
  let depth = 0;
  for (const lexeme of new Lexer().lex(yaml)) {
    depth += FLOW_DEPTH.get(lexeme) ?? 0;
    if (depth > MAX_FLOW_DEPTH) throw structural(TOO_DEEP);
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (++count % TOKENS_PER_STEP === 0) yield;
  }
  for (const token of parser.end()) tokens.push(token);
  const composer = new Composer({ schema: 'core', uniqueKeys: false, prettyErrors: false, logLevel: 'silent' });
  let documents: Document.Parsed[];
  try {
    documents = [...composer.compose(tokens, true, yaml.length)];
  } catch (error) {
    if (error instanceof RangeError) throw structural(TOO_DEEP);
    throw structural(`The base is not valid YAML: ${error instanceof Error ? error.message : 'its structure is broken'}.`);
  }
  const [document] = documents;
  if (document === undefined || documents.length > 1) throw structural('The base holds more than one YAML document.', 'Remove the line "---" between them.');
  return document;
}

function notYaml(message: string, line: number, isTag: boolean): Error {
  if (message.startsWith(STACK_MESSAGE)) return structural(TOO_DEEP);
  const words = message.replace(/\s+/g, ' ').trim().slice(0, 200);
  const hint = isTag ? 'YAML takes a value that begins with "!" for a tag: put the whole expression between single quotation marks.' : undefined;
  return structural(`The base is not valid YAML (line ${String(line)}): ${words}`, hint ?? 'An expression that holds quotation marks, ": " or " #" stands between single quotation marks.');
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
