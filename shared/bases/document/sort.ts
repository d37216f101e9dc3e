import { quote, structural } from '../base-errors.ts';
import type { Expression } from '../expression/expression.ts';
import { isYamlMap, kindOf, valueOf, type YamlValue } from './base-yaml.ts';
import type { FilterContext } from './filters.ts';
import { inPart } from './places.ts';
import { readReference } from './references.ts';
import type { Warnings } from './warnings.ts';

export interface SortEntry {
  by: Expression;
  /** As the base spells it. */
  name: string;
  descending: boolean;
}

/**
 * Reads a view's `sort:`, a list of names, `name desc`, `{column, direction}` or `{property, direction}`; ascending by
 * default.
 * @throws VaultLoomError `base_eval_error`, `unsupported_construct`
 */
export function readSort(sort: YamlValue | undefined, context: FilterContext, warnings: Warnings): SortEntry[] {
  if (sort === undefined || sort === null) return [];
  if (!Array.isArray(sort)) throw malformed('sort', `it is ${kindOf(sort)}, where a list is expected`);
  return sort.map((entry, at) =>
    inPart([at], () => {
      const { name, descending } = readEntry(entry, 'sort');
      const place = { kind: 'sort', text: name } as const;
      return { by: readReference(name, { ...context, place }, warnings), name, descending };
    }),
  );
}

/**
 * Reads a view's `groupBy:`, a name, `name desc` or `{property, direction}`; null if it has none.
 * @throws VaultLoomError `base_eval_error`, `unsupported_construct`
 */
export function readGroupBy(
  group: YamlValue | undefined,
  context: FilterContext,
  warnings: Warnings,
): SortEntry | null {
  if (group === undefined || group === null || group === '') return null;
  const isNamed = typeof group === 'string' || (isYamlMap(group) && typeof valueOf(group, 'property') === 'string');
  const isColumn = isYamlMap(group) && typeof valueOf(group, 'column') === 'string';
  if (!isNamed && !isColumn) {
    warnings.add(
      'groupBy',
      `\`groupBy:\` is ${kindOf(group)}, where {property, direction} is expected. ${HINTS.groupBy}`,
    );
    return null;
  }
  const { name, descending } = readEntry(group, 'groupBy');
  return { by: readReference(name, { ...context, place: { kind: 'group', text: name } }, warnings), name, descending };
}

type Key = 'sort' | 'groupBy';
const HINTS: Readonly<Record<Key, string>> = {
  sort: 'Such as: "sort: [{property: file.mtime, direction: DESC}, status]".',
  groupBy: 'Such as: "groupBy: {property: status, direction: DESC}".',
};

function readEntry(entry: YamlValue, key: Key): { name: string; descending: boolean } {
  if (typeof entry === 'string' && entry.trim() !== '') {
    const [, name = '', direction] = NAME_AND_DIRECTION.exec(entry.trim()) ?? [];
    if (direction === undefined) return { name: entry.trim(), descending: false };
    return { name, descending: direction.toLowerCase() === 'desc' };
  }
  if (!isYamlMap(entry))
    throw malformed(key, `an entry is ${kindOf(entry)}, where a name or {column, direction} is expected`);
  const name = valueOf(entry, 'column') ?? valueOf(entry, 'property');
  if (typeof name !== 'string' || name.trim() === '')
    throw malformed(key, `an entry's column is ${kindOf(name)}, where a name is expected`);
  return { name: name.trim(), descending: isDescending(name, valueOf(entry, 'direction'), key) };
}

/**
 * A name as queries order by it: `rating desc`. A property of such a name is sorted by as `{property: "short desc"}`.
 */
const NAME_AND_DIRECTION = /^(.*\S)\s+(asc|desc)$/is;

function isDescending(name: string, direction: YamlValue | undefined, key: Key): boolean {
  const word = typeof direction === 'string' ? direction.trim().toLowerCase() : direction;
  if (word === undefined || word === null || word === 'asc') return false;
  if (word === 'desc') return true;
  throw malformed(key, `the direction of ${quote(name)} is ${kindOf(direction)}, where asc or desc is expected`);
}

function malformed(key: Key, problem: string): Error {
  return structural(`\`${key}:\` is malformed: ${problem}.`, HINTS[key]);
}
