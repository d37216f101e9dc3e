import type { Steps } from '../concurrency/slices.ts';
import { isList } from './is-record.ts';

/** Lists longer than this are written one item per step. */
const LONG = 100;
/** Long lists are rarely deeper: an answer, its payload, a list in it. */
const DEEPEST = 4;

/**
 * The JSON of plain data, as `JSON.stringify` writes it, in steps, since thousands of rows would freeze a window.
 * `undefined` counts as `null`.
 */
export function* jsonSteps(value: unknown, depth = 0): Steps<string> {
  if (depth < DEEPEST && isList(value)) {
    const items: string[] = [];
    for (const item of value) {
      items.push(value.length > LONG ? text(item) : yield* jsonSteps(item, depth + 1));
      yield;
    }
    return `[${items.join(',')}]`;
  }
  if (depth < DEEPEST && isPlain(value)) {
    const fields: string[] = [];
    for (const [name, field] of Object.entries(value)) {
      if (field === undefined || typeof field === 'function') continue;
      fields.push(`${JSON.stringify(name)}:${yield* jsonSteps(field, depth + 1)}`);
    }
    return `{${fields.join(',')}}`;
  }
  return text(value);
}

const stringify: (value: unknown) => string | undefined = (value) => JSON.stringify(value);

function text(value: unknown): string {
  return stringify(value) ?? 'null';
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !('toJSON' in value);
}
