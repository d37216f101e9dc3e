import { asTyped } from '../../kit/text/typed-text.ts';
import type { Scope } from '../expression/scope.ts';
import { isList, type BaseValue } from '../values/base-value.ts';

/** Patterns usually come in NFC; one that asks for the marks of letters finds them, too. */
export function inEitherForm(
  key: string,
  value: BaseValue,
  scope: Scope,
  test: (value: BaseValue, scope: Scope) => boolean,
): boolean {
  if (test(value, scope)) return true;
  const other = composed(key, value);
  return other !== value && test(other, scope);
}

/**
 * A property's texts in NFC and with the quotes, dashes and spaces of a keyboard: their form does not count. Of files
 * it does: it may be all that tells two apart.
 */
export function composed(key: string, value: BaseValue): BaseValue {
  if (key.trim().startsWith('file.')) return value;
  if (!isList(value)) return plain(value);
  return value.some((item) => plain(item) !== item) ? value.map(plain) : value;
}

function plain(value: BaseValue): BaseValue {
  if (typeof value !== 'string' || !BEYOND_ASCII.test(value)) return value;
  const text = value.normalize('NFC');
  return MAY_BE_TYPED_OTHERWISE.test(text) ? asTyped(text) : text;
}

/** Cheaper than to normalize each value of each note, and to try all that `asTyped` replaces. */
const BEYOND_ASCII = /[\u0080-\uffff]/;
const MAY_BE_TYPED_OTHERWISE = /[\u00a0\u02bc\u2000-\u205f\u2212]/;
