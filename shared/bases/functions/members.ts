import type { Steps } from '../../kit/concurrency/slices.ts';
import { shorten } from '../../kit/text/shorten.ts';
import { Failure, type Scope } from '../expression/scope.ts';
import {
  BaseDate,
  BaseDuration,
  BaseFileValue,
  BaseLink,
  BasePattern,
  isEmpty,
  isList,
  isMap,
  isTruthy,
  typeOf,
  type BaseValue,
} from '../values/base-value.ts';
import { durationMs } from '../values/duration.ts';
import { described } from '../values/numbers.ts';
import { parseDateText } from '../values/date-text.ts';
import { toText } from '../values/value-text.ts';
import { DATE_METHODS, dateField, durationField } from './date-methods.ts';
import { FILE_FIELDS, FILE_METHODS, fileOf, propertyOf } from './file-members.ts';
import { LIST_METHODS, OBJECT_METHODS } from './list-methods.ts';
import { method, textArgument, type Method, type MethodTable } from './method.ts';
import { NUMBER_METHODS } from './number-methods.ts';
import { searchFor } from './patterns.ts';
import { STRING_METHODS } from './string-methods.ts';

/** Methods that every value has, a missing one too. */
const ANY_METHODS: MethodTable<BaseValue> = {
  isTruthy: method(0, 0, (value) => isTruthy(value)),
  isEmpty: method(0, 0, (value) => isEmpty(value)),
  isType: method(1, 1, (value, args) => isType(value, textArgument(args, 0))),
  toString: method<BaseValue>(0, 0, (value) => toText(value)),
};

const PATTERN_METHODS: MethodTable<BasePattern> = {
  matches: method(1, 1, (pattern, args, scope) => {
    const text = textArgument(args, 0);
    return searchFor(pattern, text, false, scope).test(text);
  }),
};

/** Of links, besides those of their text and of their file. */
const LINK_METHODS: MethodTable<BaseLink> = {
  asFile: method(0, 0, (link, _args, scope) => {
    const file = fileOf(link, scope);
    return file === null ? null : new BaseFileValue(file);
  }),
  linksTo: method(1, 1, (link, args, scope) => {
    const file = fileOf(link, scope);
    return file !== null && FILE_METHODS['linksTo']?.call(file, args, scope) === true;
  }),
};

const ALL_TABLES: readonly MethodTable<never>[] = [
  ANY_METHODS,
  STRING_METHODS,
  NUMBER_METHODS,
  DATE_METHODS,
  LIST_METHODS,
  OBJECT_METHODS,
  LINK_METHODS,
  FILE_METHODS,
  PATTERN_METHODS,
];

/** The least and most arguments that a method of this name takes on any value; null if no value has such a method. */
export function arityOf(name: string): { least: number; most: number } | null {
  const found = ALL_TABLES.flatMap((table) => own(table, name) ?? []);
  if (found.length === 0) return null;
  return {
    least: Math.min(...found.map(({ least }) => least)),
    most: Math.max(...found.map(({ most }) => most)),
  };
}

/** Names of all methods, for suggestions. */
export const METHOD_NAMES: readonly string[] = [
  ...new Set([...ALL_TABLES.flatMap((table) => Object.keys(table)), 'map', 'filter', 'reduce']),
];

/** Calls a method of a value, as {@link methodNamed} makes it. */
export type MethodCall = (self: BaseValue, args: readonly BaseValue[], scope: Scope) => BaseValue;

/**
 * Finds the methods of a name once, to be called on any value. A missing value has only the methods that every value
 * has; any other one gives a missing value. The call throws `Failure` if the value has no such method, or the arguments
 * do not fit.
 */
export function methodNamed(name: string): MethodCall {
  const ofAny = own(ANY_METHODS, name);
  const ofKind = specialCalls(name);
  return (self, args, scope) => {
    const special = ofKind(self, args, scope);
    if (special !== undefined) return special;
    if (ofAny !== undefined) return ofAny.call(self, args, scope);
    if (self === null) return null;
    throw new Failure(`${described(self)} has no ${shorten(name, 40)}()`);
  };
}

/** Calls a method as {@link MethodCall} does, with pauses. */
export type PausingCall = (self: BaseValue, args: readonly BaseValue[], scope: Scope) => Steps<BaseValue>;

/** The method of a name for values of any length; null if it is short on all of them. */
export function pausingMethodNamed(name: string): PausingCall | null {
  const ofList = own(LIST_METHODS, name)?.steps;
  const ofText = own(STRING_METHODS, name)?.steps;
  if (ofList === undefined && ofText === undefined) return null;
  const call = methodNamed(name);
  return function* (self, args, scope) {
    if (isList(self) && ofList !== undefined) return yield* ofList(self, args, scope);
    if (typeof self === 'string' && ofText !== undefined) return yield* ofText(self, args, scope);
    return call(self, args, scope);
  };
}

