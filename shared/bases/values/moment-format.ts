/**
 * Formats a point in time by Moment's tokens, in local time and English: `YYYY-MM-DD`, `dddd`, `Do`, `HH:mm`,
 * `[literal]` … . What is no token stands as it is. A time beyond the range of dates gives `Invalid date`.
 */
export function formatDate(ms: number, format: string): string {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return 'Invalid date';
  return format.replace(TOKENS, (token) => {
    if (token.startsWith('[')) return token.endsWith(']') && token.length > 1 ? token.slice(1, -1) : token;
    if (token.startsWith('\\')) return token.slice(1);
    const long = LONG_FORMATS.get(token);
    return long !== undefined ? formatDate(ms, long) : (FORMATTERS.get(token)?.(date) ?? token);
  });
}

/** How long ago a time is, or until it comes, in Moment's words: `3 days ago`, `in an hour`. */
export function relativeTime(ms: number, now: number): string {
  const words = humanized(Math.abs(ms - now) / 1_000);
  return ms > now ? `in ${words}` : `${words} ago`;
}

/** Longer tokens first; a text in brackets is literal. */
const TOKENS =
  /\[[^[\]]*\]|\\.|YYYYYY|YYYYY|YYYY|YY|y{1,4}|GGGG|GG|gggg|gg|MMMM|MMM|MM|Mo|M|DDDD|DDDo|DDD|DD|Do|D|dddd|ddd|dd|do|d|Qo|Q|ww|wo|w|WW|Wo|W|e|E|A|a|HH|H|hh|h|kk|k|mm|m|ss|s|S{1,9}|zz|z|ZZ|Z|X|x|LTS|LT|LLLL|LLL|LL|L|llll|lll|ll|l/g;

const LONG_FORMATS: ReadonlyMap<string, string> = new Map([
  ['LTS', 'h:mm:ss A'],
  ['LT', 'h:mm A'],
  ['LLLL', 'dddd, MMMM D, YYYY h:mm A'],
  ['LLL', 'MMMM D, YYYY h:mm A'],
  ['LL', 'MMMM D, YYYY'],
  ['L', 'MM/DD/YYYY'],
  ['llll', 'ddd, MMM D, YYYY h:mm A'],
  ['lll', 'MMM D, YYYY h:mm A'],
  ['ll', 'MMM D, YYYY'],
  ['l', 'M/D/YYYY'],
]);

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const DAY_MS = 86_400_000;

type Formatter = (date: Date) => string;

/** A token for the number, one with two digits, and one as an ordinal. */
function numbered(
  one: string,
  two: string,
  ordinalToken: string,
  number: (date: Date) => number,
): [string, Formatter][] {
  const entries: [string, Formatter][] = [
    [one, (date) => String(number(date))],
    [two, (date) => padded(number(date), 2)],
    [ordinalToken, (date) => ordinal(number(date))],
  ];
  return entries.filter(([token]) => token !== '');
}

