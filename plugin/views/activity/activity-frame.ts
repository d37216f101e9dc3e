import { setIcon } from 'obsidian';
import { holdsFocus } from '../elements/holds-focus.ts';
import { pressOnce } from '../elements/press-once.ts';
import { WORDS } from './activity-words.ts';
import { keepInPlace } from './keep-in-place.ts';
import { UndoProgress } from './undo-progress.ts';

export type Tab = 'changes' | 'reading';
export type ReadingOrder = 'note' | 'client';

export interface FrameActions {
  chooseTab(tab: Tab): void;
  chooseOrder(order: ReadingOrder): void;
  forget(): void;
  act(): void;
  showFresh(): void;
  /** The focus has left the button that shows what is new. */
  leaveFresh(): void;
  showEarlier(): void;
}

/** What is around the rows: tabs, state and the buttons above and below. */
export class ActivityFrame {
  readonly listEl: HTMLElement;
  /** Where the question appears that is asked before something would be lost. */
  readonly askEl: HTMLElement;
  /** How far an undo is. */
  readonly progress: UndoProgress;
  readonly #scrollEl: HTMLElement;
  readonly #tabEls: Record<Tab, HTMLElement>;
  readonly #orderEl: HTMLSelectElement;
  readonly #forgetEl: HTMLElement;
  readonly #stateEl: HTMLElement;
  readonly #wordsEl: HTMLElement;
  readonly #actionEl: HTMLElement;
  readonly #freshEl: HTMLElement;
  readonly #earlierEl: HTMLElement;

  constructor(parent: HTMLElement, actions: FrameActions) {
    parent.empty();
    parent.addClass('vault-loom-activity');
    pressOnce(parent);
    const controls = parent.createDiv('vault-loom-activity-controls');
    const tabs = controls.createDiv({
      cls: 'vault-loom-activity-tabs',
      attr: { role: 'group', 'aria-label': WORDS.tabs },
    });
    const tab = (name: Tab): HTMLElement => {
      const element = tabs.createEl('button', { cls: 'clickable-icon', text: WORDS[name] });
      element.addEventListener('click', () => actions.chooseTab(name));
      return element;
    };
    this.#tabEls = { changes: tab('changes'), reading: tab('reading') };
    // Here it covers no row, and moves none.
    this.#freshEl = controls.createEl('button', {
      cls: 'vault-loom-activity-fresh mod-cta vault-loom-main-action',
      attr: { 'aria-label': WORDS.fresh },
    });
    setIcon(this.#freshEl.createSpan('vault-loom-activity-fresh-icon'), 'arrow-up-to-line');
    this.#freshEl.createSpan({ text: WORDS.fresh });
    this.#freshEl.addEventListener('click', () => actions.showFresh());
    this.#freshEl.addEventListener('focusout', () => window.setTimeout(() => actions.leaveFresh()));
    this.#orderEl = controls.createEl('select', { cls: 'dropdown', attr: { 'aria-label': WORDS.readingOrder } });
    this.#orderEl.createEl('option', { text: WORDS.byNote, value: 'note' });
    this.#orderEl.createEl('option', { text: WORDS.byClient, value: 'client' });
    this.#orderEl.addEventListener('change', () =>
      actions.chooseOrder(this.#orderEl.value === 'client' ? 'client' : 'note'),
    );
    this.#forgetEl = controls.createEl('button', { cls: 'clickable-icon', attr: { 'aria-label': WORDS.forget } });
    setIcon(this.#forgetEl, 'trash-2');
    this.#forgetEl.addEventListener('click', () => actions.forget());

    this.#stateEl = parent.createDiv('vault-loom-pane-state vault-loom-activity-state');
    this.#wordsEl = this.#stateEl.createDiv({ attr: { role: 'status', dir: 'ltr' } });
    this.#actionEl = this.#stateEl.createEl('button');
    this.#actionEl.addEventListener('click', () => actions.act());
    this.askEl = parent.createDiv('vault-loom-pane-state vault-loom-activity-ask');
    this.askEl.hidden = true;
    const body = parent.createDiv('vault-loom-activity-body');
    this.#scrollEl = body.createDiv('vault-loom-activity-scroll');
    this.listEl = this.#scrollEl.createDiv({ cls: 'vault-loom-activity-list', attr: { role: 'list' } });
    this.#earlierEl = this.#scrollEl.createEl('button', { cls: 'vault-loom-activity-earlier', text: WORDS.earlier });
    this.#earlierEl.addEventListener('click', () => actions.showEarlier());
    // Below the rows, of which it moves none.
    this.progress = new UndoProgress(parent);
    this.showFresh(false);
  }

  showControls(tab: Tab, order: ReadingOrder, hasReadings: boolean): void {
    for (const [name, element] of Object.entries(this.#tabEls)) {
      element.setAttribute('aria-pressed', String(name === tab));
      element.classList.toggle('is-active', name === tab);
    }
    this.#orderEl.hidden = tab !== 'reading';
    this.#orderEl.value = order;
    this.#forgetEl.hidden = tab !== 'reading' || !hasReadings;
    this.listEl.setAttribute('aria-label', tab === 'changes' ? WORDS.changeList : WORDS.readingList);
  }

  /** Empty words: nothing to say. */
  showState({ words, action, isProblem }: { words: string; action: string; isProblem: boolean }): void {
    this.#stateEl.hidden = words === '';
    this.#stateEl.classList.toggle('mod-failed', isProblem);
    if (this.#wordsEl.textContent !== words) this.#wordsEl.textContent = words;
    this.#actionEl.hidden = action === '';
    this.#actionEl.textContent = action;
  }

  /** Whether the button that shows what is new has the focus: it must not go away under the key. */
  get isFreshFocused(): boolean {
    return holdsFocus(this.#freshEl);
  }

  showFresh(isFresh: boolean): void {
    this.#freshEl.hidden = !isFresh;
  }

  showRows({ rows, hasMore }: { rows: number; hasMore: boolean }): void {
    this.listEl.hidden = rows === 0;
    this.#earlierEl.hidden = !hasMore;
  }

  /** Updates the rows and keeps `element`, or else the row that is being read, at its place on the screen. */
  keepInPlace(element: HTMLElement | null, update: () => void): void {
    keepInPlace({ scrollEl: this.#scrollEl, rows: this.listEl.children, stopEl: element }, update);
  }

  /** Focuses the control that chooses a list. */
  focusTab(tab: Tab): void {
    this.#tabEls[tab].focus();
  }

  scrollToTop(): void {
    this.#scrollEl.scrollTop = 0;
  }
}
