import { cutTo } from '../../../shared/kit/text/shorten.ts';

const MOST_LETTERS = 200;
/** The marks that lines of a list, a task, a quotation or a heading begin with. */
const LINE_MARKS = /^\s*(?:(?:[-*+>]|#{1,6}|\d{1,9}[.)])\s+(?:\[[^[\]]\]\s+)?)+/gmu;

/** Selected text as a query, on one line: of a long one its beginning, up to the last whole word. */
export function wordsOf(selected: string): string {
  const isOneLine = !selected.trim().includes('\n');
  const words = (isOneLine ? selected : selected.replace(LINE_MARKS, '')).replace(/\s+/gu, ' ').trim();
  if (words.length <= MOST_LETTERS) return words;
  const cut = cutTo(words, MOST_LETTERS);
  const blank = words.charAt(cut.length) === ' ' ? -1 : cut.lastIndexOf(' ');
  return blank > 0 ? cut.slice(0, blank) : cut;
}
