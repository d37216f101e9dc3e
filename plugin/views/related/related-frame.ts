import { setIcon } from 'obsidian';
import { pressOnce } from '../elements/press-once.ts';
import { setText } from '../elements/set-text.ts';
import type { Subject } from './related-follower.ts';
import { ACTION_WORDS, type PaneState, type StateAction } from './related-state.ts';
import { WORDS } from './related-words.ts';

export interface FrameActions {
  hideLinked(isOn: boolean): void;
  pin(isOn: boolean): void;
  /** Null: all folders. */
  chooseFolder(folder: string | null): void;
  /** The folders to choose from. */
  folders(): string[];
  act(action: StateAction): void;
  leaveSelection(): void;
}

/** What is around the rows: controls, head and state. */
export class RelatedFrame {
  readonly listEl: HTMLElement;
  readonly #actions: FrameActions;
  readonly #scrollEl: HTMLElement;
  readonly #hideEl: HTMLElement;
  readonly #pinEl: HTMLElement;
  readonly #folderEl: HTMLSelectElement;
  readonly #labelEl: HTMLElement;
  readonly #titleEl: HTMLElement;
  readonly #headEl: HTMLElement;
  readonly #leaveEl: HTMLElement;
  readonly #stateEl: HTMLElement;
  readonly #wordsEl: HTMLElement;
  readonly #actionEl: HTMLButtonElement;
  #action: StateAction | null = null;

  constructor(parent: HTMLElement, actions: FrameActions) {
    this.#actions = actions;
    parent.empty();
    parent.addClass('vault-loom-related');
    pressOnce(parent);
    const controls = parent.createDiv('nav-header').createDiv('nav-buttons-container vault-loom-related-controls');
    this.#hideEl = toggle(controls, 'unlink', WORDS.hideLinked, (isOn) => actions.hideLinked(isOn));
    this.#pinEl = toggle(controls, 'pin', WORDS.pin, (isOn) => actions.pin(isOn));
    this.#folderEl = controls.createEl('select', { cls: 'dropdown', attr: { 'aria-label': WORDS.folder } });
    this.#folderEl.addEventListener('change', () => actions.chooseFolder(this.#folderEl.value || null));
    // Just before it opens: there may be new folders, and thousands take a while to draw.
    for (const type of ['pointerdown', 'focus'])
      this.#folderEl.addEventListener(type, () => this.#offerFolders(this.#folderEl.value || null));

    this.#headEl = parent.createDiv('vault-loom-related-head');
    const heading = this.#headEl.createDiv({
      cls: 'vault-loom-related-heading',
      attr: { role: 'heading', 'aria-level': '2' },
    });
    this.#labelEl = heading.createDiv('vault-loom-related-label');
    this.#titleEl = heading.createDiv({
      cls: 'vault-loom-related-subject vault-loom-two-lines',
      attr: { dir: 'auto' },
    });
    this.#leaveEl = button(this.#headEl, 'x', WORDS.leaveSelection, () => actions.leaveSelection());

    this.#stateEl = parent.createDiv('vault-loom-pane-state vault-loom-related-state');
    this.#wordsEl = this.#stateEl.createDiv({ attr: { role: 'status', dir: 'auto' } });
    this.#actionEl = this.#stateEl.createEl('button');
    this.#actionEl.addEventListener('click', () => this.#action !== null && actions.act(this.#action));
    this.#scrollEl = parent.createDiv('vault-loom-related-scroll');
    this.listEl = this.#scrollEl.createDiv({
      cls: 'vault-loom-related-list',
      attr: { role: 'listbox', 'aria-label': WORDS.list },
    });
  }

  /** @param title that of the note which it is about */
  showHead(subject: Subject | null, title: string): void {
    const isSelection = subject?.text !== undefined;
    this.#headEl.hidden = subject === null;
    if (subject === null) this.#headEl.removeAttribute('data-path');
    else this.#headEl.setAttribute('data-path', subject.path);
    setText(this.#labelEl, isSelection ? WORDS.relatedToSelection : WORDS.relatedTo);
    setText(this.#titleEl, subject === null ? '' : (subject.text ?? title));
    this.#leaveEl.hidden = !isSelection;
  }

  /** @param hasRows if so, it is below them, so that words that come and go do not move them */
  showState({ words, action, isProblem }: PaneState, hasRows: boolean): void {
    this.#stateEl.hidden = words === '';
    this.#stateEl.classList.toggle('mod-failed', isProblem);
    this.#stateEl.classList.toggle('mod-foot', hasRows);
    setText(this.#wordsEl, words);
    this.#action = action;
    this.#actionEl.hidden = action === null;
    setText(this.#actionEl, action === null ? '' : ACTION_WORDS[action]);
  }

  showControls({
    hidesLinked,
    isPinned,
    folder,
  }: {
    hidesLinked: boolean;
    isPinned: boolean;
    folder: string | null;
  }): void {
    press(this.#hideEl, hidesLinked);
    press(this.#pinEl, isPinned);
    if (this.#folderEl.options.length > 0 && (this.#folderEl.value || null) === folder) return;
    // One that has the focus gets it no second time, and keys choose from it.
    if (this.#folderEl.matches(':focus')) this.#offerFolders(folder);
    else this.#offer(folder === null ? [] : [folder], folder);
  }

  /** Gives the focus to the first of the controls, which are always there. */
  focus(): void {
    this.#hideEl.focus();
  }

  scrollToTop(): void {
    this.#scrollEl.scrollTop = 0;
  }

  /** @param chosen still offered even if it is gone */
  #offerFolders(chosen: string | null): void {
    const folders = this.#actions.folders();
    if (chosen !== null && !folders.includes(chosen)) folders.unshift(chosen);
    this.#offer(folders, chosen);
  }

  #offer(folders: readonly string[], chosen: string | null): void {
    const offered = [...this.#folderEl.options].slice(1).map(({ value }) => value);
    if (
      offered.length !== folders.length ||
      offered.some((folder, index) => folder !== folders[index]) ||
      this.#folderEl.options.length === 0
    ) {
      this.#folderEl.empty();
      this.#folderEl.createEl('option', { text: WORDS.allFolders, value: '' });
      for (const folder of folders) this.#folderEl.createEl('option', { text: folder, value: folder });
    }
    this.#folderEl.value = chosen ?? '';
  }
}

function toggle(parent: HTMLElement, icon: string, label: string, change: (isOn: boolean) => void): HTMLElement {
  const element = button(parent, icon, label, () => change(element.getAttribute('aria-pressed') !== 'true'));
  press(element, false);
  return element;
}

function button(parent: HTMLElement, icon: string, label: string, act: () => void): HTMLElement {
  const element = parent.createEl('button', { cls: 'clickable-icon nav-action-button', attr: { 'aria-label': label } });
  setIcon(element, icon);
  element.addEventListener('click', act);
  return element;
}

function press(element: HTMLElement, isOn: boolean): void {
  element.setAttribute('aria-pressed', String(isOn));
  element.classList.toggle('is-active', isOn);
}
