import { reportToWindow } from '../../util/events.ts';
import { Scope } from '../keymap.ts';
import type { ModalHost } from '../modal.ts';
import { SuggestionList } from './suggestion-list.ts';

type UserEvent = MouseEvent | KeyboardEvent;

/** Suggestions that hang below something. */
export abstract class PopoverSuggest<T> {
  app: ModalHost;
  scope: Scope;
  isOpen = false;
  suggestEl: HTMLElement;
  suggestInnerEl: HTMLElement;
  suggestions: SuggestionList<T>;

  constructor(app: ModalHost, scope?: Scope) {
    this.app = app;
    this.scope = new Scope(scope ?? app.scope);
    this.scope.register([], 'Escape', () => {
      this.close();
      return false;
    });
    this.suggestEl = createDiv('suggestion-container');
    this.suggestInnerEl = this.suggestEl.createDiv('suggestion');
    this.suggestions = new SuggestionList<T>(this, this.suggestInnerEl, this.scope);
    this.suggestEl.addEventListener('mousedown', (event) => event.preventDefault());
  }

  abstract renderSuggestion(value: T, element: HTMLElement): void;

  abstract selectSuggestion(value: T, event: UserEvent): void;

  open(): void {
    if (this.isOpen) return;
    this.isOpen = true;
    activeDocument.body.appendChild(this.suggestEl);
    this.app.keymap.pushScope(this.scope);
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.app.keymap.popScope(this.scope);
    this.suggestEl.detach();
    this.suggestions.setSuggestions([]);
  }

  protected showSuggestions(found: T[] | null | Promise<T[] | null>, limit: number): void {
    if (found instanceof Promise) {
      found.then((values) => this.showSuggestions(values, limit), reportToWindow);
      return;
    }
    if (found === null || found.length === 0) return this.close();
    this.open();
    this.suggestions.setSuggestions(limit > 0 ? found.slice(0, limit) : found);
  }
}

/** Suggestions for an input field. */
export abstract class AbstractInputSuggest<T> extends PopoverSuggest<T> {
  limit = 100;
  textInputEl: HTMLInputElement | HTMLDivElement;
  #onSelect: ((value: T, event: UserEvent) => unknown) | null = null;

  constructor(app: ModalHost, textInputEl: HTMLInputElement | HTMLDivElement) {
    super(app);
    this.textInputEl = textInputEl;
    const ask = (): void => {
      const { left, bottom, width } = textInputEl.getBoundingClientRect();
      Object.assign(this.suggestEl.style, { left: `${left}px`, top: `${bottom}px`, minWidth: `${width}px` });
      this.showSuggestions(this.getSuggestions(this.getValue()), this.limit);
    };
    textInputEl.addEventListener('input', ask);
    textInputEl.addEventListener('focus', ask);
    textInputEl.addEventListener('blur', () => this.close());
  }

  protected abstract getSuggestions(query: string): T[] | Promise<T[]>;

  setValue(value: string): void {
    if ('value' in this.textInputEl) this.textInputEl.value = value;
    else this.textInputEl.textContent = value;
  }

  getValue(): string {
    return 'value' in this.textInputEl ? this.textInputEl.value : (this.textInputEl.textContent ?? '');
  }

  selectSuggestion(value: T, event: UserEvent): void {
    this.#onSelect?.(value, event);
  }

  onSelect(callback: (value: T, event: UserEvent) => unknown): this {
    this.#onSelect = callback;
    return this;
  }
}
