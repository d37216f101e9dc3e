/** A block of Markdown. Lines are zero-based, `lineEnd` is the last line. */
export type MarkdownBlock = { lineStart: number; lineEnd: number } & (
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'math'; text: string }
  | { kind: 'rule' }
  | { kind: 'html'; text: string }
  | { kind: 'quote'; text: string; callout: { type: string; title: string; fold: '' | '+' | '-' } | null }
  | { kind: 'table'; header: string[]; align: string[]; rows: string[][] }
  | { kind: 'list'; ordered: boolean; start: number; items: ListItem[] }
  | { kind: 'footnote'; label: string; text: string }
);

export interface ListItem {
  line: number;
  /** The character in a task's box. */
  task: string | null;
  /** The item's content, without its marker, indentation taken away. */
  text: string;
}

const INDENTED = /^(?: {4}| {0,3}\t)/;
const FENCE = /^ {0,3}(`{3,}|~{3,})\s*(.*)$/;
const HEADING = /^ {0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*$/;
const RULE = /^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])(?:\s+(.*))?$/;
const QUOTE = /^ {0,3}>/;
const CALLOUT = /^\[!([^\]]+)\]([+-]?)\s*(.*)$/;
const TABLE_RULE = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
const HTML = /^ {0,3}<(?:[a-z][\w-]*[\s/>]|!--|\/[a-z])/i;
const FOOTNOTE = /^\[\^([^\]\s]+)\]:\s*(.*)$/;

/** Cuts Markdown into its top-level blocks. `offset` is the line that the first one is in its note. */
export function readMarkdownBlocks(text: string, offset = 0): MarkdownBlock[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const blocks: MarkdownBlock[] = [];
  let at = 0;
  while (at < lines.length) {
    if (line(lines, at).trim() === '') {
      at++;
      continue;
    }
    const [block, next] = readBlock(lines, at, offset);
    if (block !== null) blocks.push(block);
    at = Math.max(next, at + 1);
  }
  return blocks;
}

type Found = [block: MarkdownBlock | null, next: number];

function readBlock(lines: string[], at: number, offset: number): Found {
  const text = line(lines, at);
  const place = (next: number): { lineStart: number; lineEnd: number } => ({
    lineStart: at + offset,
    lineEnd: next - 1 + offset,
  });
  const isAfterBlank = at === 0 || line(lines, at - 1).trim() === '';
  if (isAfterBlank && INDENTED.test(text) && !ITEM.test(text)) return readIndentedCode(lines, at, offset);
  const fence = FENCE.exec(text);
  if (fence !== null && !(fence[1]?.startsWith('`') && fence[2]?.includes('`')))
    return readFence(lines, at, offset, fence);
  const heading = HEADING.exec(text);
  if (heading !== null)
    return [{ kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '', ...place(at + 1) }, at + 1];
  if (RULE.test(text)) return [{ kind: 'rule', ...place(at + 1) }, at + 1];
  if (/^\s*\$\$/.test(text))
    return readUntil(
      lines,
      at,
      (body, next) => ({ kind: 'math', text: body.replace(/\$\$/g, '').trim(), ...place(next) }),
      '$$',
    );
  if (/^\s*%%/.test(text)) return readUntil(lines, at, () => null, '%%');
  if (QUOTE.test(text)) return readQuote(lines, at, offset);
  if (ITEM.test(text)) return readList(lines, at, offset);
  if (text.includes('|') && TABLE_RULE.test(line(lines, at + 1)) && line(lines, at + 1).includes('-'))
    return readTable(lines, at, offset);
  const footnote = FOOTNOTE.exec(text);
  if (footnote !== null)
    return [{ kind: 'footnote', label: footnote[1] ?? '', text: footnote[2] ?? '', ...place(at + 1) }, at + 1];
  if (HTML.test(text)) {
    const next = endOf(lines, at, (each) => each.trim() === '');
    return [{ kind: 'html', text: lines.slice(at, next).join('\n'), ...place(next) }, next];
  }
  return readParagraph(lines, at, offset);
}

function readIndentedCode(lines: string[], at: number, offset: number): Found {
  let next = endOf(lines, at, (each) => each.trim() !== '' && !INDENTED.test(each));
  while (line(lines, next - 1).trim() === '') next--;
  const text = lines
    .slice(at, next)
    .map((each) => each.replace(INDENTED, ''))
    .join('\n');
  return [{ kind: 'code', language: '', text, lineStart: at + offset, lineEnd: next - 1 + offset }, next];
}

function readFence(lines: string[], at: number, offset: number, [, mark = '', info = '']: RegExpExecArray): Found {
  const close = new RegExp(`^ {0,3}${mark[0] === '`' ? '`' : '~'}{${String(mark.length)},}\\s*$`);
  const end = endOf(lines, at + 1, (each) => close.test(each));
  const block: MarkdownBlock = {
    kind: 'code',
    language: info.trim().split(/\s+/)[0] ?? '',
    text: lines.slice(at + 1, end).join('\n'),
    lineStart: at + offset,
    lineEnd: Math.min(end, lines.length - 1) + offset,
  };
  return [block, end + 1];
}

function readUntil(
  lines: string[],
  at: number,
  make: (body: string, next: number) => MarkdownBlock | null,
  mark: string,
): Found {
  const first = line(lines, at);
  const closesAtOnce = first.indexOf(mark, first.indexOf(mark) + mark.length) >= 0;
  const next = closesAtOnce ? at + 1 : Math.min(lines.length, endOf(lines, at + 1, (each) => each.includes(mark)) + 1);
  return [make(lines.slice(at, next).join('\n'), next), next];
}

function readQuote(lines: string[], at: number, offset: number): Found {
  const next = endOf(lines, at, (each) => !QUOTE.test(each) && (each.trim() === '' || !isPlain(each)));
  const inner = lines.slice(at, next).map((each) => each.replace(/^ {0,3}> ?/, ''));
  const callout = CALLOUT.exec(inner[0]?.trim() ?? '');
  const place = { lineStart: at + offset, lineEnd: next - 1 + offset };
  if (callout === null) return [{ kind: 'quote', text: inner.join('\n'), callout: null, ...place }, next];
  const [, type = '', fold = '', title = ''] = callout;
  return [
    {
      kind: 'quote',
      text: inner.slice(1).join('\n'),
      callout: { type: type.toLowerCase(), title, fold: fold as '' | '+' | '-' },
      ...place,
    },
    next,
  ];
}

function readList(lines: string[], at: number, offset: number): Found {
  const first = ITEM.exec(line(lines, at));
  const indent = first?.[1]?.length ?? 0;
  const ordered = /\d/.test(first?.[2] ?? '');
  const items: ListItem[] = [];
  let next = at;
  while (next < lines.length) {
    const item = ITEM.exec(line(lines, next));
    if (item === null || (item[1]?.length ?? 0) > indent + 1 || /\d/.test(item[2] ?? '') !== ordered) break;
    const end = endOfItem(lines, next, indent);
    items.push(readItem(lines.slice(next, end), next + offset, item));
    next = end;
  }
  const block: MarkdownBlock = {
    kind: 'list',
    ordered,
    start: Number.parseInt(first?.[2] ?? '1', 10) || 1,
    items,
    lineStart: at + offset,
    lineEnd: next - 1 + offset,
  };
  return [block, next];
}

/** An item goes on with deeper lines, with plain lines, and over blank lines to deeper ones. */
function endOfItem(lines: string[], at: number, indent: number): number {
  let end = at + 1;
  while (end < lines.length) {
    const text = line(lines, end);
    const depth = text.length - text.trimStart().length;
    if (text.trim() === '') {
      const following = line(lines, end + 1);
      if (following.trim() === '' || following.length - following.trimStart().length <= indent) break;
    } else if (depth <= indent && (ITEM.test(text) || !isPlain(text) || line(lines, end - 1).trim() === '')) break;
    end++;
  }
  while (
    end < lines.length &&
    line(lines, end).trim() === '' &&
    ITEM.exec(line(lines, end + 1))?.[1]?.length === indent
  )
    end++;
  return end;
}

function readItem(lines: string[], at: number, [, blanks = '', marker = '', content = '']: RegExpExecArray): ListItem {
  const box = /^\[(.)\](?:\s+|$)(.*)$/u.exec(content);
  const width = blanks.length + marker.length + 1;
  const rest = lines.slice(1).map((each) => {
    const depth = each.length - each.trimStart().length;
    return each.startsWith('\t', blanks.length) ? each.slice(blanks.length + 1) : each.slice(Math.min(depth, width));
  });
  return { line: at, task: box?.[1] ?? null, text: [box?.[2] ?? content, ...rest].join('\n') };
}

function readTable(lines: string[], at: number, offset: number): Found {
  const next = endOf(lines, at + 2, (each) => each.trim() === '' || !each.includes('|'));
  const align = cells(line(lines, at + 1)).map((cell) =>
    cell.endsWith(':') ? (cell.startsWith(':') ? 'center' : 'right') : cell.startsWith(':') ? 'left' : '',
  );
  const rows = lines.slice(at + 2, next).map(cells);
  return [
    { kind: 'table', header: cells(line(lines, at)), align, rows, lineStart: at + offset, lineEnd: next - 1 + offset },
    next,
  ];
}

/** Cells of a row; `\|` and bars inside code do not end one. */
function cells(row: string): string[] {
  const trimmed = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return trimmed.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function readParagraph(lines: string[], at: number, offset: number): Found {
  const next = endOf(lines, at + 1, (each) => each.trim() === '' || !isPlain(each) || /^\s*(?:=+|-+)\s*$/.test(each));
  const underline = line(lines, next);
  const place = { lineStart: at + offset, lineEnd: next - 1 + offset };
  const text = lines.slice(at, next).join('\n');
  if (/^\s*=+\s*$/.test(underline) && underline !== '')
    return [{ kind: 'heading', level: 1, text, ...place, lineEnd: next + offset }, next + 1];
  if (/^\s*-+\s*$/.test(underline) && underline !== '')
    return [{ kind: 'heading', level: 2, text, ...place, lineEnd: next + offset }, next + 1];
  return [{ kind: 'paragraph', text, ...place }, next];
}

function isPlain(text: string): boolean {
  return (
    !FENCE.test(text) &&
    !HEADING.test(text) &&
    !RULE.test(text) &&
    !QUOTE.test(text) &&
    !ITEM.test(text) &&
    !/^\s*\$\$/.test(text)
  );
}

function endOf(lines: string[], from: number, isEnd: (text: string) => boolean): number {
  let at = from;
  while (at < lines.length && !isEnd(line(lines, at))) at++;
  return at;
}

function line(lines: string[], at: number): string {
  return lines[at] ?? '';
}
