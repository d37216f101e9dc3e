import { Modal, Notice, Setting, type App, type ButtonComponent } from 'obsidian';
import { VaultLoomError } from '../../../../shared/protocol/errors.ts';
import { pressOnce } from '../../elements/press-once.ts';
import { WORDS } from '../map-words.ts';
import { nameTyped, problemWords, renameState, type RenameState } from './rename-state.ts';

export interface RenameOffer {
  /** The name that links have for the missing note. */
  name: string;
  /** Whether links lead to a missing note of a name. */
  isMissing: (name: string) => boolean;
  /**
   * Rewrites the links.
   *
   * @param agreed the file that the person was told the new name is of; null if of none
   */
  rename: (to: string, agreed: string | null) => Promise<void>;
}

/** Asks for the new name of a missing note, says what will become of its links, and has them rewritten. */
export class RenameModal extends Modal {
  readonly #offer: RenameOffer;
  #inputEl: HTMLInputElement | null = null;
  #stateEl: HTMLElement | null = null;
  #errorEl: HTMLElement | null = null;
  #button: ButtonComponent | null = null;
  /** What the engine found for a name, if the app's own answer was different. */
  #found: { name: string; there: string | null } | null = null;
  #isBusy = false;
  #isClosed = false;

  constructor(app: App, offer: RenameOffer) {
    super(app);
    this.#offer = offer;
  }

  override onOpen(): void {
    const { name } = this.#offer;
    this.setTitle(WORDS.renameTitle(name));
    const { contentEl } = this;
    // It may open under the pointer.
    pressOnce(contentEl);
    const input = contentEl.createEl('input', {
      cls: 'vault-loom-map-rename',
      type: 'text',
      value: name,
      attr: { 'aria-label': WORDS.newName, dir: 'auto', spellcheck: 'false' },
    });
    this.#inputEl = input;
    this.#stateEl = contentEl.createEl('p', { attr: { role: 'status', dir: 'auto' } });
    this.#errorEl = contentEl.createEl('p', {
      cls: 'vault-loom-map-rename-problem',
      attr: { role: 'alert', dir: 'auto' },
    });
    new Setting(contentEl)
      .addButton((button) => {
        this.#button = button
          .setCta()
          .setClass('vault-loom-main-action')
          .onClick(() => this.#confirm());
      })
      .addButton((button) => button.setButtonText(WORDS.leaveName).onClick(() => this.close()));
    input.addEventListener('input', () => this.#draw(''));
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.isComposing) return;
      event.preventDefault();
      this.#confirm();
    });
    this.#draw('');
    input.focus();
    input.setSelectionRange(name.lastIndexOf('/') + 1, name.length);
  }

  override onClose(): void {
    this.#isClosed = true;
  }

  #draw(problem: string): void {
    const { words, button, isOffered } = this.#state();
    this.#stateEl?.setText(words);
    this.#errorEl?.setText(problem);
    this.#button?.setButtonText(button).setDisabled(!isOffered || this.#isBusy);
  }

  #state(): RenameState {
    const { name: from, isMissing } = this.#offer;
    return renameState({ from, typed: this.#typed, there: this.#there(), isMissing });
  }

  get #typed(): string {
    return this.#inputEl?.value ?? '';
  }

  #there(): string | null {
    const name = nameTyped(this.#typed);
    if (this.#found?.name === name) return this.#found.there;
    return name === '' ? null : (this.app.metadataCache.getFirstLinkpathDest(name, '')?.path ?? null);
  }

  #confirm(): void {
    if (this.#isBusy || !this.#state().isOffered) return;
    const [typed, agreed] = [this.#typed, this.#there()];
    this.#isBusy = true;
    this.#draw('');
    this.#offer
      .rename(typed, agreed)
      .then(
        () => this.close(),
        (error: unknown) => this.#failed(error, nameTyped(typed), agreed),
      )
      .finally(() => {
        this.#isBusy = false;
        this.#button?.setDisabled(!this.#state().isOffered);
      });
  }

  #failed(error: unknown, name: string, agreed: string | null): void {
    const [code, details] = error instanceof VaultLoomError ? [error.code, error.details] : [null, undefined];
    const there = details?.['path'];
    if (code === 'note_exists' && typeof there === 'string') this.#found = { name, there };
    else if (code === 'note_not_found' && agreed !== null) this.#found = { name, there: null };
    const words = problemWords(error);
    if (this.#isClosed) new Notice(WORDS.notRenamed(this.#offer.name, words));
    else this.#draw(words);
  }
}
