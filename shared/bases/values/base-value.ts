import type { BaseFile } from '../base-source.ts';
import type { JudgedPattern } from '../../kit/patterns/pattern-judge.ts';

/** A point in time, in the time zone of this process. */
export class BaseDate {
  /** Epoch milliseconds. */
  readonly ms: number;
  /** False for a day without a time. */
  readonly hasTime: boolean;
  /** As a note or expression has it; null if it was computed. */
  readonly text: string | null;

  constructor(ms: number, hasTime = true, text: string | null = null) {
    this.ms = ms;
    this.hasTime = hasTime;
    this.text = text;
  }
}

/** A length of time: calendar months, and milliseconds besides. */
export class BaseDuration {
  readonly months: number;
  readonly ms: number;
  /** How many of the milliseconds are days, which are longer or shorter if the clocks change: `1d`, not `24h`. */
  readonly dayMs: number;
  /** The difference of two dates, which calculates as the number of its milliseconds. */
  readonly isDifference: boolean;

  constructor(months: number, ms: number, dayMs = 0, isDifference = false) {
    this.months = months;
    this.ms = ms;
    this.dayMs = dayMs;
    this.isDifference = isDifference;
  }
}

/** A link: a text that is a single wikilink, such as `[[Folder/Note#Heading|label]]`, or what `link()` makes. */
export class BaseLink {
  /** As written. */
  readonly text: string;
  /** The part before `#` and `|`; empty for a link into the same note. */
  readonly linkpath: string;
  /** Vault-relative path of the file with the link, from which it resolves. */
  readonly source: string;
  /** What is shown in place of the target; null if nothing is. */
  readonly display: BaseValue;

  constructor(text: string, linkpath: string, source: string, display: BaseValue = null) {
    this.text = text;
    this.linkpath = linkpath;
    this.source = source;
    this.display = display;
  }
}

/** A file as a value: `file`, `this`, and what links lead to. */
export class BaseFileValue {
  readonly file: BaseFile;

  constructor(file: BaseFile) {
    this.file = file;
  }
}

/** A regular expression. */
export class BasePattern {
  readonly judged: JudgedPattern;

  constructor(judged: JudgedPattern) {
    this.judged = judged;
  }
}

/** What `html()`, `image()` and `icon()` make, as data. */
export class BaseMarkup {
  readonly kind: 'html' | 'image' | 'icon';
  readonly content: BaseValue;

  constructor(kind: 'html' | 'image' | 'icon', content: BaseValue) {
    this.kind = kind;
    this.content = content;
  }
}

/** What expressions work with: plain, bounded, without inherited keys. A missing property is null. */
export type BaseValue =
  | null
  | boolean
  | number
  | string
  | BaseDate
  | BaseDuration
  | BaseLink
  | BaseFileValue
  | BasePattern
  | BaseMarkup
  | readonly BaseValue[]
  | BaseMap;
export type BaseMap = ReadonlyMap<string, BaseValue>;

/** The types by the names that `isType()` knows. */
export type TypeName =
  | 'null'
  | 'boolean'
  | 'number'
  | 'string'
  | 'date'
  | 'duration'
  | 'link'
  | 'file'
  | 'regexp'
  | 'html'
  | 'image'
  | 'icon'
  | 'list'
  | 'object';

export function typeOf(value: BaseValue): TypeName {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (isList(value)) return 'list';
  if (value instanceof BaseDate) return 'date';
  if (value instanceof BaseLink) return 'link';
  if (value instanceof BaseFileValue) return 'file';
  if (value instanceof BaseDuration) return 'duration';
  if (value instanceof BasePattern) return 'regexp';
  return value instanceof BaseMarkup ? value.kind : 'object';
}

/** True unless null, false, 0, not a number, or empty. */
export function isTruthy(value: BaseValue): boolean {
  if (typeof value === 'number') return value !== 0 && !Number.isNaN(value);
  return value !== false && !isEmpty(value);
}

/** Null, an empty text, an empty list or an empty map. */
export function isEmpty(value: BaseValue): boolean {
  if (value === null || value === '') return true;
  if (isList(value)) return value.length === 0;
  return isMap(value) && value.size === 0;
}

export function isList(value: BaseValue): value is readonly BaseValue[] {
  return Array.isArray(value);
}

export function isMap(value: BaseValue): value is BaseMap {
  return value instanceof Map;
}
