import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import type { FrontmatterValue } from '../../markdown/parsed-note.ts';
import { nameKey } from '../../kit/text/name-key.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { Counts } from './counts.ts';

export interface PropertyRow {
  name: string;
  type: string;
  notes: number;
  /** The most frequent ones. */
  values?: { value: string | number | boolean; notes: number }[];
}

/** The properties of notes: how many have each, of which types, with which values. */
export class PropertyTallies {
  /** By {@link nameKey}. */
  readonly #tallies = new Map<string, Tally>();
  #rows: readonly PropertyRow[] | null = null;

  /** Counts a note's properties `by` 1, or -1 if it no longer has them. */
  add(frontmatter: NoteRecord['frontmatter'], by: number): void {
    this.#rows = null;
    for (const name in frontmatter) {
      const key = nameKey(name);
      const tally = this.#tallies.get(key) ?? emptyTally();
      const value = frontmatter[name] ?? null;
      tally.notes += by;
      tally.row = null;
      tally.names.add(name, by);
      tally.types.add(typeOf(value), by);
      for (const one of Array.isArray(value) ? value : [value]) if (isCounted(one)) tally.values.add(one, by);
      if (tally.notes === 0) this.#tallies.delete(key);
      else this.#tallies.set(key, tally);
    }
  }

  /** Whether any note has the property; letter case and Unicode form do not count. */
  has(name: string): boolean {
    return this.#tallies.has(nameKey(name));
  }

  names(): string[] {
    return [...this.#tallies.values()].map(({ names }) => names.most() ?? '');
  }

  /** All its values except long texts, the items of lists one by one, the most frequent first. */
  valuesOf(name: string): Counted[] {
    return (this.#tallies.get(nameKey(name))?.values.frequent() ?? []).map(([value]) => value);
  }

  /** Up to so many of them in no particular order, without a look at the others. */
  someValuesOf(name: string, most: number): Counted[] {
    const values: Counted[] = [];
    for (const [value] of this.#tallies.get(nameKey(name))?.values.all() ?? []) {
      if (values.length === most) break;
      values.push(value);
    }
    return values;
  }

  /** Every property, the most frequent first. A type set in the app replaces the most common one. */
  rows(told: ReadonlyMap<string, string>): PropertyRow[] {
    this.#rows ??= [...this.#tallies.values()]
      .map((tally) => (tally.row ??= rowOf(tally)))
      .sort((a, b) => b.notes - a.notes || compareCodeUnits(a.name, b.name));
    return told.size === 0
      ? [...this.#rows]
      : this.#rows.map((row) => ({ ...row, type: told.get(row.name.toLowerCase()) ?? row.type }));
  }
}

interface Tally {
  notes: number;
  names: Counts<string>;
  types: Counts<string>;
  values: Counts<Counted>;
  row: PropertyRow | null;
}

type Counted = string | number | boolean;

const LONGEST_VALUE = 60;
const SHOWN_VALUES = 8;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;

function emptyTally(): Tally {
  return { notes: 0, names: new Counts(), types: new Counts(), values: new Counts(), row: null };
}

function isCounted(value: FrontmatterValue): value is Counted {
  if (value === null || typeof value === 'object') return false;
  return typeof value !== 'string' || (value !== '' && value.length <= LONGEST_VALUE);
}

function rowOf({ notes, names, types, values }: Tally): PropertyRow {
  const [type = 'text'] = types.frequent().find(([name]) => name !== 'empty') ?? [];
  const isFew = values.size <= SHOWN_VALUES;
  const common = values
    .frequent((count) => isFew || count > 1)
    .slice(0, SHOWN_VALUES)
    .map(([value, count]) => ({ value, notes: count }));
  return { name: names.most() ?? '', type, notes, ...(common.length === 0 ? {} : { values: common }) };
}

/** As the app names types. */
function typeOf(value: FrontmatterValue): string {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'checkbox';
  if (typeof value === 'object') return 'map';
  if (DAY.test(value)) return 'date';
  return TIME.test(value) ? 'datetime' : 'text';
}
