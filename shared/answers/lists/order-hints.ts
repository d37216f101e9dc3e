import { isRecord } from '../../kit/json/is-record.ts';
import { shorten } from '../../kit/text/shorten.ts';
import { operandOrderedAs, valueOrderedAs, type OrderedAs } from '../../bases/where/ordered-as.ts';
import type { PropertyTallies } from '../kept/property-tallies.ts';

/**
 * What a `where` orders otherwise than it seems: `{"due": {"<": "next week"}}` compares letters, and finds every date.
 * What was found may not be what was meant.
 */
export function orderHints(properties: PropertyTallies, where: Record<string, unknown>): string[] {
  const hints = new Set<string>();
  for (const { key, operand } of orderings(where)) {
    if (hints.size >= MOST_HINTS) break;
    const hint = hintFor(properties, key, operand);
    if (hint !== null) hints.add(hint);
  }
  return [...hints];
}

/** Whether a `where` asks for what comes before or after something. */
export function hasOrder(where: Record<string, unknown> | undefined): where is Record<string, unknown> {
  return where !== undefined && !orderings(where).next().done;
}

const MOST_HINTS = 3;
const LONGEST = 100;
const SHOWN_VALUES = 5;
/** Enough to tell what most values are. */
const MOST_VALUES = 500;
const OPERATORS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);
const OWN_DATES: ReadonlySet<string> = new Set(['file.mtime', 'file.ctime']);
const OWN_NUMBERS: ReadonlySet<string> = new Set(['file.size']);

/** Negated ones count, too: they find what they should not. */
function* orderings(where: Record<string, unknown>): Generator<{ key: string; operand: unknown }> {
  for (const [key, given] of Object.entries(where)) {
    if (key === 'and' || key === 'or' || key === 'not') {
      for (const part of [given].flat()) if (isRecord(part)) yield* orderings(part);
    } else if (isRecord(given)) {
      for (const [operator, operand] of Object.entries(given))
        if (OPERATORS.has(operator)) yield { key: key.trim(), operand };
    }
  }
}

function hintFor(properties: PropertyTallies, key: string, operand: unknown): string | null {
  const given = operandOrderedAs(key, operand);
  if (OWN_DATES.has(key)) return given.date ? null : mismatch(key, operand, 'date');
  if (OWN_NUMBERS.has(key)) return given.number ? null : mismatch(key, operand, 'number');
  if (key.startsWith('file.')) return null;
  const name = key.replace(/^(?:note|frontmatter)\./, '');
  const values = properties.someValuesOf(name, MOST_VALUES);
  if (values.length === 0) return null;
  const kinds = values.map(valueOrderedAs);
  const share = (kind: keyof OrderedAs): number => kinds.filter((one) => one[kind]).length / kinds.length;
  if (!given.date && share('date') >= 0.5 && !(given.number && share('number') > 0))
    return mismatch(name, operand, 'date');
  if (!given.number && share('number') >= 0.5 && !(given.date && share('date') > 0))
    return mismatch(name, operand, 'number');
  const isComparable = kinds.some(({ date, number }) => (given.date && date) || (given.number && number));
  if (isComparable || (!given.date && !given.number)) return null;
  const shown = properties.valuesOf(name).slice(0, SHOWN_VALUES).map(quoted).join(', ');
  return (
    `No value of "${shorten(name, LONGEST)}" is ${given.date ? 'a date' : 'a number'}` +
    ` that ${quoted(operand)} could be compared with: ${shown}${values.length > SHOWN_VALUES ? ', …' : ''}.`
  );
}

function mismatch(name: string, operand: unknown, kind: keyof OrderedAs): string {
  const ways =
    kind === 'date'
      ? 'Dates are written "2026-12-31", "2026-12", "2026-W49", "today", "tomorrow", "+7d" (ahead) or "-7d" (ago).'
      : 'Give a number.';
  return `"${shorten(name, LONGEST)}" is a ${kind}, ${quoted(operand)} is none: they were not compared as ${kind}s. ${ways}`;
}

function quoted(value: unknown): string {
  return shorten(JSON.stringify(value), LONGEST);
}
