import type { AttributeSpec, ElementSpec, LiveState, NodeSpec, Patch } from './protocol.ts';

const HTML = 'http://www.w3.org/1999/xhtml';
const ELEMENT = 1;
const TEXT = 3;
/** Elements that the page gets as empty shells: their content or attributes would make it run, load or go somewhere. */
const SHELLS = new Set(['script', 'meta', 'base', 'iframe', 'frame', 'object', 'embed', 'portal']);
const REFUSED_ATTRIBUTE = /^(?:on.*|srcdoc|autofocus|ping|formaction|action)$/i;

interface Observer {
  /** A node gets its number; what it returns of an element goes along. */
  added(id: number, node: Node): LiveState | undefined;
  forgotten(id: number, node: Node): void;
}

/**
 * Knows what the page has of a document, and what must be sent for the page to have the rest. Works on the difference
 * between the two rather than on the single mutations, so that a node moved, removed and put back in one turn is
 * sent once, where it ended.
 */
export class TreeMirror {
  readonly #document: Document;
  readonly #observer: Observer;
  #lastId = 0;
  #ids = new WeakMap<Node, number>();
  readonly #nodes = new Map<number, Node>();
  /** Children of each element, as the page has them. */
  readonly #sent = new Map<number, number[]>();
  readonly #dirtyLists = new Set<Node>();
  readonly #dirtyTexts = new Set<Node>();
  readonly #dirtyAttributes = new Map<Element, Map<string, [string | null, string]>>();

  constructor(document: Document, observer: Observer) {
    this.#document = document;
    this.#observer = observer;
  }

  node(id: number): Node | null {
    return this.#nodes.get(id) ?? null;
  }

  id(node: Node): number | undefined {
    return this.#ids.get(node);
  }

