import { isAlias, isMap, isNode, isPair, isScalar, isSeq } from 'yaml';
import type { Document, Node, Scalar } from 'yaml';
import { readWikilink } from '../inline/markdown-links.ts';
import type { FrontmatterValue, Link } from '../parsed-note.ts';

export interface FrontmatterContent {
  values: Record<string, FrontmatterValue>;
  /** Their `line` is 0: the caller knows the lines. */
  links: Link[];
  warnings: string[];
}

/** Turns a YAML document into bounded plain JSON, and finds the wikilinks in its strings. */
export class FrontmatterReader {
  readonly #yaml: string;
  readonly #offset: number;
  readonly #links: Link[] = [];
  readonly #warnings = new Set<string>();
  readonly #anchors = new Map<string, Node>();
  #nodes = 0;
  #characters = 0;

  /** `offset`: the position of the YAML in the note. */
  constructor(yaml: string, offset: number) {
    this.#yaml = yaml;
    this.#offset = offset;
  }

  read(document: Document.Parsed): FrontmatterContent | { error: string } {
    const root = document.contents;
    if (root === null || (isScalar(root) && root.value === null)) return { values: {}, links: [], warnings: [] };
    if (!isMap(root)) return { error: 'not a map of properties' };
    try {
      const values = this.#value(root, '', 0, true) as Record<string, FrontmatterValue>;
      return { values, links: this.#links.sort((a, b) => a.start - b.start), warnings: [...this.#warnings] };
    } catch (error) {
      if (error instanceof Unreadable) return { error: error.message };
      throw error;
    }
  }

  /** `inPlace` is false below an alias, whose links are elsewhere in the text and are found there. */
  #value(node: unknown, key: string, depth: number, inPlace: boolean): FrontmatterValue {
    if (++this.#nodes > MAX_NODES) throw new Unreadable(`more than ${String(MAX_NODES)} values, aliases included`);
    if (depth > MAX_DEPTH) throw new Unreadable(`nested deeper than ${String(MAX_DEPTH)} levels`);
    if (isAlias(node)) {
      const target = this.#anchors.get(node.source);
      if (target === undefined) throw new Unreadable(`nothing is named by the alias *${node.source.slice(0, 40)}`);
      return this.#value(target, key, depth + 1, false);
    }
    if (isNode(node) && !isAlias(node) && node.anchor !== undefined && inPlace) this.#anchors.set(node.anchor, node);
    if (isScalar(node)) return this.#scalar(node, key, inPlace);
    if (isSeq(node))
      return node.items.map((item, index) => this.#value(item, join(key, String(index)), depth + 1, inPlace));
    if (isMap(node)) return this.#map(node.items, key, depth, inPlace);
    if (isPair(node)) return this.#map([node], key, depth, inPlace);
    return null;
  }

  #map(
    items: readonly { key: unknown; value: unknown }[],
    key: string,
    depth: number,
    inPlace: boolean,
  ): Record<string, FrontmatterValue> {
    const values: Record<string, FrontmatterValue> = {};
    for (const item of items) {
      const name = keyName(item.key);
      if (name === null) {
        this.#warnings.add('a key that is not plain text was left out');
        continue;
      }
      if (Object.hasOwn(values, name))
        this.#warnings.add(`the key "${name.slice(0, 40)}" occurs twice; the last one counts`);
      const value = this.#value(item.value, join(key, name), depth + 1, inPlace);
      Object.defineProperty(values, name, { value, enumerable: true, configurable: true, writable: true });
    }
    return values;
  }

  #scalar(node: Scalar, key: string, inPlace: boolean): FrontmatterValue {
    const { value } = node;
    if (value === null || value === undefined || typeof value === 'boolean') return value ?? null;
    if (typeof value === 'number') return isExact(value, node.source) ? value : (node.source ?? String(value));
    const text = typeof value === 'string' ? value : (node.source ?? '');
    this.#characters += text.length;
    if (this.#characters > MAX_CHARACTERS)
      throw new Unreadable(`more than ${String(MAX_CHARACTERS)} characters, aliases included`);
    if (inPlace && text.includes('[[')) this.#findLinks(node, text, key);
    return text;
  }

  /** Links are read from the value, their positions from its source: with escapes the two differ, but not in order. */
  #findLinks(node: Scalar, value: string, key: string): void {
    const range = node.range;
    if (range === undefined || range === null) return;
    const written = wikilinksIn(this.#yaml, range[0], range[1]);
    const read = wikilinksIn(value, 0, value.length);
    if (written.length !== read.length) {
      this.#warnings.add(`links of "${key}" cannot be told apart`);
      return;
    }
    read.forEach((link, index) => {
      const place = written[index];
      if (place === undefined) return;
      const { start, end } = place.targetRange;
      this.#links.push({
        ...link,
        kind: 'frontmatter',
        targetRange: { start: start + this.#offset, end: end + this.#offset },
        start: place.start + this.#offset,
        end: place.end + this.#offset,
        key,
      });
    });
  }
}

const MAX_NODES = 10_000;
const MAX_DEPTH = 32;
const MAX_CHARACTERS = 1_000_000;

/** Stops a walk whose values would not be bounded, or mean nothing. */
class Unreadable extends Error {}

function join(key: string, part: string): string {
  return key === '' ? part : `${key}.${part}`;
}

function keyName(key: unknown): string | null {
  if (!isScalar(key)) return null;
  const { value } = key;
  if (typeof value === 'string') return value;
  return key.source ?? (value === null ? '' : String(value));
}

function wikilinksIn(text: string, from: number, to: number): Link[] {
  const links: Link[] = [];
  for (let at = text.indexOf('[[', from); at >= 0 && at < to; ) {
    const link = readWikilink(text, at, at, to)?.link;
    if (link !== undefined) links.push(link);
    at = text.indexOf('[[', link?.end ?? at + 1);
  }
  return links;
}

/** Whether a number is exactly what is written: a long id, such as a message's, would be rounded. */
function isExact(value: number, written = ''): boolean {
  if (!Number.isFinite(value)) return false;
  return Number.isSafeInteger(value) || !WHOLE.test(written) || String(value) === written.replace('+', '');
}

const WHOLE = /^[-+]?\d+$|^0[xo]/;
