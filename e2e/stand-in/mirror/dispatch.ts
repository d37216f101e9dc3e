import type { DOMWindow } from 'jsdom';
import type { LayoutBridge } from './layout-bridge.ts';
import { setState, type LiveStates } from './live-states.ts';
import type { PageEvent } from './protocol.ts';
import { TransferredData } from '../app/realm/transferred-data.ts';
import type { TreeMirror } from './tree-mirror.ts';

/** A window as its mirror has it. */
export interface MirroredWindow {
  readonly window: DOMWindow;
  readonly states: LiveStates;
  readonly layout: LayoutBridge;
  readonly tree: TreeMirror;
  /** What the page has focused: null is its body; undefined is not known. */
  pageFocus: Element | null | undefined;
  /** What is being dragged, while it is. */
  drag: TransferredData | null;
}

/** Makes a page's event happen in the window. Returns whether a listener prevented its default action. */
export function dispatchPageEvent(mirror: MirroredWindow, event: PageEvent): boolean {
  const { window, tree, states } = mirror;
  if (handleOfWindow(mirror, event)) return false;
  const target = (tree.node(event.target) ?? window.document.activeElement ?? window.document.body) as Element;
  if (event.live !== undefined) {
    states.learn(event.target, target, event.live);
    // A click changes a toggle of itself; everything else is as the page says.
    if (event.type !== 'click') setState(target, event.live);
  }
  const handle = HANDLERS[event.type] ?? dispatchPlain;
  return handle(mirror, event, target);
}

/** Returns whether the default action was prevented. */
type Handler = (mirror: MirroredWindow, event: PageEvent, target: Element) => boolean;

const HANDLERS: Record<string, Handler> = {
  focus: takeFocus,
  blur: (mirror, event) => {
    mirror.pageFocus = null;
    const { activeElement } = mirror.window.document;
    // Chromium tells it late if an element was hidden: by then a script may have set the focus elsewhere.
    if (mirror.tree.node(event.target) === activeElement) (activeElement as HTMLElement | null)?.blur();
    return false;
  },
  // Of what was disabled, a moment after that: by then it may be enabled again, and keeps the focus.
  focuslost: (mirror, _event, target) => {
    mirror.pageFocus = null;
    const disabled = target.getAttributeNode('disabled');
    if (disabled === null || target.ownerDocument.activeElement !== target) return false;
    // jsdom takes the focus from nothing that is disabled.
    target.removeAttributeNode(disabled);
    (target as HTMLElement).blur();
    target.setAttributeNode(disabled);
    return false;
  },
  input: (mirror, event, target) => {
    if (event.text !== undefined) setText(target, event.text);
    return dispatchPlain(mirror, event, target);
  },
  click: (mirror, event, target) => {
    const isPrevented = dispatchPlain(mirror, event, target);
    mirror.states.doubtToggles();
    // jsdom has a label click its control, but not focus it.
    if (!isPrevented) target.closest('label')?.control?.focus();
    return isPrevented;
  },
  submit: (_mirror, _event, target) => {
    (target as HTMLFormElement).requestSubmit();
    return true;
  },
  mouseover: takeMouseOver,
  selection: (mirror) => {
    mirror.window.document.dispatchEvent(new mirror.window.Event('selectionchange'));
    return false;
  },
};

/** Events of the window rather than of a node. */
function handleOfWindow(mirror: MirroredWindow, { type, size, range, boxes }: PageEvent): boolean {
  const { window, tree, layout } = mirror;
  if (type === 'sync') return true;
  if (type === 'resize' && size !== undefined) {
    Object.assign(window, { innerWidth: size[0], innerHeight: size[1] });
    window.dispatchEvent(new window.Event('resize'));
    return true;
  }
  if (type === 'windowfocus' || type === 'windowblur') {
    window.dispatchEvent(new window.FocusEvent(type.slice('window'.length)));
    return true;
  }
  if (type === 'boxes') {
    for (const [id, box] of boxes ?? []) {
      const element = tree.node(id);
      if (element !== null) layout.report(element as Element, box);
    }
    return true;
  }
  if (type !== 'selection') return false;
  if (range !== undefined) selectRange(mirror, range);
  return range !== undefined;
}

