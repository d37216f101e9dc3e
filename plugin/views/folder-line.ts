import { plain } from './words/said.ts';

const PREFIX = 'vault-loom-folder-line';
const STRONG_LETTER = /\p{L}/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The folder of a note's path as a row shows it; empty for the vault's own. */
export function folderWords(path: string): string {
  const end = path.lastIndexOf('/');
  return end < 0 ? '' : path.slice(0, end).split('/').join(' / ');
}

/** Which way a text runs: that of its first letter. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const first = STRONG_LETTER.exec(text)?.[0] ?? '';
  return RIGHT_TO_LEFT.test(first) ? 'rtl' : 'ltr';
}

/**
 * Makes the element that shows where a note is, on one line. If there is too little room, the beginning is cut: the
 * last folders tell notes of the same name apart. {@link showFolderLine} writes it.
 */
export function createFolderLine(parent: HTMLElement, cls: string): HTMLElement {
  const element = parent.createDiv({ cls: [PREFIX, cls] });
  element.createEl('bdi');
  return element;
}

/**
 * Writes the folder of a note into its line, and names the line by the note's whole path, which the app shows on hover.
 *
 * @param inTopFolder said of a note in no folder; without it the line is not shown
 */
export function showFolderLine(element: HTMLElement, path: string, inTopFolder = ''): void {
  const folder = folderWords(path);
  const text = folder === '' ? inTopFolder : folder;
  const textEl = element.firstElementChild;
  if (textEl !== null && textEl.textContent !== text) textEl.textContent = text;
  const direction = directionOf(text);
  textEl?.setAttribute('dir', direction);
  // A line is cut at the end of its own direction, which is therefore not that of its text.
  element.classList.toggle('mod-cut-left', direction === 'ltr');
  element.hidden = text === '';
  const label = plain(path);
  if (element.getAttribute('aria-label') !== label) element.setAttribute('aria-label', label);
}
