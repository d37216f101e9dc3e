import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import type { DqlResult } from '../../../shared/protocol/schemas/live.ts';
import type { Steps } from '../../../shared/kit/concurrency/slices.ts';
import {
  fieldOf,
  flattenValue,
  isoOf,
  listOf,
  pathOf,
  wordsOf,
  type Budget,
  type PlainValue,
} from './flatten-value.ts';
import { normalizeItems } from './normalize-items.ts';

/**
 * Turns the query plugin's answer into the union of `dql_query` (contract, 'Tool results'). Rows, entries, tasks and
 * events of hidden notes are left out, and links to them are null.
 *
 * @param value the plugin's `QueryResult`
 * @param isHidden whether no result may show a path
 * @throws VaultLoomError `internal` for an unknown type of result, `too_large`
 */
export function* normalizeResult(value: unknown, isHidden: (path: string) => boolean): Steps<DqlResult> {
  const [type, values] = [fieldOf(value, 'type'), fieldOf(value, 'values')];
  const budget: Budget = { values: 0, isHidden };
  switch (type) {
    case 'table':
      return {
        kind: 'table',
        headers: (listOf(fieldOf(value, 'headers')) ?? []).map(wordsOf),
        rows: yield* rowsOf(
          shown(values, (row) => listOf(row)?.[0], isHidden),
          budget,
        ),
      };
    case 'list':
      return {
        kind: 'list',
        values: yield* flattenAll(
          shown(values, (entry) => keyOfPair(entry) ?? entry, isHidden),
          budget,
        ),
      };
    case 'task':
      return { kind: 'task', items: yield* normalizeItems(values, budget) };
    case 'calendar':
      return { kind: 'calendar', events: yield* eventsOf(shown(values, linkOf, isHidden), budget) };
    default:
      throw new VaultLoomError(
        'internal',
        `The query plugin answered with a result of type "${wordsOf(type)}", which is not known here.`,
        {
          hint: 'Ask with TABLE, LIST, TASK or CALENDAR, or upgrade the Vault Loom plugin.',
        },
      );
  }
}

function* flattenAll(values: unknown, budget: Budget): Steps<PlainValue[]> {
  const flat: PlainValue[] = [];
  for (const value of listOf(values) ?? []) flat.push(yield* flattenValue(value, budget));
  return flat;
}

function* rowsOf(values: unknown, budget: Budget): Steps<PlainValue[][]> {
  const rows: PlainValue[][] = [];
  for (const row of listOf(values) ?? []) rows.push(yield* flattenAll(row, budget));
  return rows;
}

function* eventsOf(values: unknown, budget: Budget): Steps<{ date: string; link: string; value?: PlainValue }[]> {
  const events: { date: string; link: string; value?: PlainValue }[] = [];
  for (const event of listOf(values) ?? []) {
    if (typeof event !== 'object' || event === null) continue;
    const [date, link, value] = [dayOf(fieldOf(event, 'date')), fieldOf(event, 'link'), fieldOf(event, 'value')];
    // The plugin also lists notes without a date.
    if (date === null) continue;
    const flat = value === null ? null : yield* flattenValue(value, budget);
    events.push({ date, link: pathOf(link) ?? wordsOf(link ?? ''), ...(flat === null ? {} : { value: flat }) });
  }
  return events;
}

function dayOf(date: unknown): string | null {
  return isoOf(date) ?? (typeof date === 'string' && /^\d{4}-\d{2}-\d{2}(?!\d)/.test(date) ? date : null);
}

/** The values that are not about a hidden note. */
function shown(
  values: unknown,
  subjectOf: (value: unknown) => unknown,
  isHidden: (path: string) => boolean,
): unknown[] {
  return (listOf(values) ?? []).filter((value) => {
    const path = pathOf(subjectOf(value));
    return path === null || !isHidden(path);
  });
}

/** The note of an entry of `LIST expression`. */
function keyOfPair(value: unknown): unknown {
  return pathOf(value) === null && listOf(value) === null ? fieldOf(value, 'key') : null;
}

function linkOf(event: unknown): unknown {
  return fieldOf(event, 'link');
}
