import { startOfLetter } from './whole-letters.ts';

/** A text of at most `most` UTF-16 units, with an ellipsis if cut; letters stay whole. */
export function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, startOfLetter(text, most - 1)).trimEnd()}…`;
}

/** The first `most` UTF-16 units of a text, or one fewer to keep a surrogate pair whole. */
export function cutTo(text: string, most: number): string {
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most);
}

/** Puts a text on one line: white space becomes single blanks, and none at the ends. */
export function oneLine(text: string): string {
  return text.replace(WHITE_SPACE, ' ').trim();
}

const WHITE_SPACE = /\s+/g;
