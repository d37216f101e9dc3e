import type { ElementSpec, LiveState, NodeSpec, Patch } from '../mirror/protocol.ts';

const HTML = 'http://www.w3.org/1999/xhtml';

/** The page's copy of the document. Nodes are built one by one: no text from outside is ever parsed as markup. */
export class PageDocument {
  readonly #nodes = new Map<number, Node>();
  readonly #ids = new WeakMap<Node, number>();
  /** While patches are applied, what the page's browser reports is not the person's doing. */
  isApplying = false;

  node(id: number): Node | null {
    return this.#nodes.get(id) ?? null;
  }

  /** The number of a node, or of what it lies in. */
  id(node: EventTarget | null): number | undefined {
    for (let at = node instanceof Node ? node : null; at !== null; at = at.parentNode) {
      const id = this.#ids.get(at);
      if (id !== undefined) return id;
    }
    return undefined;
  }

  /** Applies what the renderer changed. Returns the elements whose boxes it asks for. */
  apply(patches: Patch[]): number[] {
    const caret = caretInEditable();
    const focused = document.activeElement;
    this.isApplying = true;
    try {
      for (const patch of patches) this.#apply(patch);
      // What moves around an element may take it out for a moment; in the renderer it never was.
      if (document.activeElement === document.body && !patches.some(({ op }) => op === 'focus'))
        (focused as HTMLElement | null)?.focus({ preventScroll: true });
    } finally {
      this.isApplying = false;
    }
    caret?.restore();
    return patches.flatMap((patch) => (patch.op === 'measure' ? [patch.id] : []));
  }

  #apply(patch: Patch): void {
    if (patch.op === 'root') {
      this.#nodes.clear();
      document.replaceChild(this.#build(patch.root), document.documentElement);
      return;
    }
    if (patch.op === 'remove') {
      const parent = this.node(patch.parent);
      for (const child of patch.ids.map((id) => this.node(id)))
        if (child !== null && child.parentNode === parent) parent?.removeChild(child);
      return;
    }
    if (patch.op === 'focus') {
      this.#focus(patch.id);
      return;
    }
    const node = this.node(patch.op === 'insert' ? patch.parent : patch.id);
    if (node === null) return;
    if (patch.op === 'insert') this.#insert(node as Element, patch.before, patch.nodes);
    else if (patch.op === 'attribute') setAttribute(node as Element, ...patch.attribute);
    else if (patch.op === 'text' && node.nodeValue !== patch.text) node.nodeValue = patch.text;
    else if (patch.op === 'forget') this.#forget(node);
    else if (patch.op === 'reveal') (node as Element).scrollIntoView({ block: patch.block, inline: 'nearest' });
    else if (patch.op === 'live') setLive(node as Element, patch.live);
  }

  #focus(id: number | null): void {
    const element = id === null ? null : this.node(id);
    if (element === null) (document.activeElement as HTMLElement | null)?.blur();
    else (element as HTMLElement).focus({ preventScroll: true });
  }

  #insert(parent: Element, before: number | null, nodes: NodeSpec[]): void {
    // An editable element may hold nodes that the browser made while the person typed.
    if (parent instanceof HTMLElement && parent.isContentEditable) {
      for (const child of [...parent.childNodes]) if (!this.#ids.has(child)) child.remove();
    }
    const anchor = before === null ? null : this.node(before);
    const place = anchor?.parentNode === parent ? anchor : null;
    for (const node of nodes) {
      const built = this.#build(node);
      parent.insertBefore(built, place);
    }
  }

  #build(spec: NodeSpec): Node {
    if ('known' in spec) return this.node(spec.known) ?? document.createComment('');
    const node = 'text' in spec ? document.createTextNode(spec.text) : this.#buildElement(spec);
    this.#nodes.set(spec.id, node);
    this.#ids.set(node, spec.id);
    return node;
  }

  #buildElement({ name, ns, attributes, children, live }: ElementSpec): Element {
    const element = createElement(ns ?? HTML, name);
    for (const attribute of attributes) setAttribute(element, ...attribute);
    for (const child of children) element.append(this.#build(child));
    if (live !== undefined) setLive(element, live);
    return element;
  }

  #forget(node: Node): void {
    const id = this.#ids.get(node);
    if (id !== undefined) this.#nodes.delete(id);
    for (const child of node.childNodes) this.#forget(child);
  }
}

/** A parser makes elements of names that `createElementNS` refuses; they are shown as what they hold. */
function createElement(ns: string, name: string): Element {
  try {
    return document.createElementNS(ns, name);
  } catch {
    return document.createElementNS(HTML, 'span');
  }
}

function setAttribute(element: Element, namespace: string | null, name: string, value: string | null): void {
  try {
    if (value === null) element.removeAttributeNS(namespace, name.slice(name.indexOf(':') + 1));
    else element.setAttributeNS(namespace, name, value);
  } catch {
    // A parser also makes attributes of names that this call refuses. None of them means anything to a browser.
  }
}

function setLive(element: Element, { value, checked, indeterminate, selected, selection, scroll }: LiveState): void {
  if (element instanceof HTMLSelectElement && selected !== undefined) {
    [...element.options].forEach((option, index) => {
      option.selected = selected.includes(index);
    });
    if (selected.length === 0) element.selectedIndex = -1;
  }
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    if (value !== undefined && element.value !== value) element.value = value;
    if (selection !== undefined) element.setSelectionRange(...selection);
  }
  if (element instanceof HTMLInputElement) {
    if (checked !== undefined) element.checked = checked;
    if (indeterminate !== undefined) element.indeterminate = indeterminate;
  }
  if (scroll !== undefined) element.scrollTo({ left: scroll[0], top: scroll[1], behavior: 'instant' });
}

/**
 * Where the caret stands in an editable element, as a number of characters, so that it survives the exchange of text
 * nodes.
 */
function caretInEditable(): { restore: () => void } | null {
  const host = document.activeElement;
  const selection = document.getSelection();
  const focusNode = selection?.focusNode ?? null;
  if (
    !(host instanceof HTMLElement) ||
    !host.isContentEditable ||
    selection === null ||
    focusNode === null ||
    !host.contains(focusNode)
  )
    return null;
  const range = document.createRange();
  range.selectNodeContents(host);
  range.setEnd(focusNode, selection.focusOffset);
  const offset = range.toString().length;
  return {
    restore: () => {
      if (host.isConnected && !(host.contains(focusNode) && document.getSelection()?.focusNode === focusNode))
        placeCaret(host, offset);
    },
  };
}

function placeCaret(host: HTMLElement, offset: number): void {
  const texts = document.createTreeWalker(host, NodeFilter.SHOW_TEXT);
  let left = offset;
  while (texts.nextNode() !== null) {
    const { length } = texts.currentNode as Text;
    if (left <= length) {
      document.getSelection()?.collapse(texts.currentNode, left);
      return;
    }
    left -= length;
  }
}
