import { WORDS } from '../map-words.ts';
import { isRightToLeft, tabAfterKey } from '../../elements/rove.ts';
import { setText } from '../../elements/set-text.ts';
import { nameElement } from '../name-element.ts';
import { LISTS, type ListName } from './list-nodes.ts';

/** Lists of things to do; the others show the first of a ranking. */
const COUNTED: ReadonlySet<ListName> = new Set(['unresolved', 'unlinked', 'copies']);

/** The row of tabs that chooses a list: one Tab stop. */
export class ListTabs {
  readonly #tabs: ReadonlyMap<ListName, HTMLElement>;
  #chosen: ListName = 'themes';

  constructor(parent: HTMLElement, choose: (list: ListName) => void) {
    const bar = parent.createDiv({ cls: 'vault-loom-map-tabs', attr: { role: 'tablist' } });
    nameElement(bar, parent, WORDS.lists);
    this.#tabs = new Map(
      LISTS.map((list) => {
        const tab = bar.createDiv({
          cls: 'clickable-icon vault-loom-map-tab',
          attr: { role: 'tab', 'data-list': list, dir: 'auto' },
        });
        tab.createSpan({ text: WORDS.listName[list] });
        tab.createSpan('vault-loom-map-tab-count');
        tab.addEventListener('click', () => choose(list));
        return [list, tab];
      }),
    );
    bar.addEventListener('keydown', (event) => this.#pressed(event, choose));
    this.show('themes', null);
  }

  /** @param totals how many rows each list has; null: not known (yet) */
  show(chosen: ListName, totals: Readonly<Record<ListName, number | null>> | null): void {
    this.#chosen = chosen;
    for (const [list, tab] of this.#tabs) {
      const isChosen = list === chosen;
      tab.classList.toggle('is-active', isChosen);
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      const count = COUNTED.has(list) ? String(totals?.[list] ?? '') : '';
      const countEl = tab.lastElementChild;
      if (countEl !== null && countEl.textContent !== count) countEl.textContent = count;
    }
  }

  /** Gives a tab another name. */
  rename(list: ListName, name: string): void {
    setText(this.#tabs.get(list)?.firstElementChild, name);
  }

  #pressed(event: KeyboardEvent, choose: (list: ListName) => void): void {
    const at = LISTS.indexOf(this.#chosen);
    const list = LISTS[tabAfterKey(event.key, at, LISTS.length, isRightToLeft(event.target as Element)) ?? -1];
    if (list === undefined) return;
    event.preventDefault();
    choose(list);
    this.#tabs.get(list)?.focus();
  }
}
