import { isMap, isSeq } from 'yaml';
import type { Pair, YAMLMap, YAMLSeq } from 'yaml';
import { colonEnd, pairEnd, rangeOf, writtenRange } from './frontmatter-block.ts';
import type { FrontmatterBlock } from './frontmatter-block.ts';
import { styleOf, USUAL_STYLE, writeFlowValue, writeKey } from './frontmatter-yaml.ts';
import type { ValueStyle, WrittenValue } from './frontmatter-yaml.ts';
import { blockItems, flowItems } from './list-items.ts';
import type { ListItem } from './list-items.ts';
import type { JsonValue } from '../note-edit.ts';
import { majorityEnding } from '../text-lines.ts';
import type { LineEnding } from '../text-lines.ts';

/** A way to write a value. */
export type Writer = (value: JsonValue, style: ValueStyle) => WrittenValue;

/** Edits of one block. Each method returns the whole new text. */
export class BlockEdit {
  readonly #text: string;
  readonly #base: number;
  readonly #yaml: string;
  readonly #ending: LineEnding;

  constructor(text: string, block: FrontmatterBlock) {
    this.#text = text;
    this.#base = block.yamlRange.start;
    this.#yaml = block.yaml;
    this.#ending = majorityEnding(text);
  }

  /** The column of a block map's keys. */
  columnOf(map: YAMLMap): number {
    const start = rangeOf(map.items[0]?.key)?.start ?? 0;
    return start - this.#lineStart(start);
  }

  /** The lines of a pair as they are written, without the last line end. */
  linesOf(pair: Pair): string {
    const start = this.#lineStart(rangeOf(pair.key)?.start ?? 0);
    return this.#yaml.slice(start, this.#lineEnd(pairEnd(pair, this.#yaml)));
  }

