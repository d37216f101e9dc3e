import { oneLine } from '../../kit/text/shorten.ts';
import { coverLinks, coverLiterals, type CoveredText } from './covered-text.ts';

/** What a task says of itself in the emoji of the Tasks plugin or in inline fields of Dataview. */
export interface TaskFields {
  /** Dates are `YYYY-MM-DD`, with `THH:MM` if the task gives a time. */
  due?: string;
  scheduled?: string;
  start?: string;
  done?: string;
  created?: string;
  cancelled?: string;
  /** `highest`, `high`, `medium`, `low` or `lowest`; an inline field may say anything else. */
  priority?: string;
  /** As written: `every week`. */
  recurrence?: string;
}

type DateField = 'due' | 'scheduled' | 'start' | 'done' | 'created' | 'cancelled';

/**
 * Reads the fields of a task from its Markdown after the box, on one line. `text` is the rest of it. If a field occurs
 * twice, the first counts; what only looks like a field, such as a date that does not exist, or is in code, math, a
 * comment or a link, stays text. The value of an inline field may be a link.
 */
export function readTaskFields(written: string): { text: string; fields: TaskFields } {
  if (!MAY_HAVE_FIELDS.test(written)) return { text: written, fields: {} };
  const fields: TaskFields = {};
  const literals = coverLiterals(written);
  const links = coverLinks(literals.covered);
  const uncover = (piece: string): string => literals.uncover(links.uncover(piece));
  const text = links.covered
    .replace(INLINE_FIELD, (whole, squareKey?: string, squareValue = '', roundKey = '', roundValue = '') =>
      takeInline(fields, squareKey ?? roundKey, squareKey === undefined ? roundValue : squareValue, { links, literals })
        ? ' '
        : whole,
    )
    .replace(EMOJI_DATE, (whole, emoji: string, date: string) =>
      takeDate(fields, EMOJI_FIELDS.get(emoji), date) ? ' ' : whole,
    )
    .replace(RECURRENCE, (_, rule: string) => {
      fields.recurrence ??= uncover(oneLine(rule));
      return ' ';
    })
    .replace(PRIORITY, (_, emoji: string) => {
      fields.priority ??= PRIORITIES.get(emoji) ?? emoji;
      return ' ';
    });
  return { text: uncover(oneLine(text)), fields };
}

/** Whether a date exists, as `YYYY-MM-DD`. */
function isDate(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

const EMOJI_FIELDS = new Map<string, DateField>([
  ['📅', 'due'],
  ['📆', 'due'],
  ['🗓', 'due'],
  ['⏳', 'scheduled'],
  ['⌛', 'scheduled'],
  ['🛫', 'start'],
  ['✅', 'done'],
  ['➕', 'created'],
  ['❌', 'cancelled'],
]);
const INLINE_DATES = new Map<string, DateField>([
  ['due', 'due'],
  ['scheduled', 'scheduled'],
  ['start', 'start'],
  ['completion', 'done'],
  ['completed', 'done'],
  ['done', 'done'],
  ['created', 'created'],
  ['cancelled', 'cancelled'],
]);
const PRIORITIES = new Map([
  ['🔺', 'highest'],
  ['⏫', 'high'],
  ['🔼', 'medium'],
  ['🔽', 'low'],
  ['⏬', 'lowest'],
]);
const MAY_HAVE_FIELDS = /::|[📅📆🗓⏳⌛🛫✅➕❌🔺⏫🔼🔽⏬🔁]/u;
const DATE = String.raw`\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?`;
/** `[key:: value]`, whose value may hold a link, or `(key:: value)`. */
const INLINE_FIELD =
  /\[([\p{L}][\p{L}\p{N}_ -]{0,30})::((?:\[\[[^[\]]*\]\]|[^[\]])*)\](?!\()|\(([\p{L}][\p{L}\p{N}_ -]{0,30})::([^()]*)\)/gu;
const EMOJI_DATE = new RegExp(`([📅📆🗓⏳⌛🛫✅➕❌])\\uFE0F?\\s*(${DATE})(?!\\d)`, 'gu');
const PRIORITY = /([🔺⏫🔼🔽⏬])\uFE0F?/gu;
/** Up to the next field, tag, block id or link, which is covered. */
const RECURRENCE = /🔁\uFE0F?([^📅📆🗓⏳⌛🛫✅➕❌🔺⏫🔼🔽⏬🔁🆔⛔🏁#^[\u{10F800}-\u{10FFFD}]*)/gu;
const DATE_IN_VALUE = new RegExp(DATE);

/** A day may be given as a link, but not in code. */
function takeInline(
  fields: TaskFields,
  key: string,
  value: string,
  { links, literals }: { links: CoveredText; literals: CoveredText },
): boolean {
  const name = key.trim().toLowerCase();
  const withLinks = links.uncover(value);
  const date = INLINE_DATES.get(name);
  if (date !== undefined) return takeDate(fields, date, DATE_IN_VALUE.exec(withLinks)?.[0] ?? '');
  const text = oneLine(literals.uncover(withLinks));
  if (text === '') return false;
  if (name === 'priority') fields.priority ??= text.toLowerCase();
  else if (name === 'repeat' || name === 'recurrence') fields.recurrence ??= text;
  else return false;
  return true;
}

function takeDate(fields: TaskFields, field: DateField | undefined, date: string): boolean {
  if (field === undefined || !isDate(date.slice(0, DAY_LENGTH))) return false;
  fields[field] ??= date;
  return true;
}

const DAY_LENGTH = 'YYYY-MM-DD'.length;
