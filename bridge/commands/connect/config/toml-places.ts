import { parseDocument } from '@decimalturn/toml-patch';

/**
 * Sets what is at a path of keys below a table that is there. All else stays, byte for byte; the text must be valid.
 */
export function setTomlAt(text: string, path: readonly string[], written: string): string {
  const { tables, rows } = readToml(text);
  const known = rows.find((row) => isSame(row.path, path));
  if (known !== undefined) return spliced(text, known.value.start, known.value.end, written);
  const parent = longest(rows.filter((row) => isBelow(path, row.path)));
  if (parent !== undefined) return intoInline(text, parent, path, written);
  const isOwn = (at: readonly string[]): boolean => isBelow(at, path.slice(0, OWN_KEYS));
  const table = longest(
    tables.filter((each) => isBelow(path, each.path) && (isOwn(each.path) || each.rows.some((row) => isOwn(row.path)))),
  );
  if (table === undefined) throw new Error(`${path.join('.')} has no table to go into`);
  const before = table.rows.findLast((row) => isOwn(table.path) || isOwn(row.path));
  const start = before?.start ?? table.start;
  const end = lineEnd(text, before?.end ?? table.headerEnd);
  const indent = /^[ \t]*/u.exec(text.slice(lineStart(text, start)))?.[0] ?? '';
  const line = `${indent}${keysOf(path.slice(table.path.length))} = ${written}`;
  return spliced(text, end, end, endOfLine(text) + line);
}

/**
 * Takes out the tables and rows at a path of keys and below. All else stays, byte for byte, except one of the empty
 * lines around them.
 */
export function removeTomlAt(text: string, path: readonly string[]): string {
  const { tables, rows } = readToml(text);
  const own = tables.filter((table) => isBelow(table.path, path));
  const ownRows = tables
    .flatMap((table) => (own.includes(table) ? [] : table.rows))
    .filter(({ path: at }) => isBelow(at, path));
  const left = rows.filter((row) => row.isInline && isSame(row.path, path));
  if (left.length > 0 && own.length + ownRows.length === 0) throw new Error(`${path.join('.')} is in an inline table`);
  const ranges = [
    ...own.map((table) => ({ start: table.start, end: table.rows.at(-1)?.end ?? table.headerEnd, isTable: true })),
    ...ownRows.map(({ start, end }) => ({ start, end, isTable: false })),
  ];
  return ranges.sort((a, b) => b.start - a.start).reduce((edited, range) => withoutLines(edited, range), text);
}

/** A key in a path of two: the list of servers, and the server's name. */
const OWN_KEYS = 2;

interface Range {
  start: number;
  end: number;
}

interface Row extends Range {
  /** From the root. */
  path: readonly string[];
  value: Range & { isTable: boolean; isEmpty: boolean };
  /** Whether it is inside of an inline table. */
  isInline: boolean;
}

interface Table {
  path: readonly string[];
  /** Where its header begins. */
  start: number;
  headerEnd: number;
  /** In order, without those of inline tables. */
  rows: readonly Row[];
}

/** What of the parser's tree is read here. */
interface Block {
  type: string;
  loc: { start: Position; end: Position };
  key?: { value?: string[]; item?: { value: string[] }; loc: { end: Position } };
  items?: readonly Block[];
  item?: unknown;
  value?: unknown;
}
interface Position {
  line: number;
  column: number;
}

/** All rows, those of inline tables included, and the tables that have a header. */
function readToml(text: string): { tables: Table[]; rows: Row[] } {
  const starts = [0, ...[...text.matchAll(/\n/gu)].map(({ index }) => index + 1)];
  const offset = ({ line, column }: Position): number => (starts[line - 1] ?? 0) + column;
  const rangeOf = ({ loc }: Block): Range => ({ start: offset(loc.start), end: offset(loc.end) });
  const rowsOf = (blocks: readonly Block[], path: readonly string[], isInline: boolean): Row[] =>
    blocks.flatMap((block) => {
      const value = asBlock(block.value);
      if (block.type !== 'KeyValue' || value === null) return [];
      const isTable = value.type === 'InlineTable';
      const items = isTable ? (value.items ?? []).map(({ item }) => asBlock(item)).filter((item) => item !== null) : [];
      const row = {
        ...rangeOf(block),
        path: [...path, ...(block.key?.value ?? [])],
        value: { ...rangeOf(value), isTable, isEmpty: items.length === 0 },
        isInline,
      };
      return [row, ...rowsOf(items, row.path, true)];
    });
  const blocks: readonly Block[] = parseDocument(text).cst;
  const all = blocks.flatMap((block) => {
    if (block.type !== 'Table') return [];
    const path = block.key?.item?.value ?? [];
    const rows = rowsOf(block.items ?? [], path, false);
    return [{ path, start: offset(block.loc.start), headerEnd: offset(block.key?.loc.end ?? block.loc.start), rows }];
  });
  const root = rowsOf(blocks, [], false);
  return {
    tables: [
      ...(root.length === 0
        ? []
        : [{ path: [], start: 0, headerEnd: 0, rows: root.filter(({ isInline }) => !isInline) }]),
      ...all.map((table) => ({ ...table, rows: table.rows.filter(({ isInline }) => !isInline) })),
    ],
    rows: [...root, ...all.flatMap((table) => table.rows)],
  };
}

function asBlock(node: unknown): Block | null {
  const isBlock = (given: unknown): given is Block =>
    typeof given === 'object' && given !== null && 'type' in given && 'loc' in given;
  return isBlock(node) ? node : null;
}

function intoInline(text: string, { path: at, value }: Row, path: readonly string[], written: string): string {
  const added = `${keysOf(path.slice(at.length))} = ${written}`;
  return value.isTable && !value.isEmpty
    ? spliced(text, value.start + 1, value.start + 1, ` ${added},`)
    : spliced(text, value.start, value.end, `{ ${added} }`);
}

/** Without lines, and without one of the empty ones around them if there would be two, or one at an end of the text. */
function withoutLines(text: string, { start, end, isTable }: Range & { isTable: boolean }): string {
  const after = text.slice(lineEnd(text, end)).replace(/^\r?\n/u, '');
  let before = text.slice(0, lineStart(text, start));
  if (isTable && before === '') return after.replace(/^\r?\n/u, '');
  if (isTable && /^(?:\r?\n|$)/u.test(after)) before = before.replace(/(^|\n)\r?\n$/u, '$1');
  // A text that ended without a line end still does.
  return lineEnd(text, end) === text.length ? before.replace(/\r?\n$/u, '') : before + after;
}

function keysOf(path: readonly string[]): string {
  return path.map((key) => (/^[\w-]+$/u.test(key) ? key : JSON.stringify(key))).join('.');
}

function isSame(path: readonly string[], other: readonly string[]): boolean {
  return path.length === other.length && isBelow(path, other);
}

/** Whether a path is another one, or leads on from it. */
function isBelow(path: readonly string[], other: readonly string[]): boolean {
  return other.every((key, i) => path[i] === key);
}

function longest<Item extends { path: readonly string[] }>(items: readonly Item[]): Item | undefined {
  return [...items].sort((a, b) => b.path.length - a.path.length)[0];
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Before the line end. */
function lineEnd(text: string, offset: number): number {
  const found = /\r?\n/u.exec(text.slice(offset));
  return found === null ? text.length : offset + found.index;
}

function endOfLine(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

function spliced(text: string, start: number, end: number, added: string): string {
  return text.slice(0, start) + added + text.slice(end);
}
