import type { Scope } from '../keymap.ts';

type UserEvent = MouseEvent | KeyboardEvent;

export interface SuggestOwner<T> {
  renderSuggestion(value: T, element: HTMLElement): void;
  selectSuggestion(value: T, event: UserEvent): void;
}

/** The list below a prompt: drawn by its owner, walked through with the arrow keys. */
export class SuggestionList<T> {
  readonly containerEl: HTMLElement;
  values: T[] = [];
  suggestions: HTMLElement[] = [];
  selectedItem = 0;
  readonly #owner: SuggestOwner<T>;

  constructor(owner: SuggestOwner<T>, containerEl: HTMLElement, scope: Scope) {
    this.#owner = owner;
    this.containerEl = containerEl;
    const step = (by: number) => () => {
      this.setSelectedItem(this.selectedItem + by);
      return false;
    };
    scope.register([], 'ArrowUp', step(-1));
    scope.register([], 'ArrowDown', step(1));
    scope.register([], 'Enter', (event) => {
      if (event.isComposing) return;
      this.useSelectedItem(event);
      return false;
    });
    containerEl.addEventListener('click', (event) => {
      const index = this.#indexOf(event);
      if (index < 0) return;
      event.preventDefault();
      this.setSelectedItem(index);
      this.useSelectedItem(event);
    });
    containerEl.addEventListener('mousemove', (event) => {
      const index = this.#indexOf(event);
      if (index >= 0 && index !== this.selectedItem) this.setSelectedItem(index);
    });
  }

  setSuggestions(values: T[]): void {
    this.values = values;
    this.containerEl.empty();
    this.suggestions = values.map((value) => {
      const element = this.containerEl.createDiv('suggestion-item');
      this.#owner.renderSuggestion(value, element);
      return element;
    });
    this.setSelectedItem(0);
  }

  setSelectedItem(index: number, _event?: UserEvent): void {
    const count = this.values.length;
    this.selectedItem = count === 0 ? 0 : (index + count) % count;
    this.suggestions.forEach((element, at) => element.toggleClass('is-selected', at === this.selectedItem));
    this.suggestions[this.selectedItem]?.scrollIntoView({ block: 'nearest' });
  }

  useSelectedItem(event: UserEvent): boolean {
    const value = this.values[this.selectedItem];
    if (value === undefined) return false;
    this.#owner.selectSuggestion(value, event);
    return true;
  }

  #indexOf(event: Event): number {
    const item = (event.target as Element | null)?.closest('.suggestion-item');
    return item ? this.suggestions.indexOf(item as HTMLElement) : -1;
  }
}
