/** How to write for a person: colours only if wanted. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  accent(text: string): string;
  good(text: string): string;
  bad(text: string): string;
}

/** Where a person reads, if one does. */
export interface Screen {
  style: Style;
  /** In columns. */
  width: number;
  /** Whether a line can be drawn over. */
  live: boolean;
  write(text: string): void;
}

const NARROWEST = 60;
const WIDEST = 96;
/** Where the width is not known. */
const USUAL = 90;
const SEPARATOR = ' · ';

/** The screen behind a stream; `NO_COLOR` and `TERM=dumb` are honoured. */
export function screenOf(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Screen {
  const isTerminal = stream.isTTY === true && env.TERM !== 'dumb';
  const hasColour = isTerminal && (env.NO_COLOR ?? '') === '';
  return {
    style: hasColour ? colours() : plain(),
    width: Math.min(WIDEST, Math.max(NARROWEST, stream.columns || USUAL)),
    live: isTerminal,
    write: (text) => void stream.write(text),
  };
}

/** Columns a text takes; ideographs and most emoji take two. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text.normalize('NFC')) width += characterWidth(character);
  return width;
}

/** A text cut to n columns, with an ellipsis if something is missing. */
export function fit(text: string, columns: number): string {
  const line = oneLine(text);
  if (textWidth(line) <= columns) return line;
  let cut = '';
  let width = 0;
  for (const character of line) {
    width += characterWidth(character);
    if (width > columns - 1) break;
    cut += character;
  }
  return `${cut.trimEnd()}…`;
}

export function pad(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - textWidth(text)));
}

/** A text as lines of at most n columns, broken at spaces if possible. At most `most` lines. */
export function wrap(text: string, columns: number, most: number): string[] {
  const lines: string[] = [];
  let rest = oneLine(text);
  while (rest !== '' && lines.length < most - 1) {
    const line = lineWithin(rest, columns);
    lines.push(line);
    rest = rest.slice(line.length).trim();
  }
  return rest === '' ? lines : [...lines, fit(rest, columns)];
}

/** Items in a row, whole if they fit, over at most n lines; the last says how many are left out. */
export function flow(items: readonly string[], columns: number, mostLines: number): string[] {
  const lines: string[] = [];
  let next = 0;
  while (next < items.length && lines.length < mostLines) {
    const isLast = lines.length === mostLines - 1;
    const { line, count } = rowOf(items.slice(next), columns, isLast);
    lines.push(line);
    next += count;
  }
  return lines;
}

function rowOf(items: readonly string[], columns: number, isLast: boolean): { line: string; count: number } {
  const suffix = (left: number) => (left === 0 ? '' : isLast ? `${SEPARATOR}+${left}` : SEPARATOR.trimEnd());
  let width = 0;
  let count = 0;
  for (const item of items) {
    const grown = width + textWidth(item) + (count === 0 ? 0 : textWidth(SEPARATOR));
    if (grown + textWidth(suffix(items.length - count - 1)) > columns) break;
    width = grown;
    count++;
  }
  if (count > 0) return { line: items.slice(0, count).join(SEPARATOR) + suffix(items.length - count), count };
  const rest = suffix(items.length - 1);
  return { line: fit(items[0] ?? '', columns - textWidth(rest)) + rest, count: 1 };
}

/** Whitespace as single spaces; a non-breaking space stays. */
function oneLine(text: string): string {
  return text.replace(/[^\S\u00a0]+/gu, ' ').trim();
}

function lineWithin(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let end = 0;
  let width = 0;
  for (const character of text) {
    width += characterWidth(character);
    if (width > columns) break;
    end += character.length;
  }
  const space = text.lastIndexOf(' ', end);
  return text.slice(0, space > 0 ? space : end);
}

function characterWidth(character: string): number {
  if (/^[\p{M}\p{Cf}\p{Cc}]$/u.test(character)) return 0;
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]$/u.test(
    character,
  )
    ? 2
    : 1;
}

function colours(): Style {
  const paint = (code: string) => (text: string) => `\u001b[${code}m${text}\u001b[0m`;
  return { bold: paint('1'), dim: paint('2'), accent: paint('36'), good: paint('32'), bad: paint('31') };
}

function plain(): Style {
  const same = (text: string) => text;
  return { bold: same, dim: same, accent: same, good: same, bad: same };
}
