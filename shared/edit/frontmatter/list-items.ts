import { isMap, isScalar, isSeq, Scalar } from 'yaml';
import { isSameValue } from '../json-values.ts';
import type { JsonValue } from '../note-edit.ts';
import { rangeOf } from './frontmatter-block.ts';
import { USUAL_STYLE, writeFlowValue, writeValue } from './frontmatter-yaml.ts';
import type { ValueStyle, WrittenValue } from './frontmatter-yaml.ts';

/** An item for a list. */
export interface ListItem {
  value: JsonValue;
  /** How a person has written it, if that is known and fits on a line. */
  written?: WrittenItem;
}

interface WrittenItem {
  text: string;
  /** The comment after it, with the spaces between; empty if there is none. */
  comment: string;
  /** It means the same between brackets. */
  fitsFlow: boolean;
}

/** New dates are written as those that are there. */
type PlainDates = Pick<ValueStyle, 'plainDates'>;

/** A value's items, as they are written: those of a list, or the one that it is itself; none for nothing. */
export function itemsOf(node: unknown, value: JsonValue | undefined, yaml: string): ListItem[] {
  if (value === undefined || value === null || value === '') return [];
  if (!Array.isArray(value)) return [itemOf(node, value, yaml)];
  return value.map((item, index) => (isSeq(node) ? itemOf(node.items[index], item, yaml) : { value: item }));
}

export function withoutComment({ value, written }: ListItem): ListItem {
  return written === undefined ? { value } : { value, written: { ...written, comment: '' } };
}

/** The items of a new list: of those that are there, each as it is written. */
export function keptItems(own: readonly ListItem[], values: readonly JsonValue[]): ListItem[] {
  const left = [...own];
  return values.map((value) => {
    const at = left.findIndex((item) => isSameValue(item.value, value));
    const [kept] = at === -1 ? [] : left.splice(at, 1);
    return kept ?? { value };
  });
}

/** The lines of items in a block list, not indented. */
export function blockItems(items: readonly ListItem[], { plainDates }: PlainDates): string[] {
  return items.flatMap(({ value, written }) =>
    written === undefined
      ? writeValue([value], { ...USUAL_STYLE, indentList: false, plainDates }).tail
      : [`- ${written.text}${written.comment}`],
  );
}

/** Items of a list in brackets. */
export function flowItems(items: readonly ListItem[], { plainDates }: PlainDates): string {
  const style = { ...USUAL_STYLE, plainDates };
  return items
    .map(({ value, written }) => (written?.fitsFlow === true ? written.text : writeFlowValue(value, style)))
    .join(', ');
}

/** A list of these items as the value of a key. */
export function writeItems(items: readonly ListItem[], style: ValueStyle): WrittenValue {
  const lines = blockItems(items, style);
  return { head: '', tail: lines.map((line) => (style.indentList && line !== '' ? `  ${line}` : line)) };
}

/** A value as an item, as it is written in this YAML if it is on one line. */
function itemOf(node: unknown, value: JsonValue, yaml: string): ListItem {
  const mayBeCopied = isScalar(node) ? node.tag === undefined : (isMap(node) || isSeq(node)) && node.flow === true;
  const range = mayBeCopied ? rangeOf(node) : null;
  const text = range === null ? '' : yaml.slice(range.start, range.end);
  if (range === null || text === '' || /[\r\n]/.test(text)) return { value };
  const isPlain = isScalar(node) && node.type === Scalar.PLAIN;
  const [comment = ''] = LINE_COMMENT.exec(yaml.slice(range.end)) ?? [];
  return { value, written: { text, comment, fitsFlow: !isPlain || !FLOW_MARKS.test(text) } };
}

const LINE_COMMENT = /^[ \t]+#[^\r\n]*/;
const FLOW_MARKS = /[,[\]{}]/;
