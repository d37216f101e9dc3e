import { setTwoLines, setWords } from '../words/draw-words.ts';
import type { Said } from '../words/said.ts';
import type { ReviewRow } from './review-rows.ts';

const PREFIX = 'vault-loom-review';

/** Makes the element of a row, without its words. */
export function createRow({ id }: ReviewRow, parent: HTMLElement): HTMLElement {
  const element = parent.createDiv({
    cls: `tree-item-self is-clickable ${PREFIX}-row`,
    attr: { role: 'option', 'aria-selected': 'false', tabindex: '-1', 'data-id': id },
  });
  for (const part of ['title', 'others', 'who', 'risks'])
    element.createDiv({ cls: `${PREFIX}-row-${part}`, attr: { dir: 'ltr' } });
  return element;
}

/** Writes a row's words into its element. */
export function updateRow(element: HTMLElement, { title, others, who, risks, hasProblem }: ReviewRow): void {
  element.classList.toggle('mod-failed', hasProblem);
  const allRisks = risks.flatMap(
    (risk, index): Said => [index === 0 ? '' : ' · ', ...(typeof risk === 'string' ? [risk] : risk)],
  );
  [title, others, who, allRisks].forEach((words, index) => {
    const part = element.children[index] as HTMLElement | undefined;
    if (part === undefined) return;
    if (words === title || words === who) setTwoLines(part, words);
    else setWords(part, words);
    part.classList.toggle(`${PREFIX}-none`, words.length === 0);
  });
}
