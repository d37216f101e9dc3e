import { reportToWindow } from '../../util/events.ts';
import { setIcon } from '../icons.ts';
import { setTooltip, type TooltipOptions } from '../tooltip.ts';

export abstract class BaseComponent {
  disabled = false;

  then(callback: (component: this) => unknown): this {
    callback(this);
    return this;
  }

  setDisabled(disabled: boolean): this {
    this.disabled = disabled;
    return this;
  }
}

export class ButtonComponent extends BaseComponent {
  buttonEl: HTMLButtonElement;

  constructor(containerEl: HTMLElement) {
    super();
    this.buttonEl = containerEl.createEl('button');
  }

  override setDisabled(disabled: boolean): this {
    this.buttonEl.disabled = disabled;
    return super.setDisabled(disabled);
  }

  setCta(): this {
    this.buttonEl.addClass('mod-cta');
    return this;
  }

  removeCta(): this {
    this.buttonEl.removeClass('mod-cta');
    return this;
  }

  setWarning(): this {
    this.buttonEl.addClass('mod-warning');
    return this;
  }

  setDestructive(): this {
    this.buttonEl.addClass('mod-destructive');
    return this;
  }

  removeDestructive(): this {
    this.buttonEl.removeClass('mod-destructive');
    return this;
  }

  setTooltip(tooltip: string, options?: TooltipOptions): this {
    setTooltip(this.buttonEl, tooltip, options);
    return this;
  }

  setButtonText(text: string): this {
    this.buttonEl.setText(text);
    return this;
  }

  setIcon(icon: string): this {
    this.buttonEl.addClass('clickable-icon');
    setIcon(this.buttonEl, icon);
    return this;
  }

  setClass(cls: string): this {
    this.buttonEl.addClass(cls);
    return this;
  }

  onClick(callback: (event: MouseEvent) => unknown): this {
    this.buttonEl.addEventListener('click', (event) => run(() => callback(event)));
    return this;
  }
}

export class ExtraButtonComponent extends BaseComponent {
  extraSettingsEl: HTMLElement;
  #callback: (() => unknown) | null = null;

  constructor(containerEl: HTMLElement) {
    super();
    this.extraSettingsEl = containerEl.createDiv({
      cls: 'clickable-icon extra-setting-button',
      attr: { tabindex: '0' },
    });
    this.setIcon('lucide-settings');
    this.extraSettingsEl.addEventListener('click', () => {
      if (!this.disabled) run(() => this.#callback?.());
    });
  }

  override setDisabled(disabled: boolean): this {
    this.extraSettingsEl.toggleClass('is-disabled', disabled);
    return super.setDisabled(disabled);
  }

  setTooltip(tooltip: string, options?: TooltipOptions): this {
    setTooltip(this.extraSettingsEl, tooltip, options);
    return this;
  }

  setIcon(icon: string): this {
    setIcon(this.extraSettingsEl, icon);
    return this;
  }

  onClick(callback: () => unknown): this {
    this.#callback = callback;
    return this;
  }
}

function run(task: () => unknown): void {
  const result = task();
  if (result instanceof Promise) result.catch(reportToWindow);
}
