import { drawRuns } from '../diff/draw-text.ts';
import type { Said } from './said.ts';

/** Adds words to an element: texts from outside keep their own direction, and what would not be seen in them is labelled. */
export function drawWords(parent: HTMLElement, words: Said): void {
  for (const part of typeof words === 'string' ? [words] : words) {
    if (typeof part === 'string') parent.appendText(part);
    else drawRuns(parent.createEl('bdi'), part.outside, false);
  }
}

/** Puts words in place of what is in an element, unless they are there already. */
export function setWords(element: HTMLElement, words: Said): void {
  const key = JSON.stringify(words);
  if (element.dataset.words === key) return;
  element.dataset.words = key;
  element.empty();
  drawWords(element, words);
}
