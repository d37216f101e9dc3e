import { drawRuns } from '../diff/draw-text.ts';
import { clearForNew } from '../elements/clear-for-new.ts';
import { widthOf } from '../text/text-width.ts';
import { plainWords, type Said } from './said.ts';

/**
 * Adds words to an element: texts from outside keep their own direction, and what would not be seen in them is
 * labelled.
 */
export function drawWords(parent: HTMLElement, words: Said): void {
  for (const part of typeof words === 'string' ? [words] : words) {
    if (typeof part === 'string') parent.appendText(part);
    else drawRuns(parent.createEl('bdi'), part.outside, false);
  }
}

/** Words with a name that may be very long, in at most two lines; the tooltip has all of them. */
export function setTwoLines(element: HTMLElement, words: Said): void {
  setWords(element, words);
  cutToTwoLines(element, plainWords(words));
}

/** @param all the element's text */
export function cutToTwoLines(element: HTMLElement, all: string): void {
  element.classList.add('vault-loom-two-lines');
  if (widthOf(all) > FITS) element.title = all;
  else element.removeAttribute('title');
}

/** Pixels: two lines where there is little room, as next to the folder of a row. */
const FITS = 2 * 104;

/** Puts words in place of what is in an element, unless they are there already. */
export function setWords(element: HTMLElement, words: Said): void {
  if (clearForNew(element, words)) drawWords(element, words);
}