  /** The whole document, for a page that has nothing yet. Numbers given before are void. */
  snapshot(): Patch {
    this.#ids = new WeakMap();
    for (const [id, node] of this.#nodes) this.#observer.forgotten(id, node);
    for (const map of [this.#nodes, this.#sent, this.#dirtyLists, this.#dirtyTexts, this.#dirtyAttributes]) map.clear();
    return { op: 'root', root: this.#describeElement(this.#document.documentElement) };
  }

  record(mutations: readonly MutationRecord[]): void {
    for (const { type, target, attributeName, attributeNamespace } of mutations) {
      if (!this.#ids.has(target)) continue;
      if (type === 'childList') this.#dirtyLists.add(target);
      else if (type === 'characterData') this.#dirtyTexts.add(target);
      else if (attributeName !== null) this.#recordAttribute(target as Element, attributeNamespace, attributeName);
    }
  }

  /** What leads from the page's state to the document's. */
  takePatches(): Patch[] {
    const removals: Patch[] = [];
    const insertions: Patch[] = [];
    const gone: number[] = [];
    for (const parent of this.#dirtyLists) {
      const change = this.#listChange(parent);
      if (change === null) continue;
      const { id, removed, before, inserted } = change;
      // All removals come first: then no insertion can meet a node that is still above the place it goes to.
      if (removed.length > 0) removals.push({ op: 'remove', parent: id, ids: removed });
      if (inserted.length > 0) insertions.push({ op: 'insert', parent: id, before, nodes: inserted });
      gone.push(...removed.filter((child) => !this.#isShown(this.#nodes.get(child))));
    }
    const details = [...this.#attributePatches(), ...this.#textPatches()];
    for (const dirty of [this.#dirtyLists, this.#dirtyTexts, this.#dirtyAttributes]) dirty.clear();
    for (const id of gone) this.#forget(id);
    return [...removals, ...insertions, ...details, ...gone.map((id): Patch => ({ op: 'forget', id }))];
  }

  #recordAttribute(element: Element, namespace: string | null, name: string): void {
    const names = this.#dirtyAttributes.get(element) ?? new Map<string, [string | null, string]>();
    names.set(`${namespace ?? ''} ${name}`, [namespace, name]);
    this.#dirtyAttributes.set(element, names);
  }

  #listChange(parent: Node): { id: number; removed: number[]; before: number | null; inserted: NodeSpec[] } | null {
    const id = this.#ids.get(parent);
    const sent = id === undefined ? undefined : this.#sent.get(id);
    if (id === undefined || sent === undefined || !this.#isShown(parent)) return null;
    const now = shownChildren(parent);
    let start = 0;
    while (start < sent.length && start < now.length && sent[start] === this.#idAt(now, start)) start++;
    let end = 0;
    while (
      end < sent.length - start &&
      end < now.length - start &&
      sent.at(-1 - end) === this.#idAt(now, now.length - 1 - end)
    )
      end++;
    if (start === sent.length && start === now.length) return null;
    const inserted = now.slice(start, now.length - end).map((child) => this.#describe(child));
    this.#sent.set(
      id,
      now.map((child) => this.#ids.get(child) ?? 0),
    );
    return { id, removed: sent.slice(start, sent.length - end), before: sent[sent.length - end] ?? null, inserted };
  }

  #idAt(nodes: Node[], index: number): number | undefined {
    const node = nodes[index];
    return node === undefined ? undefined : this.#ids.get(node);
  }

  *#attributePatches(): Generator<Patch> {
    for (const [element, names] of this.#dirtyAttributes) {
      const id = this.#ids.get(element);
      if (id === undefined || SHELLS.has(element.localName)) continue;
      for (const [namespace, localName] of names.values()) {
        const attribute = element.getAttributeNodeNS(namespace, localName);
        const name = attribute?.name ?? localName;
        if (!REFUSED_ATTRIBUTE.test(name))
          yield { op: 'attribute', id, attribute: [namespace, name, attribute?.value ?? null] };
      }
    }
  }

  *#textPatches(): Generator<Patch> {
    for (const node of this.#dirtyTexts) {
      const id = this.#ids.get(node);
      if (id !== undefined && this.#isShown(node)) yield { op: 'text', id, text: node.nodeValue ?? '' };
    }
  }

  #describe(node: Node): NodeSpec {
    const known = this.#ids.get(node);
    if (known !== undefined) return { known };
    return node.nodeType === ELEMENT
      ? this.#describeElement(node as Element)
      : { id: this.#number(node), text: node.nodeValue ?? '' };
  }

  #describeElement(element: Element): ElementSpec {
    const isShell = SHELLS.has(element.localName);
    const id = this.#number(element);
    const live = this.#observer.added(id, element);
    const children = (isShell ? [] : shownChildren(element)).map((child): [Node, NodeSpec] => [
      child,
      this.#describe(child),
    ]);
    this.#sent.set(
      id,
      children.map(([child]) => this.#ids.get(child) ?? 0),
    );
    return {
      id,
      name: element.prefix === null ? element.localName : `${element.prefix}:${element.localName}`,
      ...(element.namespaceURI !== HTML && element.namespaceURI !== null && { ns: element.namespaceURI }),
      attributes: isShell ? [] : attributesOf(element),
      children: children.map(([, spec]) => spec),
      ...(live !== undefined && { live }),
    };
  }

  #number(node: Node): number {
    const id = ++this.#lastId;
    this.#ids.set(node, id);
    this.#nodes.set(id, node);
    return id;
  }

  /** A part that is shown again elsewhere keeps its numbers. */
  #forget(id: number): void {
    const node = this.#nodes.get(id);
    if (node === undefined || this.#isShown(node)) return;
    const children = this.#sent.get(id) ?? [];
    this.#ids.delete(node);
    this.#nodes.delete(id);
    this.#sent.delete(id);
    this.#observer.forgotten(id, node);
    for (const child of children) this.#forget(child);
  }

  #isShown(node: Node | undefined): boolean {
    return node !== undefined && node.isConnected && node.ownerDocument === this.#document;
  }
}

function shownChildren(node: Node): Node[] {
  if (SHELLS.has((node as Element).localName)) return [];
  return Array.from(node.childNodes).filter(({ nodeType }) => nodeType === ELEMENT || nodeType === TEXT);
}

function attributesOf(element: Element): AttributeSpec[] {
  return Array.from(element.attributes)
    .filter(({ name }) => !REFUSED_ATTRIBUTE.test(name))
    .map(({ namespaceURI, name, value }) => [namespaceURI, name, value]);
}
