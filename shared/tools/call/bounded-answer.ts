import { isList, isRecord } from '../../kit/json/is-record.ts';
import { DEEPEST_JSON, jsonBytes, nameBytes } from '../../kit/json/json-size.ts';
import { cutTo } from '../../kit/text/shorten.ts';

/** The longest answer, in bytes of UTF-8 (contract, 'Answers have an end'). */
export const MOST_ANSWER_BYTES = 48_000;

/** Up to this many rows share the room; of more, the first stay whole. */
const FEW_ROWS = 4;
/** Never cuts a row below this; drops rows instead. */
const LEAST_ROW_BYTES = 4_000;
/** Room for the marks of a cut. */
const MARK_BYTES = 60;
/** The least any value can be cut to: `null`, or a quoted ellipsis. */
const LEAST_BYTES = 6;
const ELLIPSIS = '…';
const ELLIPSIS_BYTES = 3;

/** A tool's main list, counted in `total`; for other lists the field is `<name>Total`. */
const MAIN_LISTS: ReadonlySet<string> = new Set([
  'data',
  'notes',
  'tasks',
  'paths',
  'clusters',
  'members',
  'influence',
  'bridging',
  'files',
  'nodes',
  'rows',
  'values',
  'items',
  'events',
]);
/** Fields with values of a note's own, to which no marks are added. */
const FOREIGN: ReadonlySet<string> = new Set([
  'frontmatter',
  'properties',
  'rows',
  'values',
  'items',
  'events',
  'args',
]);

/**
 * An answer whose JSON has at most `most` bytes. If it is longer, short fields stay and long ones share the remaining
 * room. Lists keep their first rows whole; only rows that take a large part of the room are shortened, as are long
 * texts. Objects on the way get `truncated: true` and the lengths of cut lists. Non-finite numbers become words, since
 * JSON has none. Does not change the answer passed in.
 * @param uncut path of a text with its own bound, which is not counted
 */
export function boundAnswer(
  answer: Record<string, unknown>,
  { most = MOST_ANSWER_BYTES, uncut = [] }: { most?: number; uncut?: readonly string[] } = {},
): Record<string, unknown> {
  const { rest, texts } = withoutTexts(answer, uncut);
  const fits = jsonBytes(rest, most) <= most;
  const bounded = fits ? rest : fitFields(rest, { room: most, isForeign: false, depth: 0 }).value;
  return texts.length === 0 ? bounded : withTexts(bounded, uncut, texts);
}

interface Fitted<T = unknown> {
  value: T;
  cut: boolean;
}

interface Place {
  /** Bytes the value may take. */
  room: number;
  isForeign: boolean;
  depth: number;
}

function fit(value: unknown, place: Place): Fitted {
  const { room, depth } = place;
  if (typeof value === 'number' && !Number.isFinite(value)) return { value: String(value), cut: false };
  if (jsonBytes(value, room, depth) <= room) return { value, cut: false };
  if (typeof value === 'string') return { value: shortened(value, room), cut: true };
  if (depth >= DEEPEST_JSON) return { value: null, cut: true };
  if (isList(value)) return value.length <= FEW_ROWS ? shareAmong(value, place) : firstRows(value, place);
  return isRecord(value) ? fitFields(value, place) : { value: null, cut: true };
}

function firstRows(rows: readonly unknown[], { room, isForeign, depth }: Place): Fitted {
  const most = Math.min(room, Math.max(room / FEW_ROWS, LEAST_ROW_BYTES));
  const kept: unknown[] = [];
  let used = 2;
  let cut = false;
  for (const row of rows) {
    const place = { room: most, isForeign, depth: depth + 1 };
    // Keeps all cells of a table row, even if little of each.
    const fitted = Array.isArray(row) && !isWhole(row, place) ? shareAmong(row, place) : fit(row, place);
    used += jsonBytes(fitted.value) + 1;
    if (used > room) break;
    kept.push(fitted.value);
    cut ||= fitted.cut;
  }
  return { value: kept, cut: cut || kept.length < rows.length };
}

function shareAmong(items: readonly unknown[], { room, isForeign, depth }: Place): Fitted {
  const kept = items.slice(0, Math.max(0, Math.floor((room - 2) / LEAST_BYTES)));
  const grants = shares(kept, room - 2 - kept.length, depth);
  const fitted = kept.map((item, i) => fit(item, { room: grants[i] ?? 0, isForeign, depth: depth + 1 }));
  return { value: fitted.map(({ value }) => value), cut: kept.length < items.length || fitted.some(({ cut }) => cut) };
}

