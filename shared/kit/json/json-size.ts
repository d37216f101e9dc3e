import { isList } from './is-record.ts';

/** Recursion over JSON overflows the stack after some thousand levels; nothing meant to be read is deeper than this. */
export const DEEPEST_JSON = 100;

/**
 * An upper bound for the UTF-8 size of the JSON of plain data. `Infinity` above `most`, and for what JSON cannot
 * express: non-finite numbers, and values deeper than {@link DEEPEST_JSON}. Costs no more than `most`.
 */
export function jsonBytes(value: unknown, most = Number.MAX_SAFE_INTEGER, depth = 0): number {
  if (typeof value === 'string') return value.length + 2 > most ? Infinity : within(stringBytes(value), most);
  if (typeof value === 'number' && !Number.isFinite(value)) return Infinity;
  if (typeof value !== 'object' || value === null) return within(String(value).length, most);
  if (depth >= DEEPEST_JSON) return Infinity;
  let bytes = 2;
  if (isList(value)) {
    for (const item of value) {
      bytes += jsonBytes(item, most - bytes, depth + 1) + 1;
      if (bytes > most) return Infinity;
    }
    return bytes;
  }
  for (const name of Object.keys(value)) {
    const field = (value as Readonly<Record<string, unknown>>)[name];
    if (field === undefined) continue;
    bytes += nameBytes(name) + jsonBytes(field, most - bytes, depth + 1);
    if (bytes > most) return Infinity;
  }
  return bytes;
}

/** The size of a field's name, with its colon and the comma after the field. */
export function nameBytes(name: string): number {
  return stringBytes(name) + 2;
}

/** Whether a value is nested deeper than {@link DEEPEST_JSON}. Safe at any depth. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth >= DEEPEST_JSON) return true;
  return Object.values(value).some((inner) => isTooDeep(inner, depth + 1));
}

/** Longer strings are measured as they are written. */
const SHORT = 1_000;
/** Control characters with an escape of two letters each. */
const SHORT_ESCAPES = new Set([8, 9, 10, 12, 13]);

/** The UTF-8 size of a string's JSON, without writing it. */
function stringBytes(text: string): number {
  const { length } = text;
  if (length > SHORT) return Buffer.byteLength(JSON.stringify(text));
  let bytes = 2 + length;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x20 && code < 0x80) {
      if (code === 0x22 || code === 0x5c) bytes += 1;
    } else if (code < 0x20) bytes += SHORT_ESCAPES.has(code) ? 1 : 5;
    else if (code < 0x800) bytes += 1;
    else if ((code & 0xf800) !== 0xd800) bytes += 2;
    else if (code < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      // Two units, four bytes.
      bytes += 2;
      i++;
    } else bytes += 5;
  }
  return bytes;
}

function within(bytes: number, most: number): number {
  return bytes > most ? Infinity : bytes;
}
