import type { NormalizedListItem } from '../../../shared/protocol/schemas/live.ts';
import type { Steps } from '../../../shared/protocol/slices.ts';
import { flattenValue, isoOf, listOf, MOST_VALUES, tooLarge, type Budget } from './flatten-value.ts';

/**
 * List entries and tasks of a TASK result: groups, however deep, become one list in their order, an item that stands in
 * several of them, told by path and line, once. `children` stay nested.
 *
 * @throws VaultLoomError `too_large`
 */
export function* normalizeItems(grouping: unknown, budget: Budget): Steps<NormalizedListItem[]> {
  const items = new Map<string, NormalizedListItem>();
  for (const item of leavesOf(grouping)) {
    if (budget.isHidden(textOf(item['path']))) continue;
    const key = JSON.stringify([item['path'], item['line']]);
    if (!items.has(key)) items.set(key, yield* normalizeItem(item, budget, []));
  }
  return [...items.values()];
}

type Fields = Record<string, unknown>;

const DATES = ['due', 'completion', 'scheduled', 'start', 'created'] as const;
const DEEPEST = 64;

function* leavesOf(grouping: unknown, holders: readonly unknown[] = []): Generator<Fields> {
  if (holders.length > DEEPEST || holders.includes(grouping)) return;
  for (const entry of listOf(grouping) ?? []) {
    if (typeof entry !== 'object' || entry === null) continue;
    const fields = entry as Fields;
    if (isGroup(fields)) yield* leavesOf(fields['rows'], [...holders, grouping]);
    else yield fields;
  }
}

/** A task may have a field `rows` or `key` of the person's making, but never goes without a line. */
function isGroup(fields: Fields): boolean {
  return 'key' in fields && listOf(fields['rows']) !== null && typeof fields['line'] !== 'number';
}

function* normalizeItem(item: Fields, budget: Budget, holders: readonly Fields[]): Steps<NormalizedListItem> {
  budget.values += 1;
  if (budget.values > MOST_VALUES) throw tooLarge();
  yield;
  const held = [...holders, item];
  const children: NormalizedListItem[] = [];
  for (const child of listOf(item['children']) ?? []) {
    if (typeof child !== 'object' || child === null || held.includes(child as Fields) || held.length > DEEPEST) continue;
    children.push(yield* normalizeItem(child as Fields, budget, held));
  }
  const base = {
    task: item['task'] === true,
    text: textOf(item['text']),
    path: textOf(item['path']),
    line: typeof item['line'] === 'number' ? Math.trunc(item['line']) : 0,
    tags: (listOf(item['tags']) ?? []).filter((tag) => typeof tag === 'string'),
    children,
  };
  return base.task ? { ...base, ...(yield* taskFields(item, budget)) } : base;
}

function* taskFields(item: Fields, budget: Budget): Steps<Partial<NormalizedListItem>> {
  const fields: Partial<NormalizedListItem> = {
    status: textOf(item['status']),
    checked: item['checked'] === true,
    completed: item['completed'] === true,
    fullyCompleted: item['fullyCompleted'] === true,
  };
  for (const name of DATES) {
    const value = item[name];
    if (value === undefined || value === null) continue;
    const flat = isoOf(value) ?? (yield* flattenValue(value, budget));
    if (flat !== null) fields[name] = typeof flat === 'string' ? flat : JSON.stringify(flat);
  }
  return fields;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
