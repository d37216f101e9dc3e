import { BaseComponent } from './setting-buttons.ts';
import { setTooltip, type TooltipOptions } from '../tooltip.ts';

export abstract class ValueComponent<T> extends BaseComponent {
  abstract getValue(): T;

  abstract setValue(value: T): this;
}

export class ToggleComponent extends ValueComponent<boolean> {
  toggleEl: HTMLElement;
  readonly #inputEl: HTMLInputElement;
  #on = false;
  #callback: ((value: boolean) => unknown) | null = null;

  constructor(containerEl: HTMLElement) {
    super();
    this.toggleEl = containerEl.createDiv('checkbox-container');
    this.#inputEl = this.toggleEl.createEl('input', { type: 'checkbox', attr: { tabindex: '0' } });
    this.toggleEl.addEventListener('click', (event) => {
      event.preventDefault();
      this.onClick();
    });
  }

  override setDisabled(disabled: boolean): this {
    this.toggleEl.toggleClass('is-disabled', disabled);
    this.#inputEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  getValue(): boolean {
    return this.#on;
  }

  setValue(on: boolean): this {
    const isChanged = this.#on !== Boolean(on);
    this.#on = Boolean(on);
    this.toggleEl.toggleClass('is-enabled', this.#on);
    this.#inputEl.checked = this.#on;
    if (isChanged) this.#callback?.(this.#on);
    return this;
  }

  setTooltip(tooltip: string, options?: TooltipOptions): this {
    setTooltip(this.toggleEl, tooltip, options);
    return this;
  }

  onClick(): void {
    if (!this.disabled) this.setValue(!this.#on);
  }

  onChange(callback: (value: boolean) => unknown): this {
    this.#callback = callback;
    return this;
  }
}

export class DropdownComponent extends ValueComponent<string> {
  selectEl: HTMLSelectElement;
  #callback: ((value: string) => unknown) | null = null;

  constructor(containerEl: HTMLElement) {
    super();
    this.selectEl = containerEl.createEl('select', 'dropdown');
    this.selectEl.addEventListener('change', () => this.#callback?.(this.getValue()));
  }

  override setDisabled(disabled: boolean): this {
    this.selectEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  addOption(value: string, display: string): this {
    this.selectEl.createEl('option', { value, text: display });
    return this;
  }

  addOptions(options: Record<string, string>): this {
    for (const [value, display] of Object.entries(options)) this.addOption(value, display);
    return this;
  }

  getValue(): string {
    return this.selectEl.value;
  }

  setValue(value: string): this {
    this.selectEl.value = value;
    return this;
  }

  onChange(callback: (value: string) => unknown): this {
    this.#callback = callback;
    return this;
  }
}

export class SliderComponent extends ValueComponent<number> {
  sliderEl: HTMLInputElement;
  #callback: ((value: number) => unknown) | null = null;
  #format: (value: number) => string = String;

  constructor(containerEl: HTMLElement) {
    super();
    this.sliderEl = containerEl.createEl('input', { cls: 'slider', type: 'range' });
    this.sliderEl.addEventListener('change', () => this.#callback?.(this.getValue()));
  }

  override setDisabled(disabled: boolean): this {
    this.sliderEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  setLimits(min: number | null, max: number | null, step: number | 'any'): this {
    this.sliderEl.setAttrs({ min, max, step });
    return this;
  }

  getValue(): number {
    return Number(this.sliderEl.value);
  }

  setValue(value: number): this {
    this.sliderEl.value = String(value);
    return this;
  }

  getValuePretty(): string {
    return this.#format(this.getValue());
  }

  setDisplayFormat(format: (value: number) => string): this {
    this.#format = format;
    return this;
  }

  onChange(callback: (value: number) => unknown): this {
    this.#callback = callback;
    return this;
  }
}

export class ProgressBarComponent extends ValueComponent<number> {
  progressBar: HTMLElement;
  lineEl: HTMLElement;
  #value = 0;

  constructor(containerEl: HTMLElement) {
    super();
    this.progressBar = containerEl.createDiv('setting-progress-bar');
    this.lineEl = this.progressBar.createDiv('setting-progress-bar-inner');
  }

  /** A percentage. */
  getValue(): number {
    return this.#value;
  }

  setValue(value: number): this {
    this.#value = Math.min(100, Math.max(0, value));
    this.lineEl.style.width = `${String(this.#value)}%`;
    return this;
  }
}