function fitFields(
  object: Record<string, unknown>,
  { room, isForeign, depth }: Place,
): Fitted<Record<string, unknown>> {
  const all = Object.entries(object).filter(([, value]) => value !== undefined);
  const lists = all.filter(([, value]) => Array.isArray(value));
  const marks = isForeign ? 0 : lists.reduce((sum, [name]) => sum + nameBytes(name) + MARK_BYTES, MARK_BYTES);
  let left = room - 2 - marks;
  const fields = all.filter(([name]) => {
    const own = nameBytes(name);
    if (own + LEAST_BYTES > left) return false;
    left -= own + LEAST_BYTES;
    return true;
  });
  const grants = shares(
    fields.map(([, value]) => value),
    left + fields.length * LEAST_BYTES,
    depth,
  );
  const fitted = fields.map(
    ([name, value], i) =>
      [
        name,
        fit(value, { room: grants[i] ?? 0, isForeign: isForeign || FOREIGN.has(name), depth: depth + 1 }),
      ] as const,
  );
  const cut = fields.length < all.length || fitted.some(([, field]) => field.cut);
  const shown = Object.fromEntries(fitted.map(([name, { value }]) => [name, value]));
  return {
    value: cut && !isForeign ? { ...marksOf(object, fitted), ...shown, ...totalsOf(object, shown) } : shown,
    cut,
  };
}

/** An answer's own `truncated` is about its text, and stays. */
function marksOf(
  object: Record<string, unknown>,
  fitted: readonly (readonly [string, Fitted])[],
): Record<string, true> {
  const hasOwn = typeof object['truncated'] === 'boolean';
  const foreign = fitted.filter(([name, { cut, value }]) => cut && FOREIGN.has(name) && !Array.isArray(value));
  return {
    ...(hasOwn ? {} : { truncated: true }),
    ...Object.fromEntries(foreign.map(([name]) => [`${name}Truncated`, true as const])),
  };
}

function totalsOf(object: Record<string, unknown>, shown: Record<string, unknown>): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const [name, value] of Object.entries(object)) {
    const kept = shown[name];
    if (!Array.isArray(value) || !Array.isArray(kept) || kept.length === value.length) continue;
    const total = MAIN_LISTS.has(name) ? 'total' : `${name}Total`;
    if (typeof object[total] !== 'number') totals[total] = Math.max(totals[total] ?? 0, value.length);
  }
  return totals;
}

/** Divides the room: short values get all they need, long ones equal parts of the rest. */
function shares(values: readonly unknown[], room: number, depth: number): number[] {
  const sizes = values.map((value) => jsonBytes(value, room, depth + 1));
  const grants = sizes.map(() => 0);
  let left = room;
  let waiting = values.length;
  for (const [i, size] of [...sizes.entries()].sort(([, a], [, b]) => a - b)) {
    const grant = Math.min(size, Math.floor(left / waiting));
    grants[i] = grant;
    left -= grant;
    waiting -= 1;
  }
  return grants;
}

/** The beginning of a text; never half a surrogate pair. */
function shortened(text: string, room: number): string {
  const most = room - 2 - ELLIPSIS_BYTES;
  let length = Math.min(text.length, Math.max(0, most));
  for (;;) {
    const kept = cutTo(text, length);
    const bytes = jsonBytes(kept) - 2;
    if (kept === '' || bytes <= most) return `${kept}${room < LEAST_BYTES - 1 ? '' : ELLIPSIS}`;
    length = Math.min(length - 1, Math.floor((length * most) / bytes));
  }
}

function isWhole(value: unknown, { room, depth }: Place): boolean {
  return jsonBytes(value, room, depth) <= room;
}

/** Takes the texts at a path away and leaves their numbers; of a list on the way, each item's. */
function withoutTexts(
  answer: Record<string, unknown>,
  path: readonly string[],
): { rest: Record<string, unknown>; texts: unknown[] } {
  const texts: unknown[] = [];
  const rest = mapAt(answer, path, (value) => {
    if (typeof value !== 'string') return value;
    return texts.push(value) - 1;
  });
  return { rest: isRecord(rest) ? rest : answer, texts };
}

/** Puts back those whose numbers are left. */
function withTexts(
  answer: Record<string, unknown>,
  path: readonly string[],
  texts: readonly unknown[],
): Record<string, unknown> {
  const whole = mapAt(answer, path, (value) => (typeof value === 'number' ? texts[value] : value));
  return isRecord(whole) ? whole : answer;
}

/** Replaces the value at a path, if there is one. */
function mapAt(value: unknown, path: readonly string[], change: (value: unknown) => unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return path.length === 0 ? change(value) : value;
  if (isList(value)) return value.map((item) => mapAt(item, path, change));
  if (!isRecord(value) || !Object.hasOwn(value, name)) return value;
  return { ...value, [name]: mapAt(value[name], rest, change) };
}
