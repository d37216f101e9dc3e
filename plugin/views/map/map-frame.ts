import { setIcon } from 'obsidian';
import { clearForNew } from '../elements/clear-for-new.ts';
import { pressOnce } from '../elements/press-once.ts';
import { setText } from '../elements/set-text.ts';
import type { MapLevel } from './map-levels.ts';
import { ACTION_WORDS, type MapState, type StateAction } from './map-state.ts';
import { WORDS } from './map-words.ts';
import { nameElement } from './name-element.ts';

/** Whether the picture, the list or both are shown, where there is room for both. */
export const SHOWS = ['both', 'picture', 'list'] as const;
export type Shows = (typeof SHOWS)[number];

const SHOWS_ICONS: Record<Shows, string> = { both: 'columns-2', picture: 'map', list: 'list-tree' };
const PREFIX = 'vault-loom-map';

export interface FrameActions {
  /** Null: the whole vault. */
  goTo(theme: string | null): void;
  /** One theme out. */
  back(): void;
  lookFor(query: string): void;
  /** From the search field to what was found. */
  enterMap(): void;
  choose(shows: Shows): void;
  act(action: StateAction): void;
}

/** What is around picture and list: the way here, the search, what to show, and the state in words. */
export class MapFrame {
  /** For picture and list. */
  readonly bodyEl: HTMLElement;
  readonly #root: HTMLElement;
  readonly #actions: FrameActions;
  readonly #backEl: HTMLElement;
  readonly #pathEl: HTMLElement;
  readonly #searchEl: HTMLInputElement;
  readonly #foundEl: HTMLElement;
  readonly #showsEls: ReadonlyMap<Shows, HTMLElement>;
  readonly #stateEl: HTMLElement;
  readonly #wordsEl: HTMLElement;
  readonly #actionEl: HTMLButtonElement;
  #action: StateAction | null = null;

  constructor(root: HTMLElement, actions: FrameActions) {
    this.#root = root;
    this.#actions = actions;
    root.empty();
    root.addClass(PREFIX);
    const bar = root.createDiv(`${PREFIX}-bar`);
    this.#backEl = bar.createEl('button', { cls: 'clickable-icon', attr: { 'aria-label': WORDS.back } });
    setIcon(this.#backEl, 'arrow-left');
    this.#backEl.addEventListener('click', () => actions.back());
    this.#pathEl = bar.createEl('nav', `${PREFIX}-path`);
    nameElement(this.#pathEl, bar, WORDS.path);
    this.#foundEl = bar.createDiv({ cls: `${PREFIX}-found`, attr: { role: 'status', dir: 'auto' } });
    this.#searchEl = bar.createEl('input', {
      cls: `${PREFIX}-search`,
      type: 'search',
      placeholder: WORDS.search,
      attr: { 'aria-label': WORDS.searchLabel, dir: 'auto', spellcheck: 'false' },
    });
    this.#listenToSearch();
    const group = bar.createDiv({ cls: `${PREFIX}-shows`, attr: { role: 'group', 'aria-label': WORDS.shows } });
    this.#showsEls = new Map(
      SHOWS.map((shows) => {
        const attr = { 'aria-label': WORDS.showsWhat[shows], 'data-shows': shows };
        const button = group.createEl('button', { cls: 'clickable-icon', attr });
        setIcon(button, SHOWS_ICONS[shows]);
        button.addEventListener('click', () => actions.choose(shows));
        return [shows, button];
      }),
    );
    this.bodyEl = root.createDiv(`${PREFIX}-body`);
    this.#stateEl = root.createDiv(`${PREFIX}-state`);
    pressOnce(this.#stateEl);
    this.#wordsEl = this.#stateEl.createDiv({ attr: { role: 'status', dir: 'auto' } });
    this.#actionEl = this.#stateEl.createEl('button');
    this.#actionEl.addEventListener('click', () => this.#action !== null && actions.act(this.#action));
  }

  showPlace(levels: readonly MapLevel[]): void {
    this.#backEl.hidden = levels.length <= 1;
    // A theme may get another name while its step is pressed.
    if (
      clearForNew(
        this.#pathEl,
        levels.map(({ id }) => id),
      )
    )
      this.#drawPath(levels);
    const steps = this.#pathEl.querySelectorAll(`.${PREFIX}-path-step, .${PREFIX}-path-here`);
    for (const [depth, { label }] of levels.entries()) setText(steps[depth], label);
  }

  #drawPath(levels: readonly MapLevel[]): void {
    for (const [depth, { id }] of levels.entries()) {
      if (depth > 0)
        setIcon(
          this.#pathEl.createSpan({ cls: `${PREFIX}-path-sign`, attr: { 'aria-hidden': 'true' } }),
          'chevron-right',
        );
      const isLast = depth === levels.length - 1;
      const attr = { dir: 'auto', ...(isLast && { 'aria-current': 'page' }) };
      if (isLast) this.#pathEl.createSpan({ cls: `${PREFIX}-path-here`, attr });
      else {
        const step = this.#pathEl.createEl('button', { cls: `clickable-icon ${PREFIX}-path-step`, attr });
        step.addEventListener('click', () => this.#actions.goTo(id));
      }
    }
  }

  /** Below the map, in a space of its own: words that come and go do not move what is above. */
  showState({ words, action, isProblem }: MapState): void {
    this.#stateEl.hidden = words === '' && this.bodyEl.hidden;
    this.#stateEl.classList.toggle('mod-failed', isProblem);
    setText(this.#wordsEl, words);
    this.#action = action;
    this.#actionEl.hidden = action === null;
    setText(this.#actionEl, action === null ? '' : ACTION_WORDS[action]);
  }

  showFound(words: string): void {
    setText(this.#foundEl, words);
  }

  /**
   * To be called before {@link showState}.
   *
   * @param isEmpty there is nothing to draw or list
   */
  showWhat(shows: Shows, isEmpty: boolean): void {
    this.#root.setAttribute('data-shows', shows);
    this.bodyEl.hidden = isEmpty;
    for (const [each, button] of this.#showsEls) {
      button.setAttribute('aria-pressed', String(each === shows));
      button.classList.toggle('is-active', each === shows);
    }
  }

  #listenToSearch(): void {
    const input = this.#searchEl;
    const look = (): void => this.#actions.lookFor(input.value);
    input.addEventListener('input', (event) => (event as InputEvent).isComposing || look());
    input.addEventListener('compositionend', look);
    input.addEventListener('keydown', (event) => {
      if (event.isComposing) return;
      if (event.key === 'Escape' && input.value !== '') {
        input.value = '';
        look();
      } else if (event.key === 'Enter' || event.key === 'ArrowDown') this.#actions.enterMap();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }
}
