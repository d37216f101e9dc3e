import { foreignSignAt, signHint } from './signs.ts';
import { unsupported, type Place } from '../base-errors.ts';

export type Token = { start: number; end: number } & (
  | { kind: 'number'; value: number }
  | { kind: 'string'; value: string }
  | { kind: 'regex'; source: string; flags: string }
  | { kind: 'name'; name: string }
  | { kind: 'mark'; mark: string }
  | { kind: 'end' }
);

/**
 * Cuts an expression into tokens, ending with an `end` token. A `/` where an operand is due begins a regular
 * expression.
 * @throws VaultLoomError `unsupported_construct` for a character or literal that the language lacks
 */
export function tokenize(text: string, place: Place): Token[] {
  const tokens: Token[] = [];
  for (let at = skipBlanks(text, 0); at < text.length; at = skipBlanks(text, at)) {
    const token = nextToken(text, at, tokens.at(-1), place);
    tokens.push(token);
    at = token.end;
  }
  tokens.push({ kind: 'end', start: text.length, end: text.length });
  return tokens;
}

/** Longer marks first. */
const MARKS = [
  '===',
  '!==',
  '&&',
  '||',
  '==',
  '!=',
  '>=',
  '<=',
  '>',
  '<',
  '!',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  ':',
  ',',
  '.',
  '+',
  '-',
  '*',
  '/',
  '%',
];
const NUMBER = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y;
/** Letters, digits, `_`, `$`, and anything beyond ASCII but spaces: property names may contain symbols and emoji. */
const NAME = /(?:[A-Za-z_$]|[^\p{ASCII}\s])(?:[A-Za-z0-9_$]|[^\p{ASCII}\s])*/uy;
const REGEX = /\/((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([a-z]*)/y;
const BLANKS = /\s*/y;

function nextToken(text: string, start: number, previous: Token | undefined, place: Place): Token {
  const first = text[start] ?? '';
  if (first === '"' || first === "'") return readString(text, start, place);
  const number = match(NUMBER, text, start);
  if (number !== null) return { kind: 'number', value: Number(number), start, end: start + number.length };
  const name = match(NAME, text, start);
  if (name !== null) return { kind: 'name', name, start, end: start + name.length };
  if (first === '/' && !endsOperand(previous)) {
    REGEX.lastIndex = start;
    const regex = REGEX.exec(text);
    if (regex !== null) {
      const [whole, source = '', flags = ''] = regex;
      return { kind: 'regex', source, flags, start, end: start + whole.length };
    }
  }
  const mark = MARKS.find((candidate) => text.startsWith(candidate, start));
  if (mark === undefined || mark.length === 3) throw unknownMark(text, start, place);
  return { kind: 'mark', mark, start, end: start + mark.length };
}

function readString(text: string, start: number, place: Place): Token {
  const quotationMark = text[start];
  let value = '';
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === quotationMark) return { kind: 'string', value, start, end: at + 1 };
    if (character !== '\\') {
      value += character;
      continue;
    }
    const escape = readEscape(text, at + 1);
    value += escape.value;
    at = escape.end - 1;
  }
  throw unsupported('A text has no closing quotation mark', text.slice(start), place, {
    hint: 'Close the text with the same quotation mark that opens it.',
    offset: start,
  });
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['0', '\0'],
]);

/** The character after a backslash, which mostly stands for itself. */
function readEscape(text: string, at: number): { value: string; end: number } {
  const code = /^(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))/.exec(text.slice(at, at + 5));
  const hex = code?.[1] ?? code?.[2];
  if (code !== null && hex !== undefined)
    return { value: String.fromCharCode(parseInt(hex, 16)), end: at + code[0].length };
  const character = text[at] ?? '';
  return { value: ESCAPES.get(character) ?? character, end: at + 1 };
}

/** Whether an operand may end here, so that `/` divides. */
function endsOperand(token: Token | undefined): boolean {
  if (token === undefined || token.kind === 'end') return false;
  return token.kind !== 'mark' || token.mark === ')' || token.mark === ']' || token.mark === '}';
}

function unknownMark(text: string, start: number, place: Place): Error {
  const sign = foreignSignAt(text, start) ?? String.fromCodePoint(text.codePointAt(start) ?? 0);
  return unsupported('This sign has no meaning here', sign, place, { hint: signHint(sign), offset: start });
}

function skipBlanks(text: string, at: number): number {
  return at + (match(BLANKS, text, at) ?? '').length;
}

function match(expression: RegExp, text: string, at: number): string | null {
  expression.lastIndex = at;
  return expression.exec(text)?.[0] ?? null;
}
