import type { NormalizedListItem } from '../../../shared/protocol/schemas/live.ts';
import type { Steps } from '../../../shared/kit/concurrency/slices.ts';
import { toNfc } from '../../../shared/vault/paths.ts';
import { fieldOf, flattenValue, isoOf, listOf, MOST_VALUES, tooLarge, type Budget } from './flatten-value.ts';

/**
 * List entries and tasks of a TASK result, groups of any depth flattened into one list. An item, known by its path and
 * line, appears once. `children` stay nested.
 *
 * @throws VaultLoomError `too_large`
 */
export function* normalizeItems(grouping: unknown, budget: Budget): Steps<NormalizedListItem[]> {
  const items = new Map<string, NormalizedListItem>();
  for (const item of leavesOf(grouping)) {
    if (budget.isHidden(pathOfItem(item))) continue;
    const key = JSON.stringify([pathOfItem(item), lineOf(fieldOf(item, 'line'))]);
    if (!items.has(key)) items.set(key, yield* normalizeItem(item, budget, []));
  }
  return [...items.values()];
}

const DATES = ['due', 'completion', 'scheduled', 'start', 'created'] as const;
const DEEPEST = 64;

function* leavesOf(grouping: unknown, holders: readonly unknown[] = []): Generator<object> {
  if (holders.length > DEEPEST || holders.includes(grouping)) return;
  for (const entry of listOf(grouping) ?? []) {
    if (typeof entry !== 'object' || entry === null) continue;
    if (isGroup(entry)) yield* leavesOf(fieldOf(entry, 'rows'), [...holders, grouping]);
    else yield entry;
  }
}

/** A task may have a field `rows` of the person's own, but always has a line. */
function isGroup(entry: object): boolean {
  return typeof fieldOf(entry, 'line') !== 'number' && listOf(fieldOf(entry, 'rows')) !== null;
}

function* normalizeItem(item: object, budget: Budget, holders: readonly object[]): Steps<NormalizedListItem> {
  budget.values += 1;
  if (budget.values > MOST_VALUES) throw tooLarge();
  yield;
  const held = [...holders, item];
  const children: NormalizedListItem[] = [];
  for (const child of listOf(fieldOf(item, 'children')) ?? []) {
    if (typeof child !== 'object' || child === null || held.includes(child) || held.length > DEEPEST) continue;
    children.push(yield* normalizeItem(child, budget, held));
  }
  const base = {
    task: fieldOf(item, 'task') === true,
    text: textOf(fieldOf(item, 'text')),
    path: pathOfItem(item),
    line: lineOf(fieldOf(item, 'line')),
    tags: (listOf(fieldOf(item, 'tags')) ?? []).filter((tag) => typeof tag === 'string'),
    children,
  };
  return base.task ? { ...base, ...(yield* taskFields(item, budget)) } : base;
}

function* taskFields(item: object, budget: Budget): Steps<Partial<NormalizedListItem>> {
  const fields: Partial<NormalizedListItem> = {
    status: textOf(fieldOf(item, 'status')),
    checked: fieldOf(item, 'checked') === true,
    completed: fieldOf(item, 'completed') === true,
    fullyCompleted: fieldOf(item, 'fullyCompleted') === true,
  };
  for (const name of DATES) {
    const value = fieldOf(item, name);
    if (value === null) continue;
    const flat = isoOf(value) ?? (yield* flattenValue(value, budget));
    if (flat !== null) fields[name] = typeof flat === 'string' ? flat : JSON.stringify(flat);
  }
  return fields;
}

function pathOfItem(item: object): string {
  return toNfc(textOf(fieldOf(item, 'path')));
}

function lineOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.trunc(value) : 0;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
