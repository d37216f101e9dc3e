import type { RelatedRow } from './related-rows.ts';

const PREFIX = 'vault-loom-related';

/** Makes the element of a row, without its words. */
export function createRow({ path }: RelatedRow, parent: HTMLElement): HTMLElement {
  const element = parent.createDiv({
    cls: `tree-item-self is-clickable ${PREFIX}-row`,
    attr: { role: 'option', 'aria-selected': 'false', draggable: 'true', tabindex: '-1', 'data-path': path },
  });
  for (const name of ['title', 'folder', 'why', 'passage'])
    element.createDiv({ cls: `${PREFIX}-${name}`, attr: { dir: 'auto' } });
  return element;
}

/** Writes a row's words into its element. */
export function updateRow(element: HTMLElement, { title, folder, why, passage }: RelatedRow): void {
  [title, folder, why, passage].forEach((text, index) => {
    const part = element.children[index];
    if (part !== undefined && part.textContent !== text) part.textContent = text;
    part?.classList.toggle(`${PREFIX}-none`, text === '');
  });
}