  /** Replaces a pair's value; the comment on its line stays. */
  setValue(pair: Pair, value: JsonValue, write: Writer): string {
    const colon = colonEnd(pair) ?? rangeOf(pair.key)?.end ?? 0;
    const old = writtenRange(pair.value, this.#yaml);
    const isBlock = isBlockCollection(pair.value);
    const written = write(value, this.#styleFor(pair));
    if (isBlock && old !== null && written.head === '') return this.#replaceBlock(old, written.tail);
    const end = old === null ? colon : isBlock ? this.#lineEnd(old.end) : old.end;
    const lineEnd = this.#lineEnd(end);
    const column = this.#keyColumn(pair);
    const comment = old === null ? '' : this.#commentBetween(colon, old.start);
    const tail = written.tail.map((line) => this.#ending + indented(line, ' '.repeat(column))).join('');
    return this.#splice(colon, lineEnd, written.head + comment + this.#yaml.slice(end, lineEnd) + tail);
  }

  /** Adds items at the end of a list that has some; those that are there stay as written. */
  addToList(list: YAMLSeq, added: readonly ListItem[]): string {
    const style = styleOf(list, '');
    if (list.flow === true) return this.#addToFlow(list, flowItems(added, style));
    const { start, end } = writtenRange(list, this.#yaml) ?? { start: 0, end: 0 };
    const indent = ' '.repeat(start - this.#lineStart(start));
    const at = this.#lineEnd(end);
    return this.#splice(
      at,
      at,
      blockItems(added, style)
        .map((line) => this.#ending + indented(line, indent))
        .join(''),
    );
  }

  /** Adds a key at the end of a nested map. */
  addToMap(map: YAMLMap, names: readonly string[], value: JsonValue, write: Writer): string {
    const [name = '', ...inner] = names;
    const last = map.items.at(-1);
    const at = last === undefined ? this.#yaml.length : this.#nextLine(pairEnd(last, this.#yaml));
    return this.#splice(
      at,
      at,
      entryLines(name, write(nest(inner, value), USUAL_STYLE), this.columnOf(map), this.#ending),
    );
  }

  /** Removes a pair's lines; comments above and below stay. */
  removePair(pair: Pair): string {
    const start = this.#lineStart(rangeOf(pair.key)?.start ?? 0);
    return this.#splice(start, this.#nextLine(pairEnd(pair, this.#yaml)), '');
  }

  setInFlow(map: YAMLMap, pair: Pair | null, names: readonly string[], value: JsonValue): string {
    if (pair === null) {
      const [name = '', ...inner] = names;
      return this.#addToFlow(map, `${writeKey(name)}: ${writeFlowValue(nest(inner, value), USUAL_STYLE)}`);
    }
    const old = writtenRange(pair.value, this.#yaml);
    const written = writeFlowValue(nest(names, value), this.#styleFor(pair));
    if (old !== null) return this.#splice(old.start, old.end, written);
    const colon = colonEnd(pair);
    const at = colon ?? rangeOf(pair.key)?.end ?? 0;
    return this.#splice(at, at, `${colon === null ? ':' : ''} ${written}`);
  }

  removeFromFlow(map: YAMLMap, pair: Pair): string {
    const index = map.items.indexOf(pair);
    const start = rangeOf(pair.key)?.start ?? 0;
    const next = rangeOf(map.items[index + 1]?.key);
    if (next !== null) return this.#splice(start, next.start, '');
    const before = map.items[index - 1];
    return this.#splice(before === undefined ? start : pairEnd(before, this.#yaml), pairEnd(pair, this.#yaml), '');
  }

  /** The YAML of a text that differs from this one only in the block. */
  yamlOf(text: string): string {
    return text.slice(this.#base, text.length - (this.#text.length - this.#base - this.#yaml.length));
  }

  #addToFlow(collection: YAMLMap | YAMLSeq, entry: string): string {
    const close = (rangeOf(collection)?.end ?? 1) - 1;
    const before = this.#yaml.slice(0, close).trimEnd();
    const separator = /[{[]$/.test(before) ? '' : before.endsWith(',') ? ' ' : ', ';
    return this.#splice(before.length, before.length, separator + entry);
  }

  /** A block list or map keeps its indentation. */
  #replaceBlock({ start, end }: { start: number; end: number }, tail: readonly string[]): string {
    const lineStart = this.#lineStart(start);
    const indent = ' '.repeat(start - lineStart);
    const inner = /^ */.exec(tail[0] ?? '')?.[0].length ?? 0;
    return this.#splice(
      lineStart,
      this.#lineEnd(end),
      tail.map((line) => indented(line.slice(inner), indent)).join(this.#ending),
    );
  }

  #styleFor(pair: Pair): ValueStyle {
    const old = writtenRange(pair.value, this.#yaml);
    const style = styleOf(pair.value, old === null ? '' : this.#yaml.slice(old.start, old.end));
    const isFlushList =
      isSeq(pair.value) &&
      pair.value.flow !== true &&
      old !== null &&
      old.start - this.#lineStart(old.start) === this.#keyColumn(pair);
    return isFlushList ? { ...style, indentList: false } : style;
  }

  #keyColumn(pair: Pair): number {
    const start = rangeOf(pair.key)?.start ?? 0;
    return start - this.#lineStart(start);
  }

  /** The comment on the key's line, if the value begins below. */
  #commentBetween(colon: number, valueStart: number): string {
    const line = this.#yaml.slice(colon, Math.min(valueStart, this.#lineEnd(colon)));
    const comment = /\s#.*$/.exec(line)?.[0];
    return comment !== undefined && valueStart > this.#lineEnd(colon) ? comment : '';
  }

  #splice(start: number, end: number, replacement: string): string {
    return this.#text.slice(0, this.#base + start) + replacement + this.#text.slice(this.#base + end);
  }

  #lineStart(at: number): number {
    let start = at;
    while (start > 0 && !isLineBreak(this.#yaml.charCodeAt(start - 1))) start--;
    return start;
  }

  #lineEnd(at: number): number {
    let end = at;
    while (end < this.#yaml.length && !isLineBreak(this.#yaml.charCodeAt(end))) end++;
    return end;
  }

  #nextLine(at: number): number {
    const end = this.#lineEnd(at);
    return Math.min(this.#yaml.length, end + (this.#yaml.startsWith('\r\n', end) ? 2 : 1));
  }
}

/** `{b: {c: value}}` for the names `b` and `c`. */
export function nest(names: readonly string[], value: JsonValue): JsonValue {
  return names.reduceRight<JsonValue>((inner, name) => Object.fromEntries([[name, inner]]), value);
}

/** The lines of a key and its value, with line ends. */
export function entryLines(name: string, { head, tail }: WrittenValue, column: number, ending: LineEnding): string {
  const indent = ' '.repeat(column);
  return [`${indent}${writeKey(name)}:${head}`, ...tail.map((line) => indented(line, indent))]
    .map((line) => line + ending)
    .join('');
}

function indented(line: string, indent: string): string {
  return line === '' ? '' : indent + line;
}

function isBlockCollection(node: unknown): boolean {
  return (isMap(node) || isSeq(node)) && node.flow !== true;
}

function isLineBreak(code: number): boolean {
  return code === 10 || code === 13;
}
