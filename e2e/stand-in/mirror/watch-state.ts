import type { DOMWindow } from 'jsdom';

/** Properties and methods that change what an element holds without any mutation that an observer would see. */
const SETTERS: Record<string, string[]> = {
  HTMLInputElement: ['value', 'checked', 'indeterminate', 'selectionStart', 'selectionEnd'],
  HTMLTextAreaElement: ['value', 'selectionStart', 'selectionEnd'],
  HTMLSelectElement: ['value', 'selectedIndex'],
  HTMLOptionElement: ['selected'],
  Element: ['scrollTop', 'scrollLeft'],
};
const METHODS: Record<string, string[]> = {
  HTMLInputElement: ['setSelectionRange', 'setRangeText', 'select'],
  HTMLTextAreaElement: ['setSelectionRange', 'setRangeText', 'select'],
};

/** Has `changed` called after a script changed such state. Returns what takes the watch back. */
export function watchState(window: DOMWindow, changed: (element: Element) => void): () => void {
  const undo: (() => void)[] = [];
  for (const [name, properties] of Object.entries(SETTERS)) {
    for (const property of properties) {
      undo.push(
        wrap(window, name, property, (original) => ({
          ...original,
          set(this: Element, value: unknown) {
            original.set?.call(this, value);
            changed(this);
          },
        })),
      );
    }
  }
  for (const [name, methods] of Object.entries(METHODS)) {
    for (const method of methods) {
      undo.push(
        wrap(window, name, method, (original) => ({
          ...original,
          value(this: Element, ...input: unknown[]): unknown {
            const result: unknown = (original.value as (...given: unknown[]) => unknown).apply(this, input);
            changed(this);
            return result;
          },
        })),
      );
    }
  }
  const onFocusOrReset = (event: Event): void => changed(event.target as Element);
  const types = ['focusin', 'focusout', 'reset'];
  // A window that has been closed has no document.
  const { document } = window;
  for (const type of types) document.addEventListener(type, onFocusOrReset, true);
  undo.push(() => {
    for (const type of types) document.removeEventListener(type, onFocusOrReset, true);
  });
  return () => {
    for (const restore of undo) restore();
  };
}

function wrap(
  window: DOMWindow,
  className: string,
  property: string,
  make: (original: PropertyDescriptor) => PropertyDescriptor,
): () => void {
  const prototype = (Reflect.get(window, className) as { prototype: object }).prototype;
  const original = Object.getOwnPropertyDescriptor(prototype, property);
  if (original === undefined) throw new Error(`jsdom has no ${className}.${property} to watch`);
  Object.defineProperty(prototype, property, make(original));
  return () => Object.defineProperty(prototype, property, original);
}
