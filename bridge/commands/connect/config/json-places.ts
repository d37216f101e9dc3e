import { findNodeAtLocation, parseTree, type Node } from 'jsonc-parser';

/**
 * Sets what is at a path of keys, whose parents may be missing. All else stays, byte for byte; the text must be valid.
 */
export function setAt(text: string, path: readonly string[], value: unknown): string {
  const root = treeOf(text);
  const known = findNodeAtLocation(root, [...path]);
  if (known !== undefined) {
    const written = JSON.stringify(value, null, indentOf(text));
    return spliced(text, known.offset, endOf(known), inLines(written, text, lineIndent(text, known.offset)));
  }
  const parent = findNodeAtLocation(root, path.slice(0, -1));
  const key = path.at(-1) ?? '';
  return parent === undefined ? setAt(text, path.slice(0, -1), { [key]: value }) : insertInto(text, parent, key, value);
}

/** Takes out the property at a path; all else stays, byte for byte, except the comma that has become one too many. */
export function removeAt(text: string, path: readonly string[]): string {
  const property = findNodeAtLocation(treeOf(text), [...path])?.parent;
  const siblings = property?.parent?.children;
  if (property === undefined || siblings === undefined) return text;
  const at = siblings.indexOf(property);
  const before = siblings[at - 1];
  const ownComma = commaAfter(text, endOf(property));
  const end = ownComma === null ? endOf(property) : ownComma + 1;
  const commaBefore = before === undefined || ownComma !== null ? null : commaAfter(text, endOf(before));
  if (commaBefore !== null && /^[ \t]*$/u.test(text.slice(commaBefore + 1, property.offset)))
    return spliced(text, commaBefore, end, '');
  const without = withoutLines(text, property.offset, end);
  return commaBefore === null ? without : spliced(without, commaBefore, commaBefore + 1, '');
}

/** Whether an object at a path holds neither a property nor a comment. */
export function isBareAt(text: string, path: readonly string[]): boolean {
  const node = findNodeAtLocation(treeOf(text), [...path]);
  return node?.type === 'object' && /^\{\s*\}$/u.test(text.slice(node.offset, endOf(node)));
}

function insertInto(text: string, parent: Node, key: string, value: unknown): string {
  const [first] = parent.children ?? [];
  const last = parent.children?.at(-1);
  const close = endOf(parent) - 1;
  const property = (indent: number | string): string =>
    `${JSON.stringify(key)}:${indent === 0 ? '' : ' '}${JSON.stringify(value, null, indent)}`;
  if (first === undefined || last === undefined) {
    const outer = lineIndent(text, parent.offset);
    const inner = outer + indentOf(text);
    const inside = text.slice(parent.offset + 1, close).trimEnd();
    const end = endOfLine(text);
    const added = `${end}${inner}${inLines(property(indentOf(text)), text, inner)}${end}${outer}`;
    return spliced(text, parent.offset + 1, close, inside + added);
  }
  if (!text.slice(parent.offset, last.offset).includes('\n'))
    return spliced(text, endOf(last), endOf(last), `, ${property(0)}`);
  const indent = lineIndent(text, first.offset);
  const written = inLines(property(indentOf(text)), text, indent);
  // A comment after the last one would seem to be about the new one.
  return /^[\s,]*$/u.test(text.slice(endOf(last), close))
    ? spliced(text, endOf(last), endOf(last), `,${endOfLine(text)}${indent}${written}`)
    : spliced(text, first.offset, first.offset, `${written},${endOfLine(text)}${indent}`);
}

/** Without a range, and without its lines if they hold nothing else. */
function withoutLines(text: string, start: number, end: number): string {
  const before = text.lastIndexOf('\n', start - 1) + 1;
  const rest = /^[ \t]*\r?\n/u.exec(text.slice(end))?.[0];
  const ownLines = rest !== undefined && before > 0 && text.slice(before, start).trim() === '';
  if (ownLines) return spliced(text, before, end + rest.length, '');
  const spaces = /^[ \t]*/u.exec(text.slice(end))?.[0] ?? '';
  return spliced(text, start, end + spaces.length, '');
}

/** Where the comma after a value is; null if none follows. */
function commaAfter(text: string, offset: number): number | null {
  const found = /^(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*,/u.exec(text.slice(offset))?.[0];
  return found === undefined ? null : offset + found.length - 1;
}

function treeOf(text: string): Node {
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (root === undefined) throw new Error('it is empty');
  return root;
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

function indentOf(text: string): string {
  return /^([ \t]+)"/mu.exec(text)?.[1] ?? '  ';
}

function lineIndent(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/u.exec(text.slice(start, offset))?.[0] ?? '';
}

function endOfLine(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

function inLines(written: string, text: string, indent: string): string {
  return written.replaceAll('\n', endOfLine(text) + indent);
}

function spliced(text: string, start: number, end: number, added: string): string {
  return text.slice(0, start) + added + text.slice(end);
}
