import { endsSoon, judgePattern } from '../../kit/patterns/pattern-judge.ts';
import { Failure, type Scope } from '../expression/scope.ts';
import { BasePattern } from '../values/base-value.ts';

/**
 * A regular expression of an expression's text.
 * @throws Error whose message says what is wrong with it
 */
export function readPattern(source: string, flags: string): BasePattern {
  return new BasePattern(judgePattern(source, flags));
}

/**
 * The pattern for a search in this text.
 * @throws Failure if the search would take too long: it cannot be interrupted
 */
export function searchFor({ judged }: BasePattern, text: string, all: boolean, { meter }: Scope): RegExp {
  const { source, flags } = judged;
  meter.count(Math.ceil(text.length / CHARACTERS_PER_ITEM));
  if (!endsSoon(judged, text, all))
    throw new Failure(
      `The pattern /${source}/ would take too long on a text of ${String(text.length)} characters: repeat nothing that is itself repeated`,
    );
  const regex = compiled.get(judged) ?? new RegExp(source, flags);
  compiled.set(judged, regex);
  regex.lastIndex = 0;
  return regex;
}

/** A search goes over a text more than once. */
const CHARACTERS_PER_ITEM = 20;

const compiled = new WeakMap<object, RegExp>();
