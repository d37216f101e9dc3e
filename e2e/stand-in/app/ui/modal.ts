import { reportToWindow } from '../util/events.ts';
import { ButtonComponent } from './settings/setting-buttons.ts';
import { setIcon } from './icons.ts';
import { Scope, type Keymap } from './keymap.ts';

/** What a dialog needs of the app: the keys are its own while it is open. */
export interface ModalHost {
  readonly scope: Scope;
  readonly keymap: Keymap;
}

/** A dialog over the active window. */
export class Modal {
  app: ModalHost;
  scope: Scope;
  containerEl: HTMLElement;
  bgEl: HTMLElement;
  modalEl: HTMLElement;
  headerEl: HTMLElement;
  titleEl: HTMLElement;
  contentEl: HTMLElement;
  shouldRestoreSelection = true;
  isOpen = false;
  #closeCallback: (() => unknown) | null = null;
  #focusedBefore: Element | null = null;

  constructor(app: ModalHost) {
    this.app = app;
    this.scope = new Scope(app.scope);
    this.scope.register([], 'Escape', () => {
      this.onEscapeKey();
      return false;
    });
    this.containerEl = createDiv('modal-container mod-dim');
    this.bgEl = this.containerEl.createDiv({ cls: 'modal-bg', attr: { style: 'opacity: 0.85;' } });
    this.modalEl = this.containerEl.createDiv({ cls: 'modal', attr: { role: 'dialog', 'aria-modal': 'true' } });
    const closeEl = this.modalEl.createDiv({
      cls: 'modal-header-button mod-raised clickable-icon modal-close-button',
      attr: { 'aria-label': 'Close' },
    });
    setIcon(closeEl, 'lucide-x');
    this.headerEl = this.modalEl.createDiv('modal-header');
    this.titleEl = this.headerEl.createDiv('modal-title');
    this.contentEl = this.modalEl.createDiv('modal-content');
    closeEl.addEventListener('click', () => this.close());
    this.bgEl.addEventListener('click', () => this.close());
  }

  open(): void {
    if (this.isOpen) return;
    this.isOpen = true;
    this.#focusedBefore = activeDocument.activeElement;
    activeDocument.body.appendChild(this.containerEl);
    this.app.keymap.pushScope(this.scope);
    const opening: unknown = this.onOpen();
    if (opening instanceof Promise) opening.catch(reportToWindow);
    this.#takeFocus();
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.app.keymap.popScope(this.scope);
    this.containerEl.detach();
    this.onClose();
    this.#closeCallback?.();
    if (this.shouldRestoreSelection && this.#focusedBefore?.isConnected === true)
      (this.#focusedBefore as HTMLElement).focus();
  }

  onOpen(): void | Promise<void> {}

  onClose(): void {}

  onEscapeKey(): void {
    this.close();
  }

  setTitle(title: string): this {
    this.titleEl.setText(title);
    return this;
  }

  setContent(content: string | DocumentFragment): this {
    this.contentEl.setText(content);
    return this;
  }

  setCloseCallback(callback: () => unknown): this {
    this.#closeCallback = callback;
    return this;
  }

  /** What is typed belongs to the dialog from now on: to its first field, as long as its maker has chosen none. */
  #takeFocus(): void {
    const active = this.containerEl.ownerDocument.activeElement as HTMLElement | null;
    if (this.containerEl.contains(active)) return;
    active?.blur();
    if (!this.modalEl.hasClass('mod-settings'))
      this.contentEl.querySelector<HTMLElement>('input:not([type=checkbox], [type=radio]), textarea')?.focus();
  }
}

/** A button that closes its dialog. */
export class ConfirmationButton extends ButtonComponent {
  readonly #close: () => void;

  constructor(containerEl: HTMLElement, close: () => void) {
    super(containerEl);
    this.#close = close;
  }

  override onClick(handler: (event: MouseEvent) => unknown): this {
    return super.onClick(async (event) => {
      if ((await handler(event)) !== false) this.#close();
    });
  }

  setCancel(): this {
    this.buttonEl.addClass('mod-cancel');
    return super.onClick(() => this.#close());
  }
}

export class ConfirmationModal extends Modal {
  buttonContainerEl: HTMLElement;

  constructor(app: ModalHost) {
    super(app);
    this.modalEl.addClass('mod-confirmation');
    this.buttonContainerEl = this.modalEl.createDiv('modal-button-container');
  }

  addClass(cls: string): this {
    this.modalEl.addClass(cls);
    return this;
  }

  addButton(callback: (button: ConfirmationButton) => unknown): this {
    callback(new ConfirmationButton(this.buttonContainerEl, () => this.close()));
    return this;
  }

  addCancelButton(text = 'Cancel'): this {
    return this.addButton((button) => button.setButtonText(text).setCancel());
  }
}
