import { Component } from '../util/component.ts';
import { setIcon } from './icons.ts';

export interface MenuPosition {
  x: number;
  y: number;
  width?: number;
  overlap?: boolean;
  left?: boolean;
}

export class MenuSeparator {
  readonly dom: HTMLElement;

  constructor(parent: HTMLElement) {
    this.dom = parent.createDiv('menu-separator');
  }
}

export class MenuItem {
  menu: Menu;
  dom: HTMLElement;
  iconEl: HTMLElement;
  titleEl: HTMLElement;
  section = '';
  disabled = false;
  callback: ((event: MouseEvent | KeyboardEvent) => unknown) | null = null;

  constructor(menu: Menu, parent: HTMLElement) {
    this.menu = menu;
    this.dom = parent.createDiv({ cls: 'menu-item tappable', attr: { role: 'menuitem' } });
    this.iconEl = this.dom.createDiv('menu-item-icon');
    this.titleEl = this.dom.createDiv('menu-item-title');
    this.dom.addEventListener('click', (event) => this.choose(event));
  }

  choose(event: MouseEvent | KeyboardEvent): void {
    if (this.disabled) return;
    this.menu.hide();
    this.callback?.(event);
  }

  setTitle(title: string | DocumentFragment): this {
    this.titleEl.setText(title);
    return this;
  }

  setIcon(icon: string | null): this {
    setIcon(this.iconEl, icon);
    return this;
  }

  setChecked(checked: boolean | null): this {
    this.dom.toggleClass('mod-checked', checked === true);
    return this;
  }

  setDisabled(disabled: boolean): this {
    this.disabled = disabled;
    this.dom.toggleClass('is-disabled', disabled);
    this.dom.setAttribute('aria-disabled', String(disabled));
    return this;
  }

  setWarning(isWarning: boolean): this {
    this.dom.toggleClass('is-warning', isWarning);
    return this;
  }

  setSection(section: string): this {
    this.section = section;
    this.dom.setAttribute('data-section', section);
    return this;
  }

  onClick(callback: (event: MouseEvent | KeyboardEvent) => unknown): this {
    this.callback = callback;
    return this;
  }
}

/** A context menu. The focus stays where it is: the keys are taken from there while the menu is open. */
export class Menu extends Component {
  dom: HTMLElement;
  items: (MenuItem | MenuSeparator)[] = [];
  #selected: MenuItem | null = null;
  #onHide: (() => unknown)[] = [];
  readonly #listEl: HTMLElement;

  constructor() {
    super();
    this.dom = createDiv({ cls: 'menu', attr: { role: 'menu' } });
    this.#listEl = this.dom.createDiv('menu-scroll');
  }

  addItem(callback: (item: MenuItem) => unknown): this {
    const item = new MenuItem(this, this.#listEl);
    this.items.push(item);
    callback(item);
    return this;
  }

  addSeparator(): this {
    this.items.push(new MenuSeparator(this.#listEl));
    return this;
  }

  showAtMouseEvent(event: MouseEvent): this {
    event.preventDefault();
    return this.showAtPosition(
      { x: event.clientX, y: event.clientY },
      (event.target as Node | null)?.ownerDocument ?? activeDocument,
    );
  }

  showAtPosition({ x, y }: MenuPosition, doc: Document = activeDocument): this {
    if (this.items.length === 0) return this;
    void this.load();
    this.dom.setCssProps({ '--menu-left': `${String(x)}px`, '--menu-top': `${String(y)}px` });
    doc.body.appendChild(this.dom);
    const outside = (event: Event): void => {
      if (!this.dom.contains(event.target as Node)) this.hide();
    };
    const key = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !this.#press(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    this.registerDomEvent(doc, 'mousedown', outside, { capture: true });
    this.registerDomEvent(doc, 'keydown', key, { capture: true });
    return this;
  }

  hide(): this {
    if (!this.dom.isConnected) return this;
    this.dom.detach();
    this.#select(null);
    this.unload();
    for (const callback of this.#onHide) callback();
    return this;
  }

  close(): void {
    this.hide();
  }

  onHide(callback: () => unknown): void {
    this.#onHide.push(callback);
  }

  /** Whether the key is one of the menu's. */
  #press(event: KeyboardEvent): boolean {
    const items = this.items.filter((item): item is MenuItem => item instanceof MenuItem && !item.disabled);
    const at = this.#selected === null ? -1 : items.indexOf(this.#selected);
    const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[event.key];
    if (to !== undefined) this.#select(items.at(to % items.length) ?? null);
    else if (event.key === 'Enter') this.#selected?.choose(event);
    else if (event.key === 'Escape') this.hide();
    else return false;
    return true;
  }

  #select(item: MenuItem | null): void {
    this.#selected?.dom.removeClass('selected');
    this.#selected = item;
    item?.dom.addClass('selected');
  }
}
