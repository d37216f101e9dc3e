import type { Steps } from '../kit/concurrency/slices.ts';
import { JsonProblem, walkJson } from '../kit/json/json-walk.ts';

/** A canvas card that can contain links: a file of the vault, or Markdown text. */
export interface CanvasCard {
  kind: 'file' | 'text';
  /** The file's vault path, or the Markdown. */
  text: string;
  /** For a file card that shows only a part: `#heading` or `#^block`. */
  subpath: string;
  /** Where the string of `text` is in the canvas, including quotation marks, in UTF-16 units. */
  start: number;
  end: number;
}

export interface Canvas {
  /** In the order of the file. */
  cards: CanvasCard[];
  /** Why the text is not a canvas; there are no cards then. */
  problem: string | null;
}

export function isCanvasPath(path: string): boolean {
  return /\.canvas$/i.test(path);
}

export function withoutCanvasEnding(path: string): string {
  return isCanvasPath(path) ? path.slice(0, -'.canvas'.length) : path;
}

/** The cards of a canvas that can contain links. Never throws; as in the app, an empty text is an empty canvas. */
export function* readCanvasSteps(text: string): Steps<Canvas> {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  if (text.trim() === '') return { cards: [], problem: null };
  const reader = new CardReader();
  try {
    yield* walkJson(text, start, reader);
  } catch (error) {
    if (error instanceof JsonProblem) return { cards: [], problem: `is not valid JSON (${error.message})` };
    throw error;
  }
  return reader.isObject ? { cards: reader.cards, problem: null } : { cards: [], problem: 'is not a JSON object' };
}

/** The cards' contents as one text, from which links get their line numbers. A file card is one line, its path. */
export function cardLines(cards: readonly CanvasCard[]): string {
  return cards.map(({ text, subpath }) => text + subpath).join('\n');
}

interface Leaf {
  text: string | null;
  start: number;
  end: number;
}

/** Collects the cards of `nodes`. Of duplicate keys the last one counts, as for `JSON.parse`. */
class CardReader {
  cards: CanvasCard[] = [];
  isObject = false;
  #node = new Map<string, Leaf>();

  open(path: readonly (string | number)[], kind: 'object' | 'array'): void {
    if (path.length === 0) this.isObject = kind === 'object';
    else if (path.length === 1 && path[0] === 'nodes') this.cards = [];
    else if (this.#isNode(path)) this.#node = new Map();
    else if (this.#isField(path)) this.#node.delete(String(path[2]));
  }

  close(path: readonly (string | number)[]): void {
    if (!this.#isNode(path)) return;
    const type = this.#node.get('type')?.text;
    const leaf = type === 'file' || type === 'text' ? this.#node.get(type) : undefined;
    if ((type !== 'file' && type !== 'text') || leaf === undefined || leaf.text === null) return;
    const subpath = type === 'file' ? (this.#node.get('subpath')?.text ?? '') : '';
    this.cards.push({ kind: type, text: leaf.text, subpath, start: leaf.start, end: leaf.end });
  }

  leaf({ path, text, start, end }: Leaf & { path: readonly (string | number)[] }): void {
    if (path.length === 1 && path[0] === 'nodes') this.cards = [];
    else if (this.#isNode(path)) this.#node = new Map();
    else if (this.#isField(path)) this.#node.set(String(path[2]), { text, start, end });
  }

  #isNode(path: readonly (string | number)[]): boolean {
    return path.length === 2 && path[0] === 'nodes' && typeof path[1] === 'number';
  }

  #isField(path: readonly (string | number)[]): boolean {
    return path.length === 3 && path[0] === 'nodes' && typeof path[1] === 'number' && FIELDS.has(String(path[2]));
  }
}

const FIELDS: ReadonlySet<string> = new Set(['type', 'file', 'text', 'subpath']);
