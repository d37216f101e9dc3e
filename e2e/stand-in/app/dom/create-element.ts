type Info = DomElementInfo | string | undefined;

/** Makes an element as the app's `createEl`: a string is its class; with `parent` it is added there. */
export function createElement(
  document: Document,
  tag: string,
  info?: Info,
  callback?: (element: Element) => void,
): HTMLElement {
  const element = document.createElement(tag);
  const options = typeof info === 'string' ? { cls: info } : (info ?? {});
  applyShared(element, options);
  const { text, title, value, type, placeholder, href } = options;
  if (text !== undefined && text !== null) element.setText(text);
  if (title !== undefined) element.title = title;
  if (value !== undefined && 'value' in element) element.value = value;
  if (type !== undefined) element.setAttribute('type', type);
  if (placeholder !== undefined) element.setAttribute('placeholder', placeholder);
  if (href !== undefined) element.setAttribute('href', href);
  place(element, options);
  callback?.(element);
  return element;
}

/** The same for SVG. */
export function createSvgElement(
  document: Document,
  tag: string,
  info?: SvgElementInfo | string,
  callback?: (element: Element) => void,
): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag) as SVGElement;
  const options = typeof info === 'string' ? { cls: info } : (info ?? {});
  applyShared(element, options);
  place(element, options);
  callback?.(element);
  return element;
}

export function createFragment(document: Document, callback?: (fragment: DocumentFragment) => void): DocumentFragment {
  const fragment = document.createDocumentFragment();
  callback?.(fragment);
  return fragment;
}

function applyShared(element: Element, { cls, attr }: Pick<DomElementInfo, 'cls' | 'attr'>): void {
  const classes = Array.isArray(cls) ? cls.join(' ') : cls;
  if (classes) element.setAttribute('class', classes);
  if (attr) element.setAttrs(attr);
}

function place(element: Element, { parent, prepend }: Pick<DomElementInfo, 'parent' | 'prepend'>): void {
  if (!parent) return;
  if (prepend === true) parent.insertBefore(element, parent.firstChild);
  else parent.appendChild(element);
}
