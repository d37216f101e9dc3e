import type { Editor } from 'obsidian';

/** The editor, as far as a link needs it. */
export type LinkEditor = Pick<
  Editor,
  'getCursor' | 'getLine' | 'lineCount' | 'getSelection' | 'offsetToPos' | 'posToOffset' | 'replaceRange' | 'setCursor'
>;

const LONGEST_LABEL = 200;
/** Would end the link or its label, or hide the link in code. */
const NOT_IN_LABELS = /[\n|[\]\\`]/u;
/** A list item, heading or quote: as a label it would no longer be one. */
const BLOCK_START = /^(?:#{1,6}|[-*+>]|\d+[.)])(?:\s|$)/u;
/**
 * A line that means nothing with a link at its end: of a code block, formula, comment or table, or around properties.
 */
const FIXED_LINE = /^[\s>]*(?:```|~~~|\$\$|%%|---|\|)/u;

/**
 * Puts a link at the cursor. Selected text becomes its label; if it cannot be one, it stays and the link follows it.
 *
 * @param linkTo the link with a label, or with none
 */
export function insertLink(editor: LinkEditor, linkTo: (label?: string) => string): void {
  // Not `replaceSelection`, which with several cursors would replace each selection.
  const selected = editor.getSelection();
  const start = editor.posToOffset(editor.getCursor('from')) + selected.length - selected.trimStart().length;
  const text = selected.trim();
  const end = text === '' ? editor.posToOffset(editor.getCursor('to')) : start + text.length;
  const { line, ch } = editor.offsetToPos(end);
  const lineText = editor.getLine(line);
  const inCell = (link: string): string => (isTableRow(editor, line) ? link.replaceAll('|', '\\|') : link);
  const fitting = (link: string, from: number): string =>
    isPropertyValue(editor, editor.offsetToPos(from), lineText.slice(ch))
      ? `"${link.replace(/["\\]/gu, '\\$&')}"`
      : inCell(link);
  const put = (words: string, from: number): void => {
    editor.replaceRange(words, editor.offsetToPos(from), { line, ch });
    editor.setCursor(editor.offsetToPos(from + words.length));
  };
  if (text === '') return put(fitting(linkTo(), end), end);
  if (isLabel(text)) return put(fitting(linkTo(text), start), start);
  if (lineText.slice(ch).trim() === '' && FIXED_LINE.test(lineText)) put(`\n\n${linkTo()}`, end);
  else put(` ${inCell(linkTo())}`, end);
}

function isLabel(text: string): boolean {
  return text.length <= LONGEST_LABEL && !NOT_IN_LABELS.test(text) && !BLOCK_START.test(text);
}

/** The line between a table's head and its rows, in a quote as well; a table has more than one column or a bar. */
const TABLE_RULE = /^[\s>]*(?=[^|]*\|)\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/u;

/**
 * Whether a bar in a line ends a cell: its first character is one, or a table's rule stands above its rows, or right
 * below it.
 */
function isTableRow(editor: LinkEditor, line: number): boolean {
  const lineAt = (at: number): string => (at < editor.lineCount() ? editor.getLine(at) : '');
  if (/^[\s>]*\|/u.test(lineAt(line)) || TABLE_RULE.test(lineAt(line + 1))) return true;
  for (let at = line; at >= 0 && lineAt(at).replace(/^[\s>]+/u, '') !== ''; at -= 1)
    if (TABLE_RULE.test(lineAt(at))) return true;
  return false;
}

/**
 * Whether a place is where a property's value begins, or one of its list, with nothing behind it: YAML takes brackets
 * there for a list.
 */
function isPropertyValue(editor: LinkEditor, { line, ch }: { line: number; ch: number }, behind: string): boolean {
  if (behind.trim() !== '' || !VALUE_START.test(editor.getLine(line).slice(0, ch))) return false;
  if (line === 0 || editor.getLine(0).trimEnd() !== '---') return false;
  for (let at = 1; at < line; at += 1) if (editor.getLine(at).trimEnd() === '---') return false;
  return true;
}

const VALUE_START = /^\s*(?:-|[^\s#"'[{-][^:]*:)\s+$/u;
