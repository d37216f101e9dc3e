import { isMap, isScalar, isSeq, Scalar } from 'yaml';
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

/** A value's items, as they are written: those of a list, or the one that it is itself; none for nothing. */
export function itemsOf(node: unknown, value: JsonValue | undefined, yaml: string): ListItem[] {
  if (value === undefined || value === null || value === '') return [];
  if (!Array.isArray(value)) return [itemOf(node, value, yaml)];
  return value.map((item, index) => (isSeq(node) ? itemOf(node.items[index], item, yaml) : { value: item }));
}

export function withoutComment({ value, written }: ListItem): ListItem {
  return written === undefined ? { value } : { value, written: { ...written, comment: '' } };
}

/** The lines of items in a block list, not indented. */
export function blockItems(items: readonly ListItem[]): string[] {
  return items.flatMap(({ value, written }) =>
    written === undefined
      ? writeValue([value], { ...USUAL_STYLE, indentList: false }).tail
      : [`- ${written.text}${written.comment}`],
  );
}

/** Items of a list in brackets. */
export function flowItems(items: readonly ListItem[]): string {
  return items
    .map(({ value, written }) => (written?.fitsFlow === true ? written.text : writeFlowValue(value, USUAL_STYLE)))
    .join(', ');
}

/** A list of these items as the value of a key. */
export function writeItems(items: readonly ListItem[], { indentList }: Pick<ValueStyle, 'indentList'>): WrittenValue {
  return { head: '', tail: blockItems(items).map((line) => (indentList && line !== '' ? `  ${line}` : line)) };
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
