import { spliceText } from '../splice-text.ts';
import {
  countBlank,
  guardBlank,
  isBlankLine,
  isSetextHeading,
  missingBlanks,
  trimmedContent,
  type HeadingPlace,
} from './heading-place.ts';

/** Inserts `content` above the heading. */
export function insertBefore({ source, heading, at, bodyStart }: HeadingPlace, content: string): string {
  const given = trimmedContent(content);
  if (given === null) return source.text;
  let found = 0;
  while (at - found > bodyStart && isBlankLine(source, at - found - 1)) found++;
  const nothingAbove = at - found <= bodyStart;
  const isSetext = isSetextHeading(source, heading);
  const blanks = Math.max(found, given.after, nothingAbove || isSetext ? 1 : 0);
  const inserted = '\n'.repeat(missingBlanks(given.before, found)) + given.core + '\n'.repeat(blanks + 1);
  const start = source.lines[at]?.start ?? source.text.length;
  return spliceText(source.text, start, start, inserted, source.majority);
}

/** Inserts `content` below the heading, with the spacing the existing text has. */
export function insertAfter(place: HeadingPlace, content: string): string {
  const { source, below } = place;
  const given = trimmedContent(content);
  if (given === null) return source.text;
  const found = countBlank(source, below);
  const { text, lines, majority } = source;
  if (below + found === lines.length) {
    const blanks = '\n'.repeat(missingBlanks(given.before, found));
    const last = lines.at(-1);
    const isOpen = last?.ending === '';
    const line = isOpen ? `\n${blanks}${given.core}` : `${blanks}${given.core}\n`;
    return spliceText(text, text.length, text.length, line, majority);
  }
  const above = Math.max(Math.min(found, 1), given.before);
  const after = Math.max(missingBlanks(given.after, found), guardBlank(place, below));
  const start = lines[below]?.start ?? text.length;
  return spliceText(text, start, start, '\n'.repeat(above) + given.core + '\n'.repeat(after + 1), majority);
}
