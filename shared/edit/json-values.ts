import { isRecord } from '../kit/json/is-record.ts';
import { LONE_SURROGATE } from '../kit/text/lone-surrogate.ts';
import { VaultLoomError } from '../protocol/errors.ts';
import type { JsonValue } from './note-edit.ts';

type Values = Record<string, JsonValue>;

/**
 * Checks that a value from a call is plain JSON. Throws `invalid_arguments` about `what` if a file cannot hold it:
 * nested too deep, not JSON, or with a lone surrogate.
 */
export function toJsonValue(value: unknown, what: string, depth = 0): JsonValue {
  if (depth > DEEPEST)
    throw new VaultLoomError('invalid_arguments', `\`${what}\` is nested deeper than ${String(DEEPEST)} levels.`);
  if (typeof value === 'string') return wholeText(value, what);
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value === 0 ? 0 : value;
  if (Array.isArray(value)) return value.map((item) => toJsonValue(item, what, depth + 1));
  if (typeof value !== 'object')
    throw new VaultLoomError('invalid_arguments', `\`${what}\` holds something that JSON cannot express.`);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]): [string, JsonValue] => [
      wholeText(key, what),
      toJsonValue(item, what, depth + 1),
    ]),
  );
}

/**
 * A value that a client gave, checked by {@link toJsonValue}. Throws `invalid_arguments` as it does, and for a whole
 * number that was rounded as it was read: none above 2^53 is sure to be the one that was sent.
 */
export function givenValue(value: unknown, what: string): JsonValue {
  const json = toJsonValue(value, what);
  refuseRounded(json, what);
  return json;
}

function refuseRounded(value: JsonValue, what: string): void {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new VaultLoomError(
      'invalid_arguments',
      `\`${what}\` holds a number with more digits than JSON keeps: ${value}.`,
      {
        hint: 'Send it as a text, in quotation marks.',
      },
    );
  if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) if (inner !== undefined) refuseRounded(inner, what);
}

/** The text itself. Throws `invalid_arguments` for a lone surrogate, which has no UTF-8 form. */
export function wholeText(text: string, what: string): string {
  if (!LONE_SURROGATE.test(text)) return text;
  throw new VaultLoomError('invalid_arguments', `\`${what}\` holds half of a surrogate pair, which no file can hold.`, {
    hint: 'Send the whole character.',
  });
}

/** Deep equality; the order of keys does not matter. */
export function isSameValue(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isSameValue(item, b[index]));
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSameValue(a[key], b[key]))
  );
}

/** The value at a path of keys, or undefined. */
export function valueAt(values: Values, keys: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = values;
  for (const key of keys) value = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

/** A copy with the value at a path of keys set, or removed if undefined. Creates missing maps. */
export function withValue(values: Values, keys: readonly string[], value: JsonValue | undefined): Values {
  const [key, ...inner] = keys;
  if (key === undefined) return values;
  const old = Object.hasOwn(values, key) ? values[key] : undefined;
  const changed = inner.length === 0 ? value : withValue(isRecord(old) ? old : {}, inner, value);
  const others = Object.entries(values).filter(([name]) => name !== key);
  return Object.fromEntries(changed === undefined ? others : [...others, [key, changed]]);
}

const DEEPEST = 30;
