import { oneLine, shorten } from '../kit/text/shorten.ts';
import { VaultLoomError } from '../protocol/errors.ts';

/** Where an expression is, so that the person can find it. */
export interface Place {
  kind: 'filter' | 'sort' | 'column' | 'formula' | 'group' | 'summary';
  /** The text that contains the expression. */
  text: string;
}

/**
 * The error for a text that is not a valid expression. `problem` starts a sentence, such as "There is no such
 * function"; `offset` is where the fragment begins in the place's text.
 */
export function unsupported(
  problem: string,
  fragment: string,
  place: Place,
  { hint, offset }: { hint?: string | undefined; offset?: number } = {},
): VaultLoomError {
  const whole = fragment.trim() === place.text.trim() ? '' : `, in ${quote(place.text)}`;
  const at = offset ?? Math.max(0, place.text.indexOf(fragment));
  const error = new VaultLoomError('unsupported_construct', `${problem}: ${quote(fragment)} (${place.kind}${whole}).`, {
    hint: hint ?? LANGUAGE_HINT,
    details: {
      fragment: shorten(oneLine(fragment), MAX_QUOTED),
      place: place.kind,
      expression: shorten(place.text, MAX_QUOTED),
      ...positionIn(place.text, at),
    },
  });
  origins.set(error, { expression: place.text, fragment, offset: at });
  return error;
}

/** The fragment that an error is about, and where it begins in its expression, in UTF-16 units. */
export interface Origin {
  expression: string;
  fragment: string;
  offset: number;
}

const origins = new WeakMap<VaultLoomError, Origin>();

/** Where in an expression an error of {@link unsupported} comes from; undefined for any other. */
export function originOf(error: VaultLoomError): Origin | undefined {
  return origins.get(error);
}

/** Line and column of an offset, both from 1. */
export function positionIn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** The error for a document that is not built like a base. */
export function structural(message: string, hint?: string): VaultLoomError {
  return new VaultLoomError('base_eval_error', message, hint === undefined ? {} : { hint });
}

/** The text in quotation marks on one line, shortened if long. */
export function quote(text: string): string {
  return `"${shorten(oneLine(text), MAX_QUOTED)}"`;
}

const MAX_QUOTED = 160;
const LANGUAGE_HINT =
  'The language is that of the app: docs/bases.md and the help on Bases list its functions, such as file.hasTag("a"), title.contains("b"), due < today() + "7d", if(price, price * 2, 0).';
