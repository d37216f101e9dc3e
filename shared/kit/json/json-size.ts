import { isList } from './is-record.ts';

/** Recursion over JSON overflows the stack after some thousand levels; nothing meant to be read is deeper than this. */
export const DEEPEST_JSON = 100;

/**
 * An upper bound for the UTF-8 size of the JSON of plain data. `Infinity` above `most`, and for what JSON cannot
 * express: non-finite numbers, and values deeper than {@link DEEPEST_JSON}. Costs no more than `most`.
 */
export function jsonBytes(value: unknown, most = Number.MAX_SAFE_INTEGER, depth = 0): number {
  if (typeof value === 'string')
    return value.length + 2 > most ? Infinity : within(Buffer.byteLength(JSON.stringify(value)), most);
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
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    bytes += nameBytes(name) + jsonBytes(field, most - bytes, depth + 1);
    if (bytes > most) return Infinity;
  }
  return bytes;
}

/** The size of a field's name, with its colon and the comma after the field. */
export function nameBytes(name: string): number {
  return Buffer.byteLength(JSON.stringify(name)) + 2;
}

/** Whether a value is nested deeper than {@link DEEPEST_JSON}. Safe at any depth. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth >= DEEPEST_JSON) return true;
  return Object.values(value).some((inner) => isTooDeep(inner, depth + 1));
}

function within(bytes: number, most: number): number {
  return bytes > most ? Infinity : bytes;
}
