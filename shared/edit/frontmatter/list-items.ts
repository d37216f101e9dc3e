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
  /** Comments on lines of their own between the item before and this one, without their indentation. */
  above?: readonly string[];
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
  return value.map((item, index) => {
    if (!isSeq(node)) return { value: item };
    const above = node.flow === true ? [] : commentsBetween(node.items[index - 1], node.items[index], yaml);
    return { ...itemOf(node.items[index], item, yaml), ...(above.length === 0 ? {} : { above }) };
  });
}

/** What is above the first item belongs to the list. */
function commentsBetween(before: unknown, node: unknown, yaml: string): string[] {
  const [from, to] = [rangeOf(before)?.end, rangeOf(node)?.start];
  if (from === undefined || to === undefined) return [];
  const lines = yaml
    .slice(0, to)
    .slice(yaml.lastIndexOf('\n', from - 1) + 1)
    .split(/\r?\n/);
  // The first line has the item before, or its end; the last one has this item.
  const isWithin = yaml[from - 1] !== '\n';
  return lines.slice(isWithin ? 1 : 0, -1).flatMap((line) => (/^[ \t]*#/.test(line) ? [line.trim()] : []));
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
  return items.flatMap(({ value, written, above = [] }) =>
    written === undefined
      ? [...above, ...writeValue([value], { ...USUAL_STYLE, indentList: false, plainDates }).tail]
      : [...above, `- ${written.text}${written.comment}`],
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
