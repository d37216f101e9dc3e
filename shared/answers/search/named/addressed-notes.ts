import { takesPartInSearch, type NoteIndex } from '../../../index/note-index.ts';
import { compareCodeUnits } from '../../../kit/text/compare-code-units.ts';
import { escapePattern } from '../../../kit/text/escape-pattern.ts';
import type { Address } from '../../../markdown/parsed-note.ts';
import type { NoteRecord } from '../../../notes/note-record.ts';

const FEWEST_LETTERS = 3;
const LONGEST = 1_000;
/** As in `example.org/page` and `plan.pdf`, and in no compound. */
const JOINED = /[\p{L}\p{N}](?:[./:@]|:\/\/)[\p{L}\p{N}]/u;
/** With blanks, as names of files often are. */
const FILE_NAME = /^[^\n]{1,250}\.[a-z][a-z0-9]{1,4}$/iu;
const QUOTED = /^["\u201c\u201d\u201e]([^"\u201c\u201d\u201e]+)["\u201c\u201d\u201e]$/u;
/** No address can spell one. */
const LONE_SURROGATE = /\p{Surrogate}/gu;
const WORD_FIRST = /^[\p{L}\p{N}]/u;
const WORD_LAST = /[\p{L}\p{N}]$/u;

/** A note, and where a link of it leads. */
export interface AddressedNote {
  record: NoteRecord;
  address: Address;
}

/**
 * The notes whose links lead to what the query is, an address or a file or a whole word of one; by path.
 *
 * @param inText those that have the query in their text. If there are any, a word of one is not looked for.
 */
export function addressedNotes(
  index: NoteIndex,
  { query, openEnded = query, filter }: { query: string; openEnded?: string; filter?: (record: NoteRecord) => boolean },
  inText: ReadonlySet<NoteRecord>,
): AddressedNote[] {
  const pattern = addressPattern(openEnded);
  if (pattern === null || (inText.size > 0 && !JOINED.test(query))) return [];
  const notes: AddressedNote[] = [];
  for (const record of index.notes()) {
    if (record.addresses === undefined || inText.has(record) || !takesPartInSearch(record)) continue;
    const address = record.addresses.find((one) => pattern.test(one.address));
    if (address !== undefined && filter?.(record) !== false) notes.push({ record, address });
  }
  return notes.sort((a, b) => compareCodeUnits(a.record.path, b.record.path));
}

/**
 * Finds the query in an address, or in the line that it is in, in any letter case and also as addresses spell it; not
 * parts of its words. Null if the query is too short, or neither one run of characters nor the name of a file.
 */
export function addressPattern(query: string): RegExp | null {
  const typed = query.trim().replace(/\*$/u, '');
  const wanted = QUOTED.exec(typed)?.[1] ?? typed;
  if (wanted.length < FEWEST_LETTERS || wanted.length > LONGEST) return null;
  if (/\s/u.test(wanted) && !FILE_NAME.test(wanted)) return null;
  const spellings = new Set([wanted, encodeURI(wanted.replace(LONE_SURROGATE, ''))]);
  const before = WORD_FIRST.test(wanted) ? String.raw`(?<![\p{L}\p{N}])` : '';
  const after = !query.endsWith('*') && WORD_LAST.test(wanted) ? String.raw`(?![\p{L}\p{N}])` : '';
  return new RegExp(`${before}(?:${[...spellings].map(escapePattern).join('|')})${after}`, 'iu');
}

/** Finds what to mark in the line of an address that the query is. */
export function addressRangesFor(query: string): (text: string) => [number, number][] {
  const pattern = addressPattern(query);
  return (text) => {
    const found = pattern?.exec(text) ?? null;
    return found === null ? [] : [[found.index, found.index + found[0].length]];
  };
}
