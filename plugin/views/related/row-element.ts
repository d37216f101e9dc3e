import { createFolderLine, showFolderLine } from '../folder-line.ts';
import { cutToTwoLines } from '../words/draw-words.ts';
import { setText } from '../elements/set-text.ts';
import type { RelatedRow } from './related-rows.ts';
import { WORDS } from './related-words.ts';

const PREFIX = 'vault-loom-related';

/** Makes the element of a row, without its words. */
export function createRow(_row: RelatedRow, parent: HTMLElement): HTMLElement {
  const element = parent.createDiv({
    cls: `tree-item-self is-clickable ${PREFIX}-row`,
    attr: { role: 'option', 'aria-selected': 'false', draggable: 'true', tabindex: '-1' },
  });
  element.createDiv({ cls: `${PREFIX}-title`, attr: { dir: 'auto' } });
  createFolderLine(element, `${PREFIX}-folder`);
  for (const name of ['why', 'passage']) element.createDiv({ cls: `${PREFIX}-${name}`, attr: { dir: 'auto' } });
  return element;
}

/** Writes a row's words into its element. */
export function updateRow(element: HTMLElement, { path, title, why, passage }: RelatedRow): void {
  const [titleEl, folderEl, whyEl, passageEl] = element.children;
  if (element.getAttribute('data-path') !== path) element.setAttribute('data-path', path);
  if (folderEl !== undefined) showFolderLine(folderEl as HTMLElement, path, WORDS.topFolder);
  for (const [part, text] of [
    [titleEl, title],
    [whyEl, why],
    [passageEl, passage],
  ] as const) {
    setText(part, text);
    part?.classList.toggle(`${PREFIX}-none`, text === '');
  }
  cutToTwoLines(titleEl as HTMLElement, title);
}