function selectRange(
  { window, tree }: MirroredWindow,
  [[anchorId, anchorOffset], [focusId, focusOffset]]: NonNullable<PageEvent['range']>,
): void {
  const [anchor, focus] = [tree.node(anchorId), tree.node(focusId)];
  if (anchor === null || focus === null) return;
  const within = (node: Node, offset: number): number =>
    Math.min(offset, node.nodeValue?.length ?? node.childNodes.length);
  window.getSelection()?.setBaseAndExtent(anchor, within(anchor, anchorOffset), focus, within(focus, focusOffset));
}

function takeFocus(mirror: MirroredWindow, event: PageEvent, target: Element): boolean {
  const { document } = mirror.window;
  const before = document.activeElement;
  mirror.states.leaveSelection(event.target, target);
  (target as HTMLElement).focus();
  const after = document.activeElement === document.body ? null : document.activeElement;
  // Chromium also focuses what jsdom does not, such as a list that scrolls. That is left to the page.
  const isUnknownHere = document.activeElement === before && after !== target;
  mirror.pageFocus = isUnknownHere ? after : target;
  return false;
}

/** Keeps a text node that is there: the page then keeps its caret. */
function setText(host: Element, text: string): void {
  const [only, ...others] = host.childNodes;
  if (only?.nodeType === 3 && others.length === 0) only.nodeValue = text;
  else if (host.textContent !== text) host.textContent = text;
}

function takeMouseOver(mirror: MirroredWindow, event: PageEvent, target: Element): boolean {
  const from = event.related === undefined ? null : (mirror.tree.node(event.related) as Element | null);
  dispatchPlain(mirror, event, target);
  for (const left of pathUp(from).filter((element) => !element.contains(target)))
    dispatchEnterOrLeave(mirror, event, 'mouseleave', left);
  for (const entered of pathUp(target).reverse()) {
    if (from === null || !entered.contains(from)) dispatchEnterOrLeave(mirror, event, 'mouseenter', entered);
  }
  return false;
}

function dispatchEnterOrLeave({ window }: MirroredWindow, event: PageEvent, type: string, element: Element): void {
  element.dispatchEvent(create(window, { ...event, type }));
}

function pathUp(element: Element | null): Element[] {
  const path: Element[] = [];
  for (let at = element; at !== null; at = at.parentElement) path.push(at);
  return path;
}

function dispatchPlain(mirror: MirroredWindow, event: PageEvent, target: Element): boolean {
  const related = event.related === undefined ? null : mirror.tree.node(event.related);
  const made = create(mirror.window, event, related);
  if (event.type.startsWith('drag') || event.type === 'drop' || event.type === 'paste') attachData(mirror, event, made);
  return !target.dispatchEvent(made);
}

const CLASSES: [RegExp, string][] = [
  [/^key/, 'KeyboardEvent'],
  [/^(?:pointer|click$|auxclick$|contextmenu$)/, 'PointerEvent'],
  [/^wheel$/, 'WheelEvent'],
  [/^(?:mouse|dblclick$|drag|drop$)/, 'MouseEvent'],
  [/^composition/, 'CompositionEvent'],
  [/^(?:before)?input$/, 'InputEvent'],
];

/** Events that tell of what has happened already. */
const FOLLOWING = new Set(['input', 'change', 'scroll', 'compositionend', 'mouseenter', 'mouseleave']);
/** Events that are the affair of their target alone. */
const LONELY = new Set(['scroll', 'mouseenter', 'mouseleave']);

function create(window: DOMWindow, { type, init }: PageEvent, relatedTarget: Node | null = null): Event {
  const className = CLASSES.find(([pattern]) => pattern.test(type))?.[1] ?? 'Event';
  const EventClass = Reflect.get(window, className) as typeof Event;
  const fields: object = {
    bubbles: !LONELY.has(type),
    cancelable: !FOLLOWING.has(type),
    composed: true,
    view: window,
    relatedTarget,
    ...init,
  };
  return new EventClass(type, fields);
}

/** All events of one drag share one store of data, as in a browser. */
function attachData(mirror: MirroredWindow, event: PageEvent, made: Event): void {
  if (event.type === 'paste') {
    Object.defineProperty(made, 'clipboardData', { value: new TransferredData(event.data ?? {}) });
    return;
  }
  const data = (event.type === 'dragstart' ? null : mirror.drag) ?? new TransferredData(event.data ?? {});
  mirror.drag = event.type === 'dragend' ? null : data;
  Object.defineProperty(made, 'dataTransfer', { value: data });
}
