import type { Steps } from '../kit/concurrency/slices.ts';
import { oneLine } from '../kit/text/shorten.ts';
import { JsonProblem, walkJson } from '../kit/json/json-walk.ts';

/** A canvas card that can contain links: a file of the vault (also a group's background image), or Markdown text. */
export interface CanvasCard {
  kind: 'file' | 'text';
  /** The file's vault path, or the Markdown. */
  text: string;
  /** For a file card that shows only a part: `#heading` or `#^block`. */
  subpath: string;
  /** The name of the innermost group around the card's middle; empty if there is none. */
  group: string;
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
  const reader = new CardReader(text);
  try {
    yield* walkJson(text, start, reader);
  } catch (error) {
    if (error instanceof JsonProblem) return { cards: [], problem: `is not valid JSON (${error.message})` };
    throw error;
  }
  return reader.isObject
    ? { cards: yield* grouped(reader), problem: null }
    : { cards: [], problem: 'is not a JSON object' };
}

/** The cards as they are read: those in no group first, then group by group. Within one, in the order of the file. */
export function readingOrder(cards: readonly CanvasCard[]): CanvasCard[] {
  const groups = new Map<string, CanvasCard[]>([['', []]]);
  for (const card of cards) {
    const group = groups.get(card.group);
    if (group === undefined) groups.set(card.group, [card]);
    else group.push(card);
  }
  return [...groups.values()].flat();
}

/**
 * The cards' contents as one text in reading order, from which links get their line numbers. A file card is one line,
 * its path.
 */
export function cardLines(cards: readonly CanvasCard[]): string {
  return readingOrder(cards)
    .map(({ text, subpath }) => text + subpath)
    .join('\n');
}

interface Leaf {
  text: string | null;
  start: number;
  end: number;
}

interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

const CARDS_A_STEP = 200;

function* grouped({ cards, groups }: CardReader): Steps<CanvasCard[]> {
  // The innermost group is the smallest.
  const byArea = groups.filter(({ label }) => label !== '').sort((a, b) => area(a.frame) - area(b.frame));
  for (const [number, { card, frame }] of cards.entries()) {
    const x = frame.x + frame.width / 2;
    const y = frame.y + frame.height / 2;
    const around = byArea.find(
      ({ frame: { x: left, y: top, width, height } }) =>
        x >= left && x <= left + width && y >= top && y <= top + height,
    );
    card.group = around?.label ?? '';
    if (number % CARDS_A_STEP === 0) yield;
  }
  return cards.map(({ card }) => card);
}

function area({ width, height }: Frame): number {
  return width * height;
}

/** Collects the cards and groups of `nodes`. Of duplicate keys the last one counts, as for `JSON.parse`. */
class CardReader {
  cards: { card: CanvasCard; frame: Frame }[] = [];
  groups: { label: string; frame: Frame }[] = [];
  isObject = false;
  readonly #text: string;
  #node = new Map<string, Leaf>();

  constructor(text: string) {
    this.#text = text;
  }

  open(path: readonly (string | number)[], kind: 'object' | 'array'): void {
    if (path.length === 0) this.isObject = kind === 'object';
    else if (path.length === 1 && path[0] === 'nodes') this.#clear();
    else if (this.#isNode(path)) this.#node = new Map();
    else if (this.#isField(path)) this.#node.delete(String(path[2]));
  }

  close(path: readonly (string | number)[]): void {
    if (!this.#isNode(path)) return;
    const frame = this.#frame();
    switch (this.#node.get('type')?.text) {
      case 'group':
        this.groups.push({ label: oneLine(this.#node.get('label')?.text ?? ''), frame });
        this.#add('file', this.#node.get('background'), '', frame);
        break;
      case 'file':
        this.#add('file', this.#node.get('file'), this.#node.get('subpath')?.text ?? '', frame);
        break;
      case 'text':
        this.#add('text', this.#node.get('text'), '', frame);
    }
  }

  leaf({ path, text, start, end }: Leaf & { path: readonly (string | number)[] }): void {
    if (path.length === 1 && path[0] === 'nodes') this.#clear();
    else if (this.#isNode(path)) this.#node = new Map();
    else if (this.#isField(path)) this.#node.set(String(path[2]), { text, start, end });
  }

  #add(kind: CanvasCard['kind'], leaf: Leaf | undefined, subpath: string, frame: Frame): void {
    if (leaf === undefined || leaf.text === null) return;
    const { text, start, end } = leaf;
    this.cards.push({ card: { kind, text, subpath, group: '', start, end }, frame });
  }

  #clear(): void {
    this.cards = [];
    this.groups = [];
  }

  #frame(): Frame {
    const number = (name: string): number => {
      const leaf = this.#node.get(name);
      const value = leaf === undefined || leaf.text !== null ? 0 : Number(this.#text.slice(leaf.start, leaf.end));
      return Number.isFinite(value) ? value : 0;
    };
    return { x: number('x'), y: number('y'), width: number('width'), height: number('height') };
  }

  #isNode(path: readonly (string | number)[]): boolean {
    return path.length === 2 && path[0] === 'nodes' && typeof path[1] === 'number';
  }

  #isField(path: readonly (string | number)[]): boolean {
    return path.length === 3 && path[0] === 'nodes' && typeof path[1] === 'number' && FIELDS.has(String(path[2]));
  }
}

const FIELDS: ReadonlySet<string> = new Set('type file text subpath label background x y width height'.split(' '));
