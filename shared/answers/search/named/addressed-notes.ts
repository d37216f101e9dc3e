import { takesPartInSearch, type NoteIndex } from '../../../index/note-index.ts';
import { compareCodeUnits } from '../../../kit/text/compare-code-units.ts';
import { decodePercent } from '../../../markdown/inline/link-target.ts';
import type { Address } from '../../../markdown/parsed-note.ts';
import type { NoteRecord } from '../../../notes/note-record.ts';

const FEWEST_LETTERS = 3;
const LONGEST = 1_000;
/** As in `example.org/page` and `plan.pdf`, and in no compound. */
const JOINED = /[\p{L}\p{N}](?:[./:@]|:\/\/)[\p{L}\p{N}]/u;
/** With blanks, as names of files often are. */
const FILE_NAME = /^[^\n]{1,250}\.[a-z][a-z0-9]{1,4}$/iu;
const QUOTED = /^["\u201c\u201d\u201e]([^"\u201c\u201d\u201e]+)["\u201c\u201d\u201e]$/u;
const WORD_BEFORE = /[\p{L}\p{N}]$/u;
const WORD_AFTER = /^[\p{L}\p{N}]/u;

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
  const find = addressFinder(openEnded);
  if (find === null || (inText.size > 0 && !JOINED.test(query))) return [];
  const notes: AddressedNote[] = [];
  for (const record of index.notes()) {
    if (record.addresses === undefined || inText.has(record) || !takesPartInSearch(record)) continue;
    const address = record.addresses.find((one) => find(one.address) >= 0);
    if (address !== undefined && filter?.(record) !== false) notes.push({ record, address });
  }
  return notes.sort((a, b) => compareCodeUnits(a.record.path, b.record.path));
}

/**
 * Finds where in an address, or in the line that it is in, the query begins, of any letter case; -1 if it has only parts
 * of its words. Null if the query is too short, or neither one run of characters nor the name of a file.
 */
export function addressFinder(query: string): ((text: string) => number) | null {
  const isOpen = query.endsWith('*');
  const wanted = unquoted(query.trim().replace(/\*$/u, '')).toLowerCase();
  if (wanted.length < FEWEST_LETTERS || wanted.length > LONGEST || (/\s/u.test(wanted) && !FILE_NAME.test(wanted)))
    return null;
  const [startsWord, endsWord] = [WORD_AFTER.test(wanted), WORD_BEFORE.test(wanted)];
  const placeIn = (text: string): number => {
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
      const end = at + wanted.length;
      const begins = !startsWord || !WORD_BEFORE.test(text.slice(0, at));
      if (begins && (isOpen || !endsWord || !WORD_AFTER.test(text.slice(end)))) return at;
    }
    return -1;
  };
  return (text) => {
    const lower = text.toLowerCase();
    const at = placeIn(lower);
    return at >= 0 || !lower.includes('%') ? at : placeIn(decodePercent(lower));
  };
}

function unquoted(text: string): string {
  return QUOTED.exec(text)?.[1] ?? text;
}
