import type { Link, TextRange } from '../../markdown/parsed-note.ts';
import type { TextEdit } from './text-edit.ts';
import { escapeInScalar, type ScalarStyles } from './link-yaml.ts';

/**
 * The edit that changes a link's shown text from its file's old name to the new one, as the app does. Null if it shows
 * something else, or cannot show the new name.
 */
export function relabel(
  text: string,
  styles: ScalarStyles,
  link: Link,
  oldName: string,
  newName: string,
): TextEdit | null {
  const isMarkdown = link.kind === 'markdown' || link.kind === 'markdown-embed';
  const range = isMarkdown ? markdownLabel(text, link) : wikilinkLabel(text, link);
  if (range === null || link.display === undefined) return null;
  const written = text.slice(range.start, range.end);
  if (link.kind === 'frontmatter' ? link.display !== oldName : unescaped(written) !== oldName) return null;
  const replacement = isMarkdown
    ? escapeLabel(newName)
    : link.kind === 'frontmatter'
      ? inYaml(styles, range, newName)
      : newName;
  return replacement === null ? null : { offset: range.start, length: range.end - range.start, replacement };
}

/** A name as Markdown, safe between `[` and `]`. */
export function escapeLabel(name: string): string {
  const escaped = name.replace(ACTIVE, (mark, at: number) => (mark === '_' && isInWord(name, at) ? mark : `\\${mark}`));
  return escaped.replace(DOUBLED, '\\$1\\$1').replace(/^#/, '\\#');
}

/** An underscore inside a word is not emphasis. */
function isInWord(name: string, at: number): boolean {
  return WORD_CHARACTER.test(name.slice(0, at)) && WORD_CHARACTER.test(name.slice(at + 1, at + 2));
}

const ACTIVE = /[\\[\]`*<$|_]/g;
const WORD_CHARACTER = /[\p{L}\p{N}]$/u;
const DOUBLED = /([~=%])\1/g;
const BACKSLASHED = /\\([!-/:-@[-`{-~])/g;
const ALIAS = /^\s*\\?\|\s*([^\n]*?)\s*\]\]$/;
const REFERENCE = /^!?\[([^[\]]*)\]\[[^\]]*[^\]\s][^\]]*\]$/;
const INLINE = /^!?\[\s*([^]*?)\s*\]\(\s*<?$/;

function wikilinkLabel(text: string, { targetRange, end }: Link): TextRange | null {
  return groupRange(text, targetRange.end, end, ALIAS);
}

/**
 * The text of an inline or full reference link. In `[text]` or `[text][]` it is also the reference and cannot change.
 */
function markdownLabel(text: string, { start, end, targetRange }: Link): TextRange | null {
  const isInline = targetRange.start >= start && targetRange.end <= end;
  return isInline ? groupRange(text, start, targetRange.start, INLINE) : groupRange(text, start, end, REFERENCE);
}

function groupRange(text: string, start: number, end: number, pattern: RegExp): TextRange | null {
  const whole = text.slice(start, end);
  const label = pattern.exec(whole)?.[1];
  if (label === undefined) return null;
  const at = start + whole.indexOf(label, whole.search(/[[|]/) + 1);
  return { start: at, end: at + label.length };
}

function unescaped(written: string): string {
  return written.replace(BACKSLASHED, '$1');
}

function inYaml(styles: ScalarStyles, { start }: TextRange, name: string): string | null {
  const style = styles(start);
  return style === null ? null : escapeInScalar(name, style);
}
