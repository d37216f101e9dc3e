import { lettersOf } from './letters.ts';
import { FONT, NARROW, widthOf } from '../../text/text-width.ts';

/** The height of a line, and of a count below a name, in pixels. */
export const LINE = 1.25 * FONT;
export const COUNT_LINE = 15;
export const MOST_LINES = 3;
/** Fewer letters say nothing. */
export const LEAST_CUT = 5;
const INSIDE_SHARE = 0.9;
const ELLIPSIS = '…';

/**
 * A label in a circle of this radius in pixels whose long words, or whose end, are cut; null if too little is left of
 * it.
 */
export function cutInside(label: string, radius: number): string[] | null {
  for (let count = MOST_LINES; count >= 1; count--) {
    const edge = (count * LINE + COUNT_LINE) / 2;
    if (edge >= radius * INSIDE_SHARE) continue;
    const room = 2 * INSIDE_SHARE * Math.sqrt(radius * radius - edge * edge);
    if (room < LEAST_CUT * NARROW) continue;
    const words = label.split(/\s+/u).filter((part) => part !== '');
    const lines = wrapped(words.map((word) => cutTo(word, room)).join(' '), room);
    if (lines === null) continue;
    const end = lines[count - 1] ?? '';
    return lines.length <= count ? lines : [...lines.slice(0, count - 1), cutTo(`${end}${ELLIPSIS}`, room)];
  }
  return null;
}

/** A text of at most this width in pixels. */
export function cutTo(text: string, room: number): string {
  const letters = lettersOf(text.replace(/…$/u, ''));
  if (widthOf(text) <= room) return text;
  while (letters.length > 1 && widthOf(`${letters.join('')}${ELLIPSIS}`) > room) letters.pop();
  return `${letters.join('')}${ELLIPSIS}`;
}

/**
 * The lines of a label that fits into a circle of this radius in pixels, with the count below them; null if it does
 * not.
 */
export function linesInside(label: string, radius: number): string[] | null {
  for (let count = 1; count <= MOST_LINES; count++) {
    const height = count * LINE + COUNT_LINE;
    const edge = height / 2;
    if (edge >= radius * INSIDE_SHARE) return null;
    const room = 2 * INSIDE_SHARE * Math.sqrt(radius * radius - edge * edge);
    const lines = wrapped(label, room);
    if (lines !== null && lines.length <= count) return lines;
  }
  return null;
}

/** Words put on lines of at most this width in pixels; null if one of them is wider. */
export function wrapped(label: string, room: number): string[] | null {
  const lines: string[] = [];
  for (const word of label.split(/\s+/u).filter((part) => part !== '')) {
    if (widthOf(word) > room) return null;
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && widthOf(longer) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** A text whose words are not wider than this in pixels: longer ones are broken. */
export function brokenWords(label: string, room: number): string {
  const parts = label.split(/\s+/u).flatMap((word) => {
    const pieces: string[] = [];
    for (const letter of lettersOf(word)) {
      const longer = (pieces.at(-1) ?? '') + letter;
      if (pieces.length > 0 && widthOf(longer) <= room) pieces[pieces.length - 1] = longer;
      else pieces.push(letter);
    }
    return pieces;
  });
  return parts.join(' ');
}

/** The first letters of a label, at most this many. */
export function shortened(label: string, most: number): string {
  const letters = lettersOf(label);
  if (letters.length <= most) return label;
  const kept = letters.slice(0, most - 1).join('');
  return `${kept.trimEnd()}${ELLIPSIS}`;
}
