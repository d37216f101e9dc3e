import type { Steps } from '../concurrency/slices.ts';

/** A value in a JSON text. */
export interface JsonLeaf {
  /** Keys and indices from the root down to the value. */
  path: readonly (string | number)[];
  /** The string; null for a number, `true`, `false` or `null`. */
  text: string | null;
  /** Position including quotation marks, in UTF-16 units. */
  start: number;
  end: number;
}

export interface JsonVisitor {
  leaf(leaf: JsonLeaf): void;
  open(path: readonly (string | number)[], kind: 'object' | 'array'): void;
  close(path: readonly (string | number)[]): void;
}

/** The error for invalid JSON. */
export class JsonProblem extends Error {}

/**
 * Walks a JSON text from `start` to its end, in steps of a few milliseconds for any size and depth. Paths are reused
 * between calls. Reports a duplicate key twice, in order.
 * @throws JsonProblem if the text is not JSON
 */
export function* walkJson(text: string, start: number, visitor: JsonVisitor): Steps<void> {
  const path: (string | number)[] = [];
  const isArray: boolean[] = [];
  let expected: Expected = 'value';
  let at = skipBlank(text, start);
  let yieldAt = at + STEP_SIZE;
  while (expected !== 'end') {
    if (at >= yieldAt) {
      yieldAt = at + STEP_SIZE;
      yield;
    }
    const begin: string = text.charAt(at);
    if (expected === 'key' || expected === 'key or close') {
      if (begin === '}' && expected === 'key or close') expected = close(path, isArray, visitor);
      else {
        const end: number = stringEnd(text, at);
        path[path.length - 1] = String(parse(text, at, end));
        const colon = skipBlank(text, end);
        if (text.charAt(colon) !== ':') throw problemAt(text, colon);
        at = colon;
        expected = 'value';
      }
      at = skipBlank(text, at + 1);
    } else if (expected === 'comma or close') {
      const inArray = isArray.at(-1) === true;
      if (begin === ',') {
        const last = path.at(-1);
        if (typeof last === 'number') path[path.length - 1] = last + 1;
        expected = inArray ? 'value' : 'key';
      } else if (begin === (inArray ? ']' : '}')) expected = close(path, isArray, visitor);
      else throw problemAt(text, at);
      at = skipBlank(text, at + 1);
    } else if (begin === '{' || begin === '[') {
      visitor.open(path, begin === '{' ? 'object' : 'array');
      path.push(begin === '{' ? '' : 0);
      isArray.push(begin === '[');
      expected = begin === '{' ? 'key or close' : 'value or close';
      at = skipBlank(text, at + 1);
    } else if (begin === ']' && expected === 'value or close') {
      expected = close(path, isArray, visitor);
      at = skipBlank(text, at + 1);
    } else {
      const end: number = begin === '"' ? stringEnd(text, at) : wordEnd(text, at);
      const value = parse(text, at, end);
      visitor.leaf({ path, text: typeof value === 'string' ? value : null, start: at, end });
      expected = path.length === 0 ? 'end' : 'comma or close';
      at = skipBlank(text, end);
    }
  }
  if (at < text.length) throw problemAt(text, at);
}

type Expected = 'value' | 'value or close' | 'key' | 'key or close' | 'comma or close' | 'end';

const STEP_SIZE = 1 << 16;
const QUOTE = 34;
const BACKSLASH = 92;
const WORD = /[-+.\w]+/y;

function close(path: (string | number)[], isArray: boolean[], visitor: JsonVisitor): Expected {
  path.pop();
  isArray.pop();
  visitor.close(path);
  return path.length === 0 ? 'end' : 'comma or close';
}

function skipBlank(text: string, from: number): number {
  let at = from;
  for (
    let code = text.charCodeAt(at);
    code === 32 || code === 10 || code === 13 || code === 9;
    code = text.charCodeAt(at)
  )
    at++;
  return at;
}

function stringEnd(text: string, start: number): number {
  if (text.charAt(start) !== '"') throw problemAt(text, start);
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at++;
  }
  throw problemAt(text, text.length);
}

function wordEnd(text: string, start: number): number {
  WORD.lastIndex = start;
  if (!WORD.test(text)) throw problemAt(text, start);
  return WORD.lastIndex;
}

function parse(text: string, start: number, end: number): unknown {
  try {
    return JSON.parse(text.slice(start, end));
  } catch {
    throw problemAt(text, start);
  }
}

function problemAt(text: string, at: number): JsonProblem {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  return new JsonProblem(
    at >= text.length ? 'it ends too early' : `line ${line}, column ${at - before.lastIndexOf('\n')}`,
  );
}
