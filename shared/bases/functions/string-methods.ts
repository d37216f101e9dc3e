import { bounded, Failure, type Scope } from '../expression/scope.ts';
import { BasePattern, type BaseValue } from '../values/base-value.ts';
import { toText } from '../values/value-text.ts';
import {
  argument,
  MANY,
  method,
  pausing,
  textArgument,
  wholeArgument,
  type Method,
  type MethodTable,
} from './method.ts';
import { searchFor } from './patterns.ts';

/** Of texts; of links and dates as they are written, too. */
export const STRING_METHODS: MethodTable<string> = {
  contains: ofPart((text, part) => text.includes(part)),
  containsAll: pausing(1, MANY, function* (text, args, scope) {
    for (const part of partsIn(text, args, scope)) {
      if (part === null || !text.includes(toText(part))) return false;
      yield;
    }
    return true;
  }),
  containsAny: pausing(1, MANY, function* (text, args, scope) {
    for (const part of partsIn(text, args, scope)) {
      if (part !== null && text.includes(toText(part))) return true;
      yield;
    }
    return false;
  }),
  endsWith: ofPart((text, part) => text.endsWith(part)),
  startsWith: ofPart((text, part) => text.startsWith(part)),
  isEmpty: method(0, 0, (text) => text === ''),
  lower: method(0, 0, (text, _args, scope) => metered(text, scope).toLowerCase()),
  title: pausing(0, 0, function* (text, _args, scope) {
    const titled: string[] = [];
    for (const piece of piecesOf(metered(text, scope), / /g)) {
      titled.push(piece.replace(WORD_START, (letter) => letter.toUpperCase()));
      yield;
    }
    return titled.join('');
  }),
  trim: method(0, 0, (text, _args, scope) => metered(text, scope).trim()),
  reverse: pausing(0, 0, function* (text, _args, scope) {
    const reversed: string[] = [];
    for (const piece of piecesOf(metered(text, scope), /[^]/gu)) {
      reversed.unshift([...piece].reverse().join(''));
      yield;
    }
    return reversed.join('');
  }),
  repeat: method(1, 1, (text, args, scope) => {
    const count = wholeArgument(args, 0, [0, 1e9], 0);
    if (count * text.length > 1_000_000) throw new Failure('A text would be longer than 1000000 characters');
    scope.meter.count((count * text.length) / CHARACTERS_PER_ITEM);
    return text.repeat(count);
  }),
  slice: method(1, 2, (text, args) => text.slice(...rangeOf(args))),
  split: method(1, 2, (text, args, scope) => {
    const separator = argument(args, 0);
    const most = wholeArgument(args, 1, [0, 1e9], 1e9);
    const parts =
      separator instanceof BasePattern
        ? text.split(searchFor(separator, text, true, scope))
        : separator === null
          ? [text]
          : text.split(toText(separator));
    scope.meter.build(parts.length);
    // Captures that take no part in a match are undefined.
    return parts.slice(0, most).map((part: string | undefined) => part ?? null);
  }),
  replace: method(2, 2, (text, args, scope) => {
    const pattern = argument(args, 0);
    if (pattern === null) return text;
    const replacement = textArgument(args, 1);
    if (pattern instanceof BasePattern) {
      const isGlobal = pattern.judged.flags.includes('g');
      return bounded(text.replace(searchFor(pattern, text, isGlobal, scope), replacement));
    }
    const parts = text.split(toText(pattern));
    scope.meter.count(parts.length + text.length / CHARACTERS_PER_ITEM);
    if (parts.length * replacement.length > 1_000_000)
      throw new Failure('A text would be longer than 1000000 characters');
    const replaced = parts.join(replacement);
    // An empty text is found around each character, as `replaceAll` finds it.
    return bounded(toText(pattern) === '' ? replacement + replaced + (text === '' ? '' : replacement) : replaced);
  }),
};

/**
 * Cuts a text into pieces that are quickly done, each beginning with a match of `start`, and without one not at all.
 */
function* piecesOf(text: string, start: RegExp): Generator<string> {
  let from = 0;
  while (text.length - from > PIECE_LENGTH) {
    start.lastIndex = from + PIECE_LENGTH;
    const next = start.exec(text)?.index ?? text.length;
    yield text.slice(from, next);
    from = next;
  }
  yield text.slice(from);
}

const PIECE_LENGTH = 50_000;

/** A question about a text and a part of it; no for a missing part, such as a property that a note lacks. */
function ofPart(isSo: (text: string, part: string) => boolean): Method<string> {
  return method(1, 1, (text, args) => argument(args, 0) !== null && isSo(text, textArgument(args, 0)));
}

/** What to look for in a text, counted: the items of a list are each looked for. */
function partsIn(text: string, args: readonly BaseValue[], { meter }: Scope): readonly BaseValue[] {
  const parts = args.flat();
  meter.count((parts.length * (1 + text.length)) / CHARACTERS_PER_ITEM);
  return parts;
}

/** The text, counted. */
function metered(text: string, { meter }: Scope): string {
  meter.count(text.length / CHARACTERS_PER_ITEM);
  return text;
}

/** Going through this many characters takes about as long as one item. */
const CHARACTERS_PER_ITEM = 20;

/** The arguments of `slice()`. */
export function rangeOf(args: readonly BaseValue[]): [start: number, end: number | undefined] {
  const end = argument(args, 1);
  return [wholeArgument(args, 0, [-1e9, 1e9], 0), end === null ? undefined : wholeArgument(args, 1, [-1e9, 1e9], 0)];
}

const WORD_START = /(?<![\p{L}\p{M}\p{N}'’])\p{L}/gu;
