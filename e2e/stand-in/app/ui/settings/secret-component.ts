import type { ModalHost } from '../modal.ts';
import { BaseComponent } from './setting-buttons.ts';
import { TextComponent } from './setting-texts.ts';

/** A field that names a secret of the app's store. */
export class SecretComponent extends BaseComponent {
  readonly #text: TextComponent;

  constructor(_app: ModalHost, containerEl: HTMLElement) {
    super();
    this.#text = new TextComponent(containerEl);
    this.#text.inputEl.addClass('secret-input');
  }

  setValue(value: string): this {
    this.#text.setValue(value);
    return this;
  }

  onChange(callback: (value: string) => unknown): this {
    this.#text.onChange(callback);
    return this;
  }
}
