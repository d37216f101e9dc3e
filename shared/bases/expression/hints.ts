import { arityOf, METHOD_NAMES } from '../functions/members.ts';
import { GLOBAL_FUNCTIONS } from '../functions/global-functions.ts';
import { nearest } from './nearest.ts';

/** What to write instead of a function that does not exist. */
export function functionHint(name: string): string {
  const instead = FUNCTIONS_OF_OTHERS.get(name);
  if (instead !== undefined) return instead;
  if (FILE_METHODS.has(name)) return `It is a method of files: write file.${name}(…).`;
  if (arityOf(name) !== null) return `It is a method: write value.${usageOf(name, METHOD_USAGES)}.`;
  return (
    near(name, FUNCTION_NAMES, '()') ?? METHODS_OF_OTHERS.get(name) ?? `The functions are ${FUNCTION_NAMES.join(', ')}.`
  );
}

/** What to write instead of a method that does not exist. */
export function methodHint(name: string): string {
  if (Object.hasOwn(GLOBAL_FUNCTIONS, name)) return `It is a function: write ${usageOf(name, FUNCTION_USAGES)}.`;
  return METHODS_OF_OTHERS.get(name) ?? near(name, METHOD_NAMES, '()') ?? `The methods are ${METHOD_NAMES.join(', ')}.`;
}

/** How a function or method is called, for calls with a wrong number of arguments. */
export function usageHint(name: string, kind: 'function' | 'method'): string {
  return kind === 'function'
    ? `Write ${usageOf(name, FUNCTION_USAGES)}.`
    : `Write value.${usageOf(name, METHOD_USAGES)}.`;
}

export function near(name: string, names: readonly string[], ending: string): string | undefined {
  const found = nearest(name, names);
  return found === null ? undefined : `Did you mean ${found}${ending}?`;
}

const FUNCTION_NAMES: readonly string[] = ['if', ...Object.keys(GLOBAL_FUNCTIONS)];

function usageOf(name: string, usages: ReadonlyMap<string, string>): string {
  return `${name}(${usages.get(name) ?? ''})`;
}

/** Arguments of functions; those that are missing here have none. */
const FUNCTION_USAGES: ReadonlyMap<string, string> = new Map([
  ['if', 'condition, value, otherwise'],
  ['date', '"2026-03-01"'],
  ['duration', '"7d"'],
  ['escapeHTML', 'text'],
  ['file', '"Folder/Note.md"'],
  ['html', 'text'],
  ['icon', '"star"'],
  ['image', 'path'],
  ['link', '"Note", "shown"'],
  ['list', 'value'],
  ['max', 'one, other'],
  ['min', 'one, other'],
  ['number', 'value'],
]);

/** The same of methods. */
const METHOD_USAGES: ReadonlyMap<string, string> = new Map([
  ['isType', '"number"'],
  ['contains', '"part"'],
  ['containsAll', '"one", "other"'],
  ['containsAny', '"one", "other"'],
  ['startsWith', '"part"'],
  ['endsWith', '"part"'],
  ['replace', '"old", "new"'],
  ['repeat', '2'],
  ['slice', '0, 5'],
  ['split', '","'],
  ['join', '", "'],
  ['format', '"YYYY-MM-DD"'],
  ['round', '2'],
  ['toFixed', '2'],
  ['matches', 'text'],
  ['map', 'value * 2'],
  ['filter', 'value > 2'],
  ['reduce', 'acc + value, 0'],
  ['hasTag', '"tag"'],
  ['hasLink', '"Note"'],
  ['hasProperty', '"name"'],
  ['inFolder', '"Folder"'],
  ['linksTo', '"Note"'],
]);

const FILE_METHODS: ReadonlySet<string> = new Set([
  'hasLink',
  'hasProperty',
  'hasTag',
  'inFolder',
  'asLink',
  'linksTo',
]);

