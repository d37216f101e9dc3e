import type { DOMWindow } from 'jsdom';
import { createElement, createFragment, createSvgElement } from './create-element.ts';
import { define, defineGetters } from './define.ts';
import { addEventHelpers } from './event-helpers.ts';
import { isRendered } from './is-rendered.ts';

/** Adds the app's own methods to a window's DOM prototypes, and `createEl` and its family to the window. */
export function addDomHelpers(window: DOMWindow): void {
  addNodeHelpers(window);
  addElementHelpers(window);
  addHtmlHelpers(window);
  addEventHelpers(window);
  const { document } = window;
  define(window, {
    createEl: createElement.bind(null, document),
    createDiv: createElement.bind(null, document, 'div'),
    createSpan: createElement.bind(null, document, 'span'),
    createSvg: createSvgElement.bind(null, document),
    createFragment: createFragment.bind(null, document),
    activeWindow: window,
    activeDocument: document,
  });
}

type Info = DomElementInfo | string | undefined;
type Callback = ((element: Element) => void) | undefined;

function addNodeHelpers(window: DOMWindow): void {
  const ownerOf = (node: Node): Document =>
    node.nodeType === 9 ? (node as Document) : (node.ownerDocument ?? window.document);
  define(window.Node.prototype, {
    detach(this: Node) {
      this.parentNode?.removeChild(this);
    },
    empty(this: Node) {
      while (this.lastChild !== null) this.removeChild(this.lastChild);
    },
    insertAfter(this: Node, node: Node, child: Node | null) {
      return this.insertBefore(node, child === null ? this.firstChild : child.nextSibling);
    },
    indexOf(this: Node, other: Node) {
      return Array.prototype.indexOf.call(this.childNodes, other);
    },
    setChildrenInPlace(this: Node, children: Node[]) {
      for (const child of [...this.childNodes]) if (!children.includes(child)) this.removeChild(child);
      children.forEach((child, index) => {
        const present = this.childNodes[index] ?? null;
        if (present !== child) this.insertBefore(child, present);
      });
    },
    appendText(this: Node, text: string) {
      this.appendChild(ownerOf(this).createTextNode(text));
    },
    instanceOf(this: Node, type: { name: string; [Symbol.hasInstance](value: unknown): boolean }) {
      if (this instanceof (type as never)) return true;
      const own: unknown = Reflect.get(ownerOf(this).defaultView ?? window, type.name);
      return typeof own === 'function' && this instanceof own;
    },
    createEl(this: Node, tag: string, info: Info, callback: Callback) {
      return createElement(ownerOf(this), tag, withParent(info, this), callback);
    },
    createDiv(this: Node, info: Info, callback: Callback) {
      return createElement(ownerOf(this), 'div', withParent(info, this), callback);
    },
    createSpan(this: Node, info: Info, callback: Callback) {
      return createElement(ownerOf(this), 'span', withParent(info, this), callback);
    },
    createSvg(this: Node, tag: string, info: Info, callback: Callback) {
      return createSvgElement(ownerOf(this), tag, withParent(info, this), callback);
    },
  });
  defineGetters(window.Node.prototype, {
    doc() {
      return ownerOf(this as Node);
    },
    win() {
      return ownerOf(this as Node).defaultView ?? window;
    },
    constructorWin: () => (window.document.defaultView as unknown) ?? window,
  });
}

function withParent(info: Info, parent: Node): DomElementInfo {
  return typeof info === 'string' ? { cls: info, parent } : { ...info, parent };
}

function addElementHelpers(window: DOMWindow): void {
  define(window.Element.prototype, {
    getText(this: Element) {
      return this.textContent;
    },
    setText(this: Element, text: string | DocumentFragment) {
      if (typeof text === 'object' && text !== null) {
        this.empty();
        this.appendChild(text);
      } else this.textContent = text === undefined ? '' : String(text);
    },
    addClass(this: Element, ...classes: string[]) {
      this.addClasses(classes);
    },
    addClasses(this: Element, classes: string[]) {
      for (const name of classes) if (name !== '' && name !== undefined) this.classList.add(name);
    },
    removeClass(this: Element, ...classes: string[]) {
      this.removeClasses(classes);
    },
    removeClasses(this: Element, classes: string[]) {
      for (const name of classes) if (name !== '' && name !== undefined) this.classList.remove(name);
    },
    toggleClass(this: Element, classes: string | string[], value: boolean) {
      for (const name of Array.isArray(classes) ? classes : [classes]) this.classList.toggle(name, Boolean(value));
    },
    hasClass(this: Element, name: string) {
      return this.classList.contains(name);
    },
    setAttr(this: Element, name: string, value: string | number | boolean | null) {
      if (value === null || value === undefined) this.removeAttribute(name);
      else this.setAttribute(name, String(value));
    },
    setAttrs(this: Element, values: Record<string, string | number | boolean | null>) {
      for (const [name, value] of Object.entries(values)) this.setAttr(name, value);
    },
    getAttr(this: Element, name: string) {
      return this.getAttribute(name);
    },
    matchParent(this: Element, selector: string, last?: Element) {
      if (this.matches(selector)) return this;
      return this === last ? null : (this.parentElement?.matchParent(selector, last) ?? null);
    },
    getCssPropertyValue(this: Element, property: string, pseudo?: string) {
      return window.getComputedStyle(this, pseudo).getPropertyValue(property).trim();
    },
    isActiveElement(this: Element) {
      return this.ownerDocument.activeElement === this;
    },
    findAllSelf(this: Element, selector: string) {
      const inside = [...this.querySelectorAll(selector)];
      return this.matches(selector) ? [this, ...inside] : inside;
    },
  });
  for (const { prototype } of [window.Element, window.DocumentFragment, window.Document]) {
    define(prototype, {
      find(this: ParentNode, selector: string) {
        return this.querySelector(selector);
      },
      findAll(this: ParentNode, selector: string) {
        return [...this.querySelectorAll(selector)];
      },
    });
  }
}

/** Where `hide` keeps the `display` that `show` gives back. */
const SHOWN_AS = 'data-shown-as';

function addHtmlHelpers(window: DOMWindow): void {
  const styled = {
    setCssStyles(this: HTMLElement, styles: Partial<CSSStyleDeclaration>) {
      Object.assign(this.style, styles);
    },
    setCssProps(this: HTMLElement, props: Record<string, string>) {
      for (const [name, value] of Object.entries(props)) this.style.setProperty(name, value);
    },
  };
  define(window.SVGElement.prototype, styled);
  const visible = {
    show(this: HTMLElement) {
      if (this.style.display !== 'none') return;
      this.style.display = this.getAttribute(SHOWN_AS) ?? '';
      this.removeAttribute(SHOWN_AS);
      if (this.getAttribute('style') === '') this.removeAttribute('style');
    },
    hide(this: HTMLElement) {
      if (this.style.display === 'none') return;
      if (this.style.display !== '') this.setAttribute(SHOWN_AS, this.style.display);
      this.style.display = 'none';
    },
    toggle(this: HTMLElement, show: boolean) {
      if (show) this.show();
      else this.hide();
    },
    toggleVisibility(this: HTMLElement, isVisible: boolean) {
      this.style.visibility = isVisible ? '' : 'hidden';
    },
    isShown(this: HTMLElement) {
      return isRendered(this);
    },
  };
  define(window.SVGElement.prototype, visible);
  define(window.HTMLElement.prototype, { ...styled, ...visible });
  defineGetters(window.HTMLElement.prototype, {
    innerWidth() {
      return this.clientWidth;
    },
    innerHeight() {
      return this.clientHeight;
    },
  });
}
