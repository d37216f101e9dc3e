import type { TextRange } from '../parsed-note.ts';

/** Link reference definitions (`[label]: destination "title"`): normalised label → position of the destination. The first wins. */
export type Definitions = Map<string, TextRange>;

/** Reads the definitions that a paragraph begins with, and returns where its text begins after them. */
export function readDefinitions(text: string, from: number, to: number, definitions: Definitions): number {
  let at = from;
  while (at < to) {
    DEFINITION.lastIndex = at;
    const match = DEFINITION.exec(text);
    const [whole, label, destination] = match ?? [];
    if (whole === undefined || label === undefined || destination === undefined || DEFINITION.lastIndex > to + 1) break;
    const key = normaliseLabel(label);
    if (key === '' || key.startsWith('^')) break;
    const start = at + whole.indexOf(destination, label.length + 3);
    const isAngled = destination.startsWith('<');
    if (!definitions.has(key))
      definitions.set(
        key,
        isAngled
          ? { start: start + 1, end: start + destination.length - 1 }
          : { start, end: start + destination.length },
      );
    at = Math.min(to, DEFINITION.lastIndex);
  }
  return at;
}

/** Labels match regardless of letter case and whitespace. */
export function normaliseLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase();
}

const DEFINITION =
  /[ \t]{0,3}\[((?:[^\\[\]\n]|\\.){1,999})\]:[ \t]*(<[^<>\n]+>|[^\s<]\S*)(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*(?:\n|$)/y;
