import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import type { FrontmatterValue } from '../../markdown/parsed-note.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { dirname } from '../../vault/paths.ts';

export interface FolderRow {
  path: string;
  /** Those below it included. */
  notes: number;
}

export interface TagRow {
  tag: string;
  /** Those with nested tags included. */
  notes: number;
}

export interface PropertyRow {
  name: string;
  type: string;
  notes: number;
  /** The most frequent ones. */
  values?: { value: string | number | boolean; notes: number }[];
}

/** Every folder with notes, by path. */
export function folderRows(notes: Iterable<NoteRecord>): FolderRow[] {
  const direct = new Map<string, number>();
  for (const { path } of notes) count(direct, dirname(path));
  const all = new Map<string, number>();
  for (const [folder, number] of direct)
    for (let above = folder; above !== ''; above = dirname(above)) count(all, above, number);
  return [...all].map(([path, number]) => ({ path, notes: number })).sort((a, b) => compareCodeUnits(a.path, b.path));
}

/** Every tag, the most frequent first; a nested tag counts for those above it. */
export function tagRows(notes: Iterable<NoteRecord>): TagRow[] {
  const rows = new Map<string, TagRow>();
  for (const { tags } of notes) {
    if (tags.length === 0) continue;
    const own = new Map<string, string>();
    for (const tag of tags)
      for (let end = tag.length; end > 0; end = tag.lastIndexOf('/', end - 1)) {
        const name = tag.slice(0, end);
        own.set(name.toLowerCase(), name);
      }
    for (const [key, tag] of own) {
      const row = rows.get(key);
      if (row === undefined) rows.set(key, { tag, notes: 1 });
      else row.notes++;
    }
  }
  return [...rows.values()].sort((a, b) => b.notes - a.notes || compareCodeUnits(a.tag, b.tag));
}

/** Every property, the most frequent first. `types` are those the app was told, by lower-cased name. */
export function propertyRows(notes: Iterable<NoteRecord>, types: ReadonlyMap<string, string>): PropertyRow[] {
  const tallies = new Map<string, PropertyTally>();
  for (const { frontmatter } of notes) {
    for (const name in frontmatter) {
      const key = name.toLowerCase();
      let tally = tallies.get(key);
      if (tally === undefined) tallies.set(key, (tally = { name, notes: 0, types: new Map(), values: new Map() }));
      tally.notes++;
      const value = frontmatter[name] ?? null;
      count(tally.types, typeOf(value));
      for (const one of Array.isArray(value) ? value : [value]) countValue(tally, one);
    }
  }
  return [...tallies]
    .map(([key, tally]) => propertyRow(tally, types.get(key)))
    .sort((a, b) => b.notes - a.notes || compareCodeUnits(a.name, b.name));
}

/** How many notes are in each language, the most frequent first. */
export function languageRows(notes: Iterable<NoteRecord>): { language: string; notes: number }[] {
  const languages = new Map<string, number>();
  for (const { language } of notes) if (language !== undefined) count(languages, language);
  return [...languages]
    .map(([language, number]) => ({ language, notes: number }))
    .sort((a, b) => b.notes - a.notes || compareCodeUnits(a.language, b.language));
}

interface PropertyTally {
  name: string;
  notes: number;
  types: Map<string, number>;
  values: Map<string | number | boolean, number>;
}

/** Different values counted per property; titles and dates have one for each note. */
const MOST_VALUES = 500;
const LONGEST_VALUE = 60;
const SHOWN_VALUES = 8;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;

function countValue({ values }: PropertyTally, value: FrontmatterValue): void {
  if (value === null || typeof value === 'object') return;
  if (typeof value === 'string' && (value === '' || value.length > LONGEST_VALUE)) return;
  const known = values.get(value);
  if (known !== undefined) values.set(value, known + 1);
  else if (values.size < MOST_VALUES) values.set(value, 1);
}

function propertyRow({ name, notes, types, values }: PropertyTally, told: string | undefined): PropertyRow {
  const [usual = 'text'] = [...types].filter(([type]) => type !== 'empty').sort((a, b) => b[1] - a[1])[0] ?? [];
  const common = [...values]
    .filter(([, number]) => number > 1 || values.size <= SHOWN_VALUES)
    .sort((a, b) => b[1] - a[1])
    .slice(0, SHOWN_VALUES)
    .map(([value, number]) => ({ value, notes: number }));
  return { name, type: told ?? usual, notes, ...(common.length === 0 ? {} : { values: common }) };
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

function count<K>(counts: Map<K, number>, key: K, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
