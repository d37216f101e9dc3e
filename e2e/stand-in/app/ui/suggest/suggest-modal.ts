import { reportToWindow } from '../../util/events.ts';
import { prepareFuzzySearch, renderResults, sortSearchResults, type SearchResult } from '../../util/fuzzy-search.ts';
import { Modal, type ModalHost } from '../modal.ts';
import { SuggestionList } from './suggestion-list.ts';

type UserEvent = MouseEvent | KeyboardEvent;

export interface Instruction {
  command: string;
  purpose: string;
}

/** A prompt with suggestions below it. */
export abstract class SuggestModal<T> extends Modal {
  limit = 100;
  emptyStateText = 'No results found.';
  inputEl: HTMLInputElement;
  resultContainerEl: HTMLElement;
  ctaEl: HTMLElement;
  instructionsEl: HTMLElement;
  chooser: SuggestionList<T>;
  #asked = 0;

  constructor(app: ModalHost) {
    super(app);
    this.shouldRestoreSelection = true;
    this.modalEl.removeClass('modal');
    this.modalEl.addClass('prompt');
    this.modalEl.empty();
    const inputContainer = this.modalEl.createDiv('prompt-input-container');
    this.inputEl = inputContainer.createEl('input', {
      cls: 'prompt-input',
      type: 'text',
      attr: { autocapitalize: 'off', spellcheck: 'false', enterkeyhint: 'done' },
    });
    const clearEl = inputContainer.createDiv('search-input-clear-button');
    this.ctaEl = inputContainer.createDiv('prompt-input-cta');
    this.resultContainerEl = this.modalEl.createDiv('prompt-results');
    this.instructionsEl = this.modalEl.createDiv('prompt-instructions');
    this.instructionsEl.hide();
    this.chooser = new SuggestionList<T>(this, this.resultContainerEl, this.scope);
    this.inputEl.addEventListener('input', () => this.onInput());
    clearEl.addEventListener('click', () => {
      this.inputEl.value = '';
      this.onInput();
    });
  }

  abstract getSuggestions(query: string): T[] | Promise<T[]>;

  abstract renderSuggestion(value: T, element: HTMLElement): void;

  abstract onChooseSuggestion(value: T, event: UserEvent): void;

  override open(): void {
    super.open();
    this.inputEl.focus();
    this.onInput();
  }

  setPlaceholder(placeholder: string): void {
    this.inputEl.setAttribute('placeholder', placeholder);
  }

  setInstructions(instructions: Instruction[]): void {
    this.instructionsEl.empty();
    this.instructionsEl.toggle(instructions.length > 0);
    for (const { command, purpose } of instructions) {
      const element = this.instructionsEl.createDiv('prompt-instruction');
      element.createSpan({ cls: 'prompt-instruction-command', text: command });
      element.createSpan({ text: purpose });
    }
  }

  onNoSuggestion(): void {
    this.chooser.setSuggestions([]);
    if (this.emptyStateText !== '')
      this.resultContainerEl.createDiv({ cls: 'suggestion-empty', text: this.emptyStateText });
  }

  selectSuggestion(value: T, event: UserEvent): void {
    this.close();
    this.onChooseSuggestion(value, event);
  }

  selectActiveSuggestion(event: UserEvent): void {
    this.chooser.useSelectedItem(event);
  }

  onInput(): void {
    this.updateSuggestions();
  }

  updateSuggestions(): void {
    const asked = ++this.#asked;
    const found = this.getSuggestions(this.inputEl.value);
    if (!(found instanceof Promise)) return this.#show(found);
    found.then((values) => {
      if (asked === this.#asked) this.#show(values);
    }, reportToWindow);
  }

  #show(values: T[] | null | undefined): void {
    if (!values || values.length === 0) this.onNoSuggestion();
    else this.chooser.setSuggestions(this.limit > 0 ? values.slice(0, this.limit) : values);
  }
}

export interface FuzzyMatch<T> {
  item: T;
  match: SearchResult;
}

/** A prompt over a fixed set of things, found by their text. */
export abstract class FuzzySuggestModal<T> extends SuggestModal<FuzzyMatch<T>> {
  abstract getItems(): T[];

  abstract getItemText(item: T): string;

  abstract onChooseItem(item: T, event: UserEvent): void;

  getSuggestions(query: string): FuzzyMatch<T>[] {
    const search = prepareFuzzySearch(query.trim());
    const found: FuzzyMatch<T>[] = [];
    for (const item of this.getItems()) {
      const match = query.trim() === '' ? { score: 0, matches: [] } : search(this.getItemText(item));
      if (match !== null) found.push({ item, match });
    }
    if (query.trim() !== '') sortSearchResults(found);
    return found;
  }

  renderSuggestion({ item, match }: FuzzyMatch<T>, element: HTMLElement): void {
    renderResults(element, this.getItemText(item), match);
  }

  onChooseSuggestion({ item }: FuzzyMatch<T>, event: UserEvent): void {
    this.onChooseItem(item, event);
  }
}