/** `value.name`: a field of its type, or an entry of an object; null if there is none. */
export function fieldOf(value: BaseValue, name: string, scope: Scope): BaseValue {
  if (isMap(value)) return value.get(name) ?? null;
  if (isList(value) || typeof value === 'string')
    return name === 'length' ? value.length : dateFieldOfText(value, name);
  if (value instanceof BaseDate) return dateField(value, name) ?? (name === 'length' ? toText(value).length : null);
  if (value instanceof BaseDuration) return durationField(value, name) ?? null;
  if (value instanceof BaseFileValue) return fileFieldOf(value, name, scope);
  if (!(value instanceof BaseLink)) return null;
  if (name === 'length') return value.text.length;
  const file = fileOf(value, scope);
  return file === null ? null : fileFieldOf(new BaseFileValue(file), name, scope);
}

/** `value[index]`: an item, from 0, a character, or what a field of this name is. */
export function itemAt(value: BaseValue, index: BaseValue, scope: Scope): BaseValue {
  if (typeof index === 'number' && (isList(value) || typeof value === 'string')) return value[index] ?? null;
  return fieldOf(value, toText(index), scope);
}

/** The methods of one kind of value; undefined where it has none of the name. */
function specialCalls(
  name: string,
): (self: BaseValue, args: readonly BaseValue[], scope: Scope) => BaseValue | undefined {
  const ofList = own(LIST_METHODS, name);
  const ofMap = own(OBJECT_METHODS, name);
  const ofNumber = own(NUMBER_METHODS, name);
  const ofText = own(STRING_METHODS, name);
  const ofDate = own(DATE_METHODS, name);
  const ofFile = own(FILE_METHODS, name);
  const ofLink = own(LINK_METHODS, name);
  const ofPattern = own(PATTERN_METHODS, name);

  /** A text that is a date has the methods of dates, too. */
  const callOfText = (text: string, args: readonly BaseValue[], scope: Scope): BaseValue | undefined => {
    if (ofText !== undefined) return ofText.call(text, args, scope);
    const ms = ofDate === undefined ? null : parseDateText(text);
    return ms === null ? undefined : ofDate?.call(new BaseDate(ms, text.length > 10), args, scope);
  };

  /** A link has its own methods, those of its text, and those of the file it leads to. */
  const callOfLink = (link: BaseLink, args: readonly BaseValue[], scope: Scope): BaseValue | undefined => {
    if (ofLink !== undefined) return ofLink.call(link, args, scope);
    if (ofText !== undefined) return ofText.call(link.text, args, scope);
    if (ofFile === undefined) return undefined;
    const file = fileOf(link, scope);
    return file === null ? null : ofFile.call(file, args, scope);
  };

  return (self, args, scope) => {
    if (self === null) return undefined;
    if (typeof self === 'string') return callOfText(self, args, scope);
    if (typeof self === 'number') return ofNumber?.call(self, args, scope);
    if (typeof self === 'boolean') return undefined;
    if (isList(self)) return ofList?.call(self, args, scope);
    if (self instanceof BaseDate) {
      if (ofDate !== undefined) return ofDate.call(self, args, scope);
      return self.text === null ? undefined : ofText?.call(self.text, args, scope);
    }
    if (self instanceof BaseLink) return callOfLink(self, args, scope);
    if (self instanceof BaseFileValue) return ofFile?.call(self.file, args, scope);
    if (self instanceof BaseDuration) return ofNumber?.call(durationMs(self), args, scope);
    if (isMap(self)) return ofMap?.call(self, args, scope);
    return self instanceof BasePattern ? ofPattern?.call(self, args, scope) : undefined;
  };
}

/** A field that files have, or else a property of the note. */
function fileFieldOf({ file }: BaseFileValue, name: string, scope: Scope): BaseValue {
  const field = FILE_FIELDS.get(name);
  return field === undefined ? propertyOf(file, name) : field(file, scope);
}

function dateFieldOfText(value: BaseValue, name: string): BaseValue {
  const ms = typeof value === 'string' ? parseDateText(value) : null;
  return ms === null ? null : (dateField(new BaseDate(ms), name) ?? null);
}

function isType(value: BaseValue, type: string): boolean {
  const own = typeOf(value);
  return own === type || (type === 'array' && own === 'list') || (type === 'regex' && own === 'regexp');
}

function own<Self>(table: MethodTable<Self>, name: string): Method<Self> | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
