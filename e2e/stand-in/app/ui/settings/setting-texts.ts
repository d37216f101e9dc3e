import { ValueComponent } from './setting-values.ts';

export class AbstractTextComponent<E extends HTMLInputElement | HTMLTextAreaElement> extends ValueComponent<string> {
  inputEl: E;
  #callback: ((value: string) => unknown) | null = null;

  constructor(inputEl: E) {
    super();
    this.inputEl = inputEl;
    inputEl.addEventListener('input', () => this.onChanged());
  }

  override setDisabled(disabled: boolean): this {
    this.inputEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  getValue(): string {
    return this.inputEl.value;
  }

  setValue(value: string): this {
    this.inputEl.value = value ?? '';
    return this;
  }

  setPlaceholder(placeholder: string): this {
    this.inputEl.placeholder = placeholder;
    return this;
  }

  onChanged(): void {
    this.#callback?.(this.getValue());
  }

  onChange(callback: (value: string) => unknown): this {
    this.#callback = callback;
    return this;
  }
}

export class TextComponent extends AbstractTextComponent<HTMLInputElement> {
  constructor(containerEl: HTMLElement) {
    super(containerEl.createEl('input', { type: 'text', attr: { spellcheck: 'false' } }));
  }
}

export class TextAreaComponent extends AbstractTextComponent<HTMLTextAreaElement> {
  constructor(containerEl: HTMLElement) {
    super(containerEl.createEl('textarea', { attr: { spellcheck: 'false' } }));
  }
}

export class SearchComponent extends AbstractTextComponent<HTMLInputElement> {
  containerEl: HTMLElement;
  clearButtonEl: HTMLElement;

  constructor(containerEl: HTMLElement) {
    const element = containerEl.createDiv('search-input-container');
    super(element.createEl('input', { type: 'search', attr: { enterkeyhint: 'search', spellcheck: 'false' } }));
    this.containerEl = element;
    this.clearButtonEl = element.createDiv({
      cls: 'search-input-clear-button',
      attr: { 'aria-label': 'Clear search' },
    });
    this.clearButtonEl.addEventListener('click', () => {
      this.setValue('');
      this.onChanged();
      this.inputEl.focus();
    });
  }
}
