import type { LiveState, Patch } from './protocol.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Input types whose text can be selected; the others throw when asked. */
const SELECTABLE = new Set(['text', 'search', 'tel', 'url', 'password']);
const TOGGLES = new Set(['checkbox', 'radio']);

/** Sends to the page the state of elements that is not in their attributes, if it differs from what the page has. */
export class LiveStates {
  readonly #shown = new Map<number, { element: Element; state: LiveState }>();

  /** Takes a node that the page is about to get; returns the state to send along. */
  add(id: number, node: Node): LiveState | undefined {
    if (!isControl(node) && !isScrolled(node)) return undefined;
    const element = node as Element;
    const state = readState(element);
    this.#shown.set(id, { element, state });
    return state;
  }

  forget(id: number): void {
    this.#shown.delete(id);
  }

  /** The page is known to have this: it said so. */
  learn(id: number, element: Element, told: LiveState): void {
    this.follow(id, element);
    Object.assign(this.#shown.get(id)?.state ?? {}, told);
  }

  /**
   * What a control selects as the page gives it the focus is the page's to say, unless a script says otherwise since.
   */
  leaveSelection(id: number, element: Element): void {
    if (hasSelection(element)) this.learn(id, element, { selection: selectionOf(element) });
  }

  /** From now on an element's state counts even if it is not a control: it may have been scrolled. */
  follow(id: number, element: Element): void {
    if (!this.#shown.has(id)) this.#shown.set(id, { element, state: {} });
  }

  /** What the page has is not known: all of it is sent again. */
  doubt(id: number): void {
    const known = this.#shown.get(id);
    if (known !== undefined) known.state = {};
  }

  /** Sends the state of all toggles again: a click on one may have changed others in the page. */
  doubtToggles(): void {
    for (const { element, state } of this.#shown.values()) if (isToggle(element)) delete state.checked;
  }

  /** Sends the chosen options again: the page may choose another when options come and go. */
  doubtSelect(id: number): void {
    delete this.#shown.get(id)?.state.selected;
  }

  *takePatches(): Generator<Patch> {
    for (const [id, known] of this.#shown) {
      const state = readState(known.element);
      const live = difference(state, known.state);
      if (live === null) continue;
      known.state = state;
      yield { op: 'live', id, live };
    }
  }
}

/** Sets what the page says a control holds, without the setters that scripts may have put before the real ones. */
export function setState(element: Element, { value, checked, selected, selection, scroll }: LiveState): void {
  if (value !== undefined && 'value' in element && element.value !== value) setNatively(element, 'value', value);
  if (checked !== undefined && 'checked' in element) setNatively(element, 'checked', checked);
  if (selected !== undefined && element.localName === 'select') {
    Array.from((element as HTMLSelectElement).options).forEach((option, index) => {
      option.selected = selected.includes(index);
    });
  }
  if (selection !== undefined && hasSelection(element)) element.setSelectionRange(...selection);
  if (scroll !== undefined) [element.scrollLeft, element.scrollTop] = scroll;
}

function setNatively(element: Element, property: string, value: unknown): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element) as object, property)?.set?.call(element, value);
}

function readState(element: Element): LiveState {
  const scroll: LiveState = isScrolled(element) ? { scroll: [element.scrollLeft, element.scrollTop] } : {};
  if (!isControl(element)) return { scroll: [element.scrollLeft, element.scrollTop] };
  if (isToggle(element)) return { ...scroll, checked: element.checked, indeterminate: element.indeterminate };
  if (isSelect(element)) return { ...scroll, selected: chosen(element) };
  if (element.type === 'file') return scroll;
  const isFocused = element.ownerDocument.activeElement === element;
  return {
    ...scroll,
    value: element.value,
    ...(isFocused && hasSelection(element) && { selection: selectionOf(element) }),
  };
}

function selectionOf({
  selectionStart,
  selectionEnd,
  selectionDirection,
}: HTMLInputElement | HTMLTextAreaElement): NonNullable<LiveState['selection']> {
  return [selectionStart ?? 0, selectionEnd ?? 0, selectionDirection ?? 'none'];
}

function difference(state: LiveState, known: LiveState): LiveState | null {
  const changed = Object.entries(state).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(known[key as keyof LiveState]),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

function chosen(select: HTMLSelectElement): number[] {
  return Array.from(select.options).flatMap((option, index) => (option.selected ? [index] : []));
}

function isControl(node: Node): node is Control {
  return ['input', 'textarea', 'select'].includes((node as Element).localName);
}

function isSelect(element: Control): element is HTMLSelectElement {
  return element.localName === 'select';
}

function isToggle(element: Element): element is HTMLInputElement {
  return element.localName === 'input' && TOGGLES.has((element as HTMLInputElement).type);
}

function hasSelection(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  return (
    element.localName === 'textarea' ||
    (element.localName === 'input' && SELECTABLE.has((element as HTMLInputElement).type))
  );
}

function isScrolled(node: Node): boolean {
  const { scrollLeft, scrollTop } = node as Element;
  return scrollLeft > 0 || scrollTop > 0;
}
