import { quote, structural } from '../base-errors.ts';
import type { Expression } from '../expression/expression.ts';
import { isYamlMap, kindOf, valueOf, type YamlMap, type YamlValue } from './base-yaml.ts';
import type { FilterContext } from './filters.ts';
import { inPart } from './places.ts';
import { readReference } from './references.ts';
import type { Warnings } from './warnings.ts';

export interface Column {
  /** The property's name on each row: the column's, or its `as`. */
  key: string;
  /** As the base spells it. */
  name: string;
  value: Expression;
}

/**
 * Reads what each row shows: `columns:` (names, or `{column, as}`), or else `order:`. A repeated column shows once;
 * `file`, which every row has, is not a column.
 * @throws VaultLoomError `base_eval_error`, `unsupported_construct`
 */
export function readColumns(view: YamlMap, context: FilterContext, warnings: Warnings): Column[] {
  const [columns, order] = [valueOf(view, 'columns') ?? null, valueOf(view, 'order') ?? null];
  const key = columns === null || (Array.isArray(order) && !Array.isArray(columns)) ? 'order' : 'columns';
  const entries = key === 'order' ? order : columns;
  if (entries === null) return [];
  if (!Array.isArray(entries))
    return inPart([key], () => {
      throw structural(`\`${key}:\` is ${kindOf(entries)}, where a list of columns is expected.`, COLUMN_HINT);
    });
  const byKey = new Map<string, Column>();
  for (const [at, entry] of entries.entries()) inPart([key, at], () => addColumn(byKey, entry, context, warnings));
  return [...byKey.values()];
}

function addColumn(columns: Map<string, Column>, entry: YamlValue, context: FilterContext, warnings: Warnings): void {
  const { name, as } = readEntry(entry);
  const key = as ?? name;
  if (key === 'file' && name === 'file') return;
  const known = columns.get(key);
  if (known?.name === name) return;
  if (known !== undefined) throw structural(`Two columns are named ${quote(key)}.`, 'Give one of them another "as".');
  if (key === 'file')
    throw structural(
      'A column cannot be named "file": each row has its file under that name.',
      'Give it another "as".',
    );
  const value = readReference(name, { ...context, place: { kind: 'column', text: name } }, warnings);
  columns.set(key, { key, name, value });
}

const COLUMN_HINT = 'Such as: "columns: [file.name, status, {column: file.mtime, as: changed}]".';

function readEntry(entry: YamlValue): { name: string; as?: string } {
  if (typeof entry === 'string' && entry.trim() !== '') return { name: entry.trim() };
  const name = isYamlMap(entry) ? (valueOf(entry, 'column') ?? valueOf(entry, 'property')) : undefined;
  if (!isYamlMap(entry) || typeof name !== 'string' || name.trim() === '') {
    throw structural(`A column is ${kindOf(entry)}, where a name or {column, as} is expected.`, COLUMN_HINT);
  }
  const as = valueOf(entry, 'as');
  if (as === undefined || as === null) return { name: name.trim() };
  if (typeof as !== 'string' || as.trim() === '')
    throw structural(`The "as" of column ${quote(name)} is ${kindOf(as)}, where a name is expected.`, COLUMN_HINT);
  return { name: name.trim(), as: as.trim() };
}
