export type Modifier = 'Mod' | 'Ctrl' | 'Meta' | 'Shift' | 'Alt';

export interface KeymapContext {
  modifiers: string | null;
  key: string | null;
  vkey: string;
}

export type KeymapEventListener = (event: KeyboardEvent, context: KeymapContext) => unknown;

export interface KeymapEventHandler {
  scope: Scope;
  modifiers: string | null;
  key: string | null;
  func: KeymapEventListener;
}

const isMac = process.platform === 'darwin';

/** Keys that mean something in one place. A handler that gives false keeps the key from going further. */
export class Scope {
  readonly parent: Scope | undefined;
  keys: KeymapEventHandler[] = [];

  constructor(parent?: Scope) {
    this.parent = parent;
  }

  register(modifiers: Modifier[] | null, key: string | null, func: KeymapEventListener): KeymapEventHandler {
    const handler = { scope: this, modifiers: modifiers === null ? null : modifiersOf(modifiers), key, func };
    this.keys.push(handler);
    return handler;
  }

  unregister(handler: object): void {
    this.keys = this.keys.filter((other) => other !== handler);
  }

  handleKey(event: KeyboardEvent, context: KeymapContext): unknown {
    for (const { modifiers, key, func } of [...this.keys]) {
      if ((key !== null && !matchesKey(event, key)) || (modifiers !== null && modifiers !== context.modifiers))
        continue;
      const result = func(event, context);
      if (result !== undefined) return result;
    }
    return this.parent?.handleKey(event, context);
  }
}

/** Gives each key to the innermost open scope. */
export class Keymap {
  readonly #scopes: Scope[] = [];
  readonly #root: Scope;
  readonly #viewScope: () => Scope | null;

  /** `viewScope` gives the scope of the active view, if it has one: it stands before the root's. */
  constructor(root: Scope, viewScope: () => Scope | null = () => null) {
    this.#root = root;
    this.#viewScope = viewScope;
  }

  getRootScope(): Scope {
    return this.#root;
  }

  /** Whether something over the window takes the keys, as a dialog does. */
  hasOpenScope(): boolean {
    return this.#scopes.length > 0;
  }

  static isModifier(event: MouseEvent | TouchEvent | KeyboardEvent, modifier: Modifier): boolean {
    const { ctrlKey, metaKey, shiftKey, altKey } = event;
    return { Mod: isMac ? metaKey : ctrlKey, Ctrl: ctrlKey, Meta: metaKey, Shift: shiftKey, Alt: altKey }[modifier];
  }

  /** What kind of tab a click or key asks for: `tab` with Mod, `split` with Alt too, `window` with Shift on top. */
  static isModEvent(event?: MouseEvent | KeyboardEvent | TouchEvent | null): 'tab' | 'split' | 'window' | boolean {
    if (!event) return false;
    if ('button' in event && event.button === 1) return 'tab';
    if (!Keymap.isModifier(event, 'Mod')) return false;
    if (!event.altKey) return 'tab';
    return event.shiftKey ? 'window' : 'split';
  }

  pushScope(scope: Scope): void {
    this.popScope(scope);
    this.#scopes.push(scope);
  }

  popScope(scope: Scope): void {
    const index = this.#scopes.indexOf(scope);
    if (index >= 0) this.#scopes.splice(index, 1);
  }

  onKeyEvent(event: KeyboardEvent): void {
    const scope = this.#scopes[this.#scopes.length - 1] ?? this.#viewScope() ?? this.#root;
    const held = (['Ctrl', 'Meta', 'Shift', 'Alt'] as const).filter((modifier) => Keymap.isModifier(event, modifier));
    const result = scope.handleKey(event, { modifiers: modifiersOf(held), key: event.key, vkey: event.key });
    if (result === false) {
      event.preventDefault();
      event.stopPropagation();
    }
  }
}

/** Whether an event is of a key, also where a modifier makes it write another character. */
export function matchesKey(event: KeyboardEvent, key: string): boolean {
  return key.toLowerCase() === event.key.toLowerCase() || (event.altKey && event.code === `Key${key.toUpperCase()}`);
}

/** Modifiers in the form in which they are compared. */
export function modifiersOf(modifiers: readonly Modifier[]): string {
  return modifiers
    .map((modifier) => (modifier === 'Mod' ? (isMac ? 'Meta' : 'Ctrl') : modifier))
    .sort()
    .join(',');
}