/** Functions that early versions of the app had, or other languages have. */
const FUNCTIONS_OF_OTHERS: ReadonlyMap<string, string> = new Map([
  ['not', 'Write !(…) instead.'],
  ['and', 'Write && between two conditions.'],
  ['or', 'Write || between two conditions.'],
  ['taggedWith', 'Write file.hasTag("tag") instead.'],
  ['dateBefore', 'Write date < other instead.'],
  ['dateAfter', 'Write date > other instead.'],
  ['dateModify', 'Write date + "1 month" instead.'],
  ['dateDiff', 'Write (one - other).days instead.'],
  ['dateformat', 'Write date.format("YYYY-MM-DD") instead.'],
  ['concat', 'Write + between two texts.'],
  ['join', 'Write list.join(", ") instead.'],
  ['len', 'Write value.length instead.'],
  ['length', 'Write value.length instead.'],
  ['default', 'Write if(value, value, other) instead.'],
  ['choice', 'Write if(condition, value, otherwise) instead.'],
  ['dur', 'Write duration("7d") instead.'],
  ['striptime', 'Write value.date() instead.'],
  ['sum', 'Write list.sum() instead.'],
  ['average', 'Write list.mean() instead.'],
  ['avg', 'Write list.mean() instead.'],
  ['parseInt', 'Write number(value) instead.'],
  ['parseFloat', 'Write number(value) instead.'],
  ['Number', 'Write number(value) instead.'],
  ['String', 'Write value.toString() instead.'],
  ['string', 'Write value.toString() instead.'],
  ['Date', 'Write date("2026-03-01"), or now().'],
  ['regexmatch', 'Write /pattern/.matches(text) instead.'],
]);

/** Methods that other languages have. */
const METHODS_OF_OTHERS: ReadonlyMap<string, string> = new Map([
  ['includes', 'Write value.contains("part") instead.'],
  ['indexOf', 'Write value.contains("part") instead.'],
  ['has', 'Write value.contains("part") instead.'],
  ['match', 'Write /pattern/.matches(value) instead.'],
  ['test', 'Write /pattern/.matches(value) instead.'],
  ['toLowerCase', 'Write value.lower() instead.'],
  ['toUpperCase', 'There is no upper case, only value.lower() and value.title().'],
  ['upper', 'There is no upper case, only value.lower() and value.title().'],
  ['capitalize', 'Write value.title() instead.'],
  ['substring', 'Write value.slice(0, 5) instead.'],
  ['substr', 'Write value.slice(0, 5) instead.'],
  ['replaceAll', 'Write value.replace("old", "new"), which replaces all.'],
  ['concat', 'Write + between two values.'],
  ['push', 'Write list + [value] instead.'],
  ['count', 'Write value.length instead.'],
  ['size', 'Write value.length instead.'],
  ['length', 'Write value.length, without parentheses.'],
  ['some', 'Write list.filter(value > 2).length > 0 instead.'],
  ['any', 'Write list.filter(value > 2).length > 0 instead.'],
  ['every', 'Write list.filter(!(value > 2)).length == 0 instead.'],
  ['all', 'Write list.filter(!(value > 2)).length == 0 instead.'],
  ['find', 'Write list.filter(value > 2)[0] instead.'],
  ['first', 'Write list[0] instead.'],
  ['last', 'Write list.reverse()[0] instead.'],
  ['forEach', 'Write list.map(value * 2) instead.'],
  ['at', 'Write list[0] instead.'],
  ['average', 'Write list.mean() instead.'],
  ['avg', 'Write list.mean() instead.'],
  ['addDays', 'Write date + "1d" instead.'],
  ['add', 'Write date + "1d" instead.'],
  ['subtract', 'Write date - "1d" instead.'],
  ['diff', 'Write (one - other).days instead.'],
  ['toISOString', 'Write date.format("YYYY-MM-DD") instead.'],
  ['getFullYear', 'Write date.year instead.'],
  ['getMonth', 'Write date.month instead.'],
  ['toNumber', 'Write number(value) instead.'],
  ['toDate', 'Write date(value) instead.'],
]);
