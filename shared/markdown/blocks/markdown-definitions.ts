import type { TextRange } from '../parsed-note.ts';

/**
 * Link reference definitions (`[label]: destination "title"`): normalised label → position of the destination. The
 * first wins.
 */
export type Definitions = Map<string, TextRange>;

/** Reads the definitions that the paragraph `from..to` begins with, and returns where its text begins after them. */
export function readDefinitions(text: string, from: number, to: number, definitions: Definitions): number {
  const paragraph = text.slice(from, to);
  let at = 0;
  while (at < paragraph.length) {
    DEFINITION.lastIndex = at;
    const [, before, label, destination] = DEFINITION.exec(paragraph) ?? [];
    if (before === undefined || label === undefined || destination === undefined) break;
    const key = normaliseLabel(label);
    if (key === '' || key.startsWith('^')) break;
    const start = from + at + before.length;
    const end = start + destination.length;
    if (!definitions.has(key))
      definitions.set(key, destination.startsWith('<') ? { start: start + 1, end: end - 1 } : { start, end });
    at = DEFINITION.lastIndex;
  }
  return from + at;
}

/** Labels match regardless of letter case and whitespace. */
export function normaliseLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase();
}

const LABEL = /[ \t]{0,3}\[((?:[^\\[\]\n]|\\.){1,999})\]:/.source;
/** A quote's mark begins no destination, and a wikilink on a line of its own stays a link. */
const GAP = /[ \t]*(?:\n[ \t]*(?!>|!?\[\[))?/.source;
const DESTINATION = /<[^<>\n]+>|[^\s<]\S*/.source;
const TITLE = /(?:[ \t]+|[ \t]*\n[ \t]*)(?:"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\((?:[^()\\]|\\[^])*\))/.source;
/**
 * A title that is not closed, or has text after it on its line, does not count. That can only be the line after the
 * definition. No alternative begins like another, so this takes time linear in the paragraph.
 */
const DEFINITION = new RegExp(`(${LABEL}${GAP})(${DESTINATION})(?:${TITLE})?[ \\t]*(?:\\n|$)`, 'y');
