import { Document, isMap, isScalar, isSeq, Scalar, visit } from 'yaml';
import type { Node, ToStringOptions } from 'yaml';
import type { JsonValue } from '../note-edit.ts';

/** How to write a value: like the old one, as far as that shows. */
export interface ValueStyle {
  /** Lists and maps on one line, in brackets. */
  flow: boolean;
  /** Spaces inside those brackets. */
  padded: boolean;
  /** Lists are indented from their key. */
  indentList: boolean;
  quotes: 'as-needed' | 'double' | 'single';
  /** Leaves what YAML 1.1 reads as a date or boolean unquoted. */
  plainDates: boolean;
}

/** A value as YAML: what is on its key's line, and the lines below, indented from the key. */
export interface WrittenValue {
  /** Empty, or begins with a space. */
  head: string;
  tail: string[];
}

export const USUAL_STYLE: ValueStyle = {
  flow: false,
  padded: false,
  indentList: true,
  quotes: 'as-needed',
  plainDates: false,
};

const DATE = /^\d{4}-\d{2}-\d{2}(?:[Tt ]|$)/;
/** What a YAML reader might take for a line end or drop, unless escaped. */
const UNSAFE = /[^\P{Cc}\t\n]|[\u2028\u2029\ufeff\ufffe\uffff]/u;

/** Writes a value for a block map. Quotes texts if YAML 1.1 or 1.2 needs it. */
export function writeValue(value: JsonValue, style: ValueStyle): WrittenValue {
  const [first = '', ...tail] = stringify(new Map([['k', value]]), style)
    .slice(0, -1)
    .split('\n');
  return { head: first.slice('k:'.length), tail };
}

/** Writes a value on one line, for a flow map. */
export function writeFlowValue(value: JsonValue, style: ValueStyle): string {
  const document = documentOf(new Map([['k', value]]), style);
  if (isMap(document.contents)) document.contents.flow = true;
  return document
    .toString(options({ ...style, padded: false }))
    .trimEnd()
    .slice('{k: '.length, -1);
}

/** Writes a value as JSON, which is YAML too, for what the usual styles cannot express. */
export function writeJsonValue(value: JsonValue): WrittenValue {
  return { head: ` ${JSON.stringify(value).replace(UNESCAPED, escapeUnit)}`, tail: [] };
}

/** Writes a key without its colon. */
export function writeKey(key: string): string {
  return stringify(new Map([[key, null]]), USUAL_STYLE)
    .trimEnd()
    .slice(0, -': null'.length);
}

/** Writes a block map; lines end with `\n`. Empty without keys. `isDate` says which dates are not quoted. */
export function writeMap(values: ReadonlyMap<string, JsonValue>, isDate: (key: string) => boolean): string {
  return [...values]
    .map(([key, value]) =>
      stringify(new Map([[key, value]]), { ...USUAL_STYLE, plainDates: isDates(value) && isDate(key) }),
    )
    .join('');
}

/** The style of a value as it is written now. */
export function styleOf(node: unknown, source: string): ValueStyle {
  const style = { ...USUAL_STYLE, plainDates: hasPlainDate(node) };
  if (isScalar(node) && typeof node.value === 'string') {
    return {
      ...style,
      quotes: node.type === Scalar.QUOTE_DOUBLE ? 'double' : node.type === Scalar.QUOTE_SINGLE ? 'single' : 'as-needed',
    };
  }
  if ((isMap(node) || isSeq(node)) && node.flow === true)
    return { ...style, flow: node.items.length > 0, padded: /^[[{] /.test(source) };
  return style;
}

const UNESCAPED = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function stringify(values: ReadonlyMap<string, JsonValue>, style: ValueStyle): string {
  return documentOf(values, style).toString(options(style));
}

function documentOf(values: ReadonlyMap<string, JsonValue>, style: ValueStyle): Document {
  const document: Document = new Document(values, {
    schema: 'core',
    ...(style.plainDates ? {} : { compat: 'yaml-1.1' }),
    aliasDuplicateObjects: false,
  });
  visit(document, {
    Scalar(key, node) {
      if (typeof node.value !== 'string') return;
      if (UNSAFE.test(node.value)) node.type = Scalar.QUOTE_DOUBLE;
      else if (key !== 'key' && style.quotes !== 'as-needed' && !node.value.includes('\n'))
        node.type = style.quotes === 'double' ? Scalar.QUOTE_DOUBLE : Scalar.QUOTE_SINGLE;
    },
    Collection(_, node: Node) {
      if (style.flow && node !== document.contents && (isMap(node) || isSeq(node))) node.flow = true;
    },
  });
  return document;
}

function options(style: ValueStyle): ToStringOptions {
  return { lineWidth: 0, indentSeq: style.indentList, flowCollectionPadding: style.padded };
}

/** Whether a value is a date or a time, or a list of such, that the app would not quote. */
export function isDates(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isDates);
  return typeof value === 'string' && WHOLE_DATE.test(value);
}

const WHOLE_DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?)?$/;

/** Whether a value, or an item of a list, is a date without quotes. */
export function hasPlainDate(node: unknown): boolean {
  if (isScalar(node)) return node.type === Scalar.PLAIN && typeof node.value === 'string' && DATE.test(node.value);
  return isSeq(node) && node.items.some(hasPlainDate);
}