const FORMATTERS: ReadonlyMap<string, Formatter> = new Map<string, Formatter>([
  ['YYYYYY', (date) => `${date.getFullYear() < 0 ? '-' : '+'}${padded(Math.abs(date.getFullYear()), 6)}`],
  ['YYYYY', (date) => padded(date.getFullYear(), 5)],
  ['YYYY', (date) => padded(date.getFullYear(), 4)],
  ['YY', (date) => padded(date.getFullYear(), 4).slice(-2)],
  ...[1, 2, 3, 4].map((digits): [string, Formatter] => [
    'y'.repeat(digits),
    (date) => padded(date.getFullYear(), digits),
  ]),
  ['GGGG', (date) => padded(isoWeek(date).year, 4)],
  ['GG', (date) => padded(isoWeek(date).year, 4).slice(-2)],
  ['gggg', (date) => padded(sundayWeek(date).year, 4)],
  ['gg', (date) => padded(sundayWeek(date).year, 4).slice(-2)],
  ['MMMM', (date) => MONTHS[date.getMonth()] ?? ''],
  ['MMM', (date) => (MONTHS[date.getMonth()] ?? '').slice(0, 3)],
  ...numbered('M', 'MM', 'Mo', (date) => date.getMonth() + 1),
  ...numbered('Q', '', 'Qo', (date) => Math.floor(date.getMonth() / 3) + 1),
  ...numbered('D', 'DD', 'Do', (date) => date.getDate()),
  ['DDDD', (date) => padded(dayOfYear(date), 3)],
  ...numbered('DDD', '', 'DDDo', dayOfYear),
  ['dddd', (date) => DAYS[date.getDay()] ?? ''],
  ['ddd', (date) => (DAYS[date.getDay()] ?? '').slice(0, 3)],
  ['dd', (date) => (DAYS[date.getDay()] ?? '').slice(0, 2)],
  ...numbered('d', '', 'do', (date) => date.getDay()),
  ['e', (date) => String(date.getDay())],
  ['E', (date) => String(date.getDay() || 7)],
  ...numbered('w', 'ww', 'wo', (date) => sundayWeek(date).week),
  ...numbered('W', 'WW', 'Wo', (date) => isoWeek(date).week),
  ['A', (date) => (date.getHours() < 12 ? 'AM' : 'PM')],
  ['a', (date) => (date.getHours() < 12 ? 'am' : 'pm')],
  ...numbered('H', 'HH', '', (date) => date.getHours()),
  ...numbered('h', 'hh', '', (date) => date.getHours() % 12 || 12),
  ...numbered('k', 'kk', '', (date) => date.getHours() || 24),
  ...numbered('m', 'mm', '', (date) => date.getMinutes()),
  ...numbered('s', 'ss', '', (date) => date.getSeconds()),
  ...Array.from({ length: 9 }, (_, at): [string, Formatter] => [
    'S'.repeat(at + 1),
    (date) => `${padded(date.getMilliseconds(), 3)}000000`.slice(0, at + 1),
  ]),
  ['z', () => ''],
  ['zz', () => ''],
  ['Z', (date) => offset(date, ':')],
  ['ZZ', (date) => offset(date, '')],
  ['X', (date) => String(Math.floor(date.getTime() / 1_000))],
  ['x', (date) => String(date.getTime())],
]);

function padded(number: number, digits: number): string {
  return `${number < 0 ? '-' : ''}${String(Math.abs(number)).padStart(digits, '0')}`;
}

function ordinal(number: number): string {
  const teen = Math.floor((number % 100) / 10) === 1;
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${String(number)}${ending}`;
}

/** Midnight in UTC of the local calendar day, so that days can be counted. */
function utcDay(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
}

function dayOfYear(date: Date): number {
  return Math.round((utcDay(date) - Date.UTC(date.getFullYear(), 0, 1)) / DAY_MS) + 1;
}

/** Weeks from Monday; the first one has the year's first Thursday. */
function isoWeek(date: Date): { year: number; week: number } {
  const thursday = new Date(utcDay(date) + (4 - (date.getDay() || 7)) * DAY_MS);
  return weekOf(thursday);
}

/** Weeks from Sunday; the first one has January 1. */
function sundayWeek(date: Date): { year: number; week: number } {
  const saturday = new Date(utcDay(date) + (6 - date.getDay()) * DAY_MS);
  return weekOf(saturday);
}

/** The week whose deciding day this is. */
function weekOf(day: Date): { year: number; week: number } {
  const year = day.getUTCFullYear();
  return { year, week: Math.floor((day.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS)) + 1 };
}

function offset(date: Date, separator: string): string {
  const minutes = -date.getTimezoneOffset();
  const hours = Math.floor(Math.abs(minutes) / 60);
  return `${minutes < 0 ? '-' : '+'}${padded(hours, 2)}${separator}${padded(Math.abs(minutes) % 60, 2)}`;
}

/** Moment's thresholds. */
function humanized(exactSeconds: number): string {
  const seconds = Math.round(exactSeconds);
  const minutes = Math.round(exactSeconds / 60);
  const hours = Math.round(exactSeconds / 3_600);
  const days = Math.round(exactSeconds / 86_400);
  const months = Math.round(((exactSeconds / 86_400) * 4_800) / 146_097);
  const years = Math.round(((exactSeconds / 86_400) * 400) / 146_097);
  if (seconds < 45) return 'a few seconds';
  if (minutes <= 1) return 'a minute';
  if (minutes < 45) return `${String(minutes)} minutes`;
  if (hours <= 1) return 'an hour';
  if (hours < 22) return `${String(hours)} hours`;
  if (days <= 1) return 'a day';
  if (days < 26) return `${String(days)} days`;
  if (months <= 1) return 'a month';
  if (months < 11) return `${String(months)} months`;
  return years <= 1 ? 'a year' : `${String(years)} years`;
}
