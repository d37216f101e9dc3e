import { Failure, type Scope } from '../expression/scope.ts';
import {
  BaseDate,
  BaseDuration,
  BaseFileValue,
  BaseLink,
  BaseMarkup,
  isList,
  type BaseValue,
} from '../values/base-value.ts';
import { parseAnyDate } from '../values/date-text.ts';
import { parseDuration } from '../values/duration.ts';
import { described, toNumber } from '../values/numbers.ts';
import { linkpathOf, textOrLink } from '../values/read-value.ts';
import { toText } from '../values/value-text.ts';
import { dayOf } from './date-methods.ts';
import { fileOf, linkTo } from './file-members.ts';
import { argument, MANY, method, textArgument, type MethodTable } from './method.ts';

/** Functions that are not methods, except `if()`, which evaluates only one of its results. */
export const GLOBAL_FUNCTIONS: MethodTable<null> = {
  date: method(1, 1, (_, args) => dateOf(argument(args, 0))),
  duration: method(1, 1, (_, args) => durationOf(argument(args, 0))),
  escapeHTML: method(1, 1, (_, args) => textArgument(args, 0).replace(/[&<>"']/g, (sign) => ESCAPED[sign] ?? sign)),
  file: method(1, 1, (_, args, scope) => fileValueOf(argument(args, 0), scope)),
  html: method(1, 1, (_, args) => markup('html', argument(args, 0))),
  icon: method(1, 1, (_, args) => markup('icon', argument(args, 0))),
  image: method(1, 1, (_, args) => markup('image', argument(args, 0))),
  link: method(1, 2, (_, args) => linkOf(argument(args, 0), argument(args, 1))),
  list: method(1, 1, (_, args) => listOf(argument(args, 0))),
  max: method(1, MANY, (_, args) => extreme(args, (a, b) => a > b)),
  min: method(1, MANY, (_, args) => extreme(args, (a, b) => a < b)),
  now: method(0, 0, (_, _args, { now }) => new BaseDate(now)),
  number: method(1, 1, (_, args) => (argument(args, 0) === null ? null : toNumber(argument(args, 0)))),
  random: method(0, 0, () => Math.random()),
  today: method(0, 0, (_, _args, { now }) => dayOf(now)),
};

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function dateOf(value: BaseValue): BaseValue {
  if (value === null || value === '' || value instanceof BaseDate) return value === '' ? null : value;
  if (typeof value === 'number') return new BaseDate(value);
  const text = value instanceof BaseLink ? (value.linkpath.split('/').pop() ?? '') : value;
  const date = typeof text === 'string' ? parseAnyDate(text) : null;
  if (date === null) throw new Failure(`${described(value)} is not a date: it is written YYYY-MM-DD HH:mm:ss`);
  return new BaseDate(date.ms, date.hasTime);
}

function durationOf(value: BaseValue): BaseValue {
  if (value === null || value instanceof BaseDuration) return value;
  if (typeof value === 'number') return new BaseDuration(0, value);
  const duration = parseDuration(toText(value));
  if (duration === null) throw new Failure(`${described(value)} is not a duration: it is written "7d" or "2 weeks"`);
  return duration;
}

function fileValueOf(value: BaseValue, scope: Scope): BaseValue {
  const file = fileOf(value, scope);
  return file === null ? null : new BaseFileValue(file);
}

function markup(kind: BaseMarkup['kind'], content: BaseValue): BaseValue {
  return content === null ? null : new BaseMarkup(kind, content instanceof BaseMarkup ? content.content : content);
}

/** `link("path")`, `link("[[path]]")`, `link("https://…")`, `link(file)`, each with a text to show or without. */
function linkOf(value: BaseValue, display: BaseValue): BaseValue {
  if (value === null || value === '') return null;
  if (value instanceof BaseFileValue) return linkTo(value.file.path, display);
  const shown = display ?? (value instanceof BaseLink ? value.display : null);
  const link = typeof value === 'string' ? textOrLink(value, '') : value;
  if (link instanceof BaseLink) {
    const target = link.text.slice(2, -2).split('|', 1)[0] ?? '';
    return shown === null || shown === link.display ? link : wikilink(target, link.linkpath, link.source, shown);
  }
  const target = toText(value);
  if (EXTERNAL.test(target)) {
    const text = shown === null ? target : `[${toText(shown)}](${target})`;
    return new BaseLink(text, target, '', shown);
  }
  return wikilink(target, linkpathOf(target), '', shown);
}

function wikilink(target: string, linkpath: string, source: string, display: BaseValue): BaseLink {
  const label = toText(display);
  return new BaseLink(label === '' ? `[[${target}]]` : `[[${target}|${label}]]`, linkpath, source, display);
}

const EXTERNAL = /^[a-z][a-z0-9+.-]*:/i;

/** A missing value makes an empty list. */
function listOf(value: BaseValue): BaseValue {
  if (isList(value)) return value;
  return value === null ? [] : [value];
}

/** Of numbers or dates, including those in lists; missing values do not count. */
function extreme(args: readonly BaseValue[], isBetter: (a: number, b: number) => boolean): BaseValue {
  let best: { value: BaseValue; number: number } | null = null;
  for (const value of args.flatMap((arg) => (isList(arg) ? arg : [arg]))) {
    if (value === null) continue;
    const number = toNumber(value);
    if (best === null || isBetter(number, best.number))
      best = { number, value: value instanceof BaseDate || value instanceof BaseDuration ? value : number };
  }
  return best === null ? null : best.value;
}
