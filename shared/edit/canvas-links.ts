import type { NoteMove, TextEdit } from './link-rewrite.ts';

/**
 * The edits after which the `file` nodes of a canvas that name the moved note name it at its new path. Only the strings
 * themselves change. A text that is no canvas gives none.
 */
export function rewriteCanvas(text: string, move: NoteMove): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const { value, start, end } of fileNodes(text)) {
    if (move.before.locate(`/${value}`, `/${value}`, '') !== move.from || value === move.to) continue;
    edits.push({ offset: start, length: end - start, replacement: encode(move.to, text.slice(start, end)) });
  }
  return edits;
}

interface JsonString {
  value: string;
  /** Where it stands, quotation marks included. */
  start: number;
  end: number;
}

/** The `file` strings of the canvas's file nodes, in order. */
function fileNodes(text: string): JsonString[] {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let canvas: unknown;
  try {
    canvas = JSON.parse(text.slice(start));
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
  const nodes = isRecord(canvas) && Array.isArray(canvas['nodes']) ? (canvas['nodes'] as unknown[]) : [];
  const isFileNode = (index: number): boolean => {
    const node = nodes[index];
    return isRecord(node) && node['type'] === 'file';
  };
  return stringsUnder(text, start).flatMap(({ index, ...found }) => (isFileNode(index) ? [found] : []));
}

/**
 * Finds the strings at `nodes[index].file` in valid JSON by walking its tokens; of a key that occurs twice the last one counts, as
 * for `JSON.parse`.
 */
function stringsUnder(text: string, start: number): (JsonString & { index: number })[] {
  const found = new Map<number, JsonString & { index: number }>();
  const path: (string | number)[] = [];
  let key: string | null = null;
  TOKEN.lastIndex = start;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const token = match[0];
    const depth = path.length - 1;
    const isInArray = typeof path[depth] === 'number';
    if (token === '{' || token === '[') path.push(token === '[' ? 0 : '');
    else if (token === '}' || token === ']') path.pop();
    else if (token === ',') {
      const at = path[depth];
      if (typeof at === 'number') path[depth] = at + 1;
    } else if (token === ':') path[depth] = key ?? '';
    else if (token.startsWith('"')) {
      const value = JSON.parse(token) as string;
      const index = path[1];
      if (isInArray || !isKeyExpected(text, TOKEN.lastIndex)) {
        if (path.length === 3 && path[0] === 'nodes' && typeof index === 'number' && path[2] === 'file') {
          found.set(index, { value, start: match.index, end: TOKEN.lastIndex, index });
        }
      } else key = value;
    }
    if (path.length === 0) break;
  }
  return [...found.values()].sort((a, b) => a.start - b.start);
}

/** Strings and the marks between values; numbers and words need no place of their own. */
const TOKEN = /"(?:[^"\\]|\\[^])*"|[{}[\],:]/g;

/** Whether the string that ends here is a key: only a key is followed by a colon. */
function isKeyExpected(text: string, end: number): boolean {
  let at = end;
  while (/\s/.test(text.charAt(at))) at++;
  return text.charAt(at) === ':';
}

/** The string in JSON, escaping slashes and what is not ASCII where the old one did. */
function encode(value: string, written: string): string {
  let encoded = JSON.stringify(value);
  if (written.includes('\\/')) encoded = encoded.replaceAll('/', '\\/');
  if (/\\u[0-9a-f]{4}/i.test(written)) encoded = encoded.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return encoded;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
