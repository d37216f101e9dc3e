import type { ReviewRow } from './review-rows.ts';

const PREFIX = 'vault-loom-review';

/** Makes the element of a row, without its words. */
export function createRow({ id }: ReviewRow, parent: HTMLElement): HTMLElement {
  const element = parent.createDiv({
    cls: `tree-item-self is-clickable ${PREFIX}-row`,
    attr: { role: 'option', 'aria-selected': 'false', tabindex: '-1', 'data-id': id },
  });
  for (const part of ['title', 'others', 'who', 'risks'])
    element.createDiv({ cls: `${PREFIX}-row-${part}`, attr: part === 'risks' ? {} : { dir: 'auto' } });
  return element;
}

/** Writes a row's words into its element. */
export function updateRow(element: HTMLElement, { title, others, who, risks, hasProblem }: ReviewRow): void {
  element.classList.toggle('mod-failed', hasProblem);
  [title, others, who, risks.join(' · ')].forEach((text, index) => {
    const part = element.children[index];
    if (part === undefined) return;
    if (part.textContent !== text) part.textContent = text;
    part.classList.toggle(`${PREFIX}-none`, text === '');
  });
}
