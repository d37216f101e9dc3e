import { monthNamed } from './calendar-words.ts';

/** A day as a text writes it. */
export interface WrittenDay {
  /** Null if it is not written. */
  year: number | null;
  /** From 1. */
  month: number;
  day: number;
}

export interface DayInText {
  /** What the text may mean: `3/5/2026` is two days. */
  days: WrittenDay[];
  /** The text without it. */
  rest: string;
}

/** No text with more is a name or a question. */
const LONGEST = 1_000;
const YEAR_FIRST = /(?<![\p{L}\p{N}])(\d{4})([-./_\s]?)(\d{1,2})\2(\d{1,2})(?!\p{N}|[-./_]\p{N})/gu;
const YEAR_LAST =
  /(?<![\p{L}\p{N}]|\p{N}[-./_])(\d{1,2})([-./_])(\d{1,2})\2(\d{4}|(?<=[./])\d{2})(?![\p{L}\p{N}]|[-./_]\p{N})/gu;
const NUMBERED_MONTH = /(?:(\d{4})\s*[年년]\s*)?(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日号號일]?/gu;
const NAMED_MONTH = /[\p{L}\p{M}]{3,}/gu;
/** Next to the name of a month, with what may be between them: `23rd of `, `le 1er `, `23. `. */
const DAY_BEFORE =
  /(?<![\p{L}\p{N}]|\p{N}[-./,:])(\d{1,2})(?:st|nd|rd|th|er|re|de|e|º|ª|\.)?(?:\s+(?:of|de|d|di|ng))?[\s\-_'’]{0,2}$/iu;
const DAY_AFTER = /^\.?[\s\-_]{1,2}(?:the\s+)?(\d{1,2})(?:st|nd|rd|th|\.)?(?![\p{L}\p{N}]|[-./:]\p{N})/iu;
const YEAR_AFTER = /^[.,]?\s*(?:(?:of|de|del|do)\s+)?[\s,\-_'’]{0,2}(\d{4})(?![\p{L}\p{N}])/iu;
const YEAR_BEFORE = /(?<![\p{L}\p{N}])(\d{4})[\s,\-_]{1,2}$/u;

/** The first day that a text writes, in numbers or with the name of its month. */
export function dayInText(text: string): DayInText | null {
  if (text.length > LONGEST || !/\p{N}/u.test(text)) return null;
  return numberedDay(text) ?? namedDay(text);
}

function numberedDay(text: string): DayInText | null {
  for (const found of text.matchAll(YEAR_FIRST)) {
    const [all, year, , month, day] = found;
    const days = realDays([[year, month, day]]);
    if (days.length > 0) return { days, rest: without(text, found.index, all.length) };
  }
  for (const found of text.matchAll(YEAR_LAST)) {
    const [all, first, sign, second, written = ''] = found;
    const year = written.length === 2 ? `20${written}` : written;
    const dayFirst = [year, second, first] as const;
    const days = realDays(sign === '.' ? [dayFirst] : [dayFirst, [year, first, second]]);
    if (days.length > 0) return { days, rest: without(text, found.index, all.length) };
  }
  for (const found of text.matchAll(NUMBERED_MONTH)) {
    const [all, year, month, day] = found;
    const days = realDays([[year, month, day]]);
    if (days.length > 0) return { days, rest: without(text, found.index, all.length) };
  }
  return null;
}

function namedDay(text: string): DayInText | null {
  for (const { 0: name, index } of text.matchAll(NAMED_MONTH)) {
    const month = monthNamed(name);
    if (month === undefined) continue;
    const [start, end] = [index, index + name.length];
    const before = DAY_BEFORE.exec(text.slice(0, start));
    const after = before === null ? DAY_AFTER.exec(text.slice(end)) : null;
    const day = (before ?? after)?.[1];
    if (day === undefined) continue;
    const from = before === null ? start : before.index;
    const to = after === null ? end : end + after[0].length;
    const yearAfter = YEAR_AFTER.exec(text.slice(to));
    const yearBefore = yearAfter === null ? YEAR_BEFORE.exec(text.slice(0, from)) : null;
    const days = realDays([[(yearAfter ?? yearBefore)?.[1], String(month), day]]);
    if (days.length === 0) continue;
    const first = yearBefore === null ? from : yearBefore.index;
    return { days, rest: without(text, first, to + (yearAfter?.[0].length ?? 0) - first) };
  }
  return null;
}

function without(text: string, start: number, length: number): string {
  return `${text.slice(0, start)} ${text.slice(start + length)}`;
}

type Parts = readonly [year: string | undefined, month: string | undefined, day: string | undefined];

/** Those that a calendar has, each once. */
function realDays(written: readonly Parts[]): WrittenDay[] {
  const days = new Map<string, WrittenDay>();
  for (const parts of written) {
    const [year, month, day] = parts.map(Number) as [number, number, number];
    // A leap year has all days.
    const at = new Date(Date.UTC(Number.isNaN(year) ? 2024 : year, month - 1, day));
    if (month < 1 || at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day || year < 1000) continue;
    days.set(`${month} ${day}`, { year: Number.isNaN(year) ? null : year, month, day });
  }
  return [...days.values()];
}
