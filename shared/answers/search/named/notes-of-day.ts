import { takesPartInSearch, type NoteIndex } from '../../../index/note-index.ts';
import { compareCodeUnits } from '../../../kit/text/compare-code-units.ts';
import { isWeekday } from '../../../kit/time/calendar-words.ts';
import { dayInText, type WrittenDay } from '../../../kit/time/written-day.ts';
import { noteTitle, type NoteRecord } from '../../../notes/note-record.ts';
import { isStopWord } from '../../../search/words/terms/stop-words.ts';
import { withoutMd } from '../../../vault/paths.ts';

/** Quoted words, tags and terms left out are meant as written. */
const SYNTAX = /["#\u201c-\u201f]|(?:^|\s)-\S/u;
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
/** Said of the note, not in it. */
const OF_NOTES = new Set('note notes daily journal diary entry entries'.split(' '));

/** A day that a query asks for. */
export interface AskedDay {
  /** Whether a note is called by it. */
  isCalled: (record: NoteRecord) => boolean;
  /** Whether its year is given. */
  hasYear: boolean;
  /** The other words of the query that say something; empty if there are none. */
  rest: string;
}

/** The day that a query writes in one of the ways in which people do, as in `23 May`, `5/23/2026` or `23. Mai 2026`. */
export function askedDay(query: string): AskedDay | null {
  if (SYNTAX.test(query)) return null;
  const found = dayInText(query);
  if (found === null) return null;
  const { days, rest } = found;
  const words = rest.match(WORDS) ?? [];
  const saying = words.filter((word) => !isStopWord(word) && !isWeekday(word) && !OF_NOTES.has(word.toLowerCase()));
  return {
    isCalled: callsForOneOf(days),
    hasYear: days.every(({ year }) => year !== null),
    rest: saying.join(' '),
  };
}

/** The notes that are called by a day, the newest day first, then by path. */
export function notesOfDay(index: NoteIndex, { isCalled }: AskedDay): NoteRecord[] {
  const found: NoteRecord[] = [];
  for (const record of index.notes()) if (takesPartInSearch(record) && isCalled(record)) found.push(record);
  const yearOf = (record: NoteRecord): number => dayOf(record)?.year ?? 0;
  return found.sort((a, b) => yearOf(b) - yearOf(a) || compareCodeUnits(a.path, b.path));
}

function callsForOneOf(days: readonly WrittenDay[]): (record: NoteRecord) => boolean {
  // Reading every name would take far longer; a path has the name of its file.
  const looks = days.map(({ year, month, day }) => {
    const [mm, dd] = [month, day].map((number) => String(number).padStart(2, '0'));
    const pattern = new RegExp(String.raw`(?:^|\D)0?${day}(?:\D|$)|${mm}${dd}`);
    return { number: String(year ?? day), pattern };
  });
  const mayBe = (name: string): boolean =>
    looks.some(({ number, pattern }) => name.includes(number) && pattern.test(name));
  return (record) => {
    const { path, title, aliases } = record;
    if (!mayBe(path) && (path.includes(title) || !mayBe(title)) && !aliases.some(mayBe)) return false;
    const own = dayOf(record);
    return (
      own !== null &&
      days.some(({ year, month, day }) => own.month === month && own.day === day && (year ?? own.year) === own.year)
    );
  };
}

/** The day, with its year, by which a note is called. */
function dayOf(record: NoteRecord): WrittenDay | null {
  for (const name of namesOf(record)) {
    const [day, other] = dayInText(name)?.days ?? [];
    if (day !== undefined && day.year !== null && other === undefined) return day;
  }
  return null;
}

/** What may be the name of a day, the folders of `2026/05/23` last. */
function namesOf({ path, title, aliases }: NoteRecord): string[] {
  return [noteTitle(path, null), title, ...aliases, withoutMd(path)];
}
