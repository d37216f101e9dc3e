import type { Component } from 'obsidian';
import { KeyedList } from '../elements/keyed-list.ts';
import { focusRow, rowAfterKey, stopAfterChange } from '../elements/rove.ts';
import { RowHold } from '../elements/row-hold.ts';
import type { RelatedRow } from './related-rows.ts';
import { answeredPathAfterRename } from '../notes/ref-after-rename.ts';
import { createRow, updateRow } from './row-element.ts';

export interface RowListOptions {
  /** The component that removes its listeners. */
  owner: Component;
  /** A click or a middle click on a row, or Enter. */
  open: (row: RelatedRow, event: MouseEvent | KeyboardEvent) => void;
  hover: (row: RelatedRow, event: MouseEvent, element: HTMLElement) => void;
  drag: (row: RelatedRow, event: DragEvent) => void;
  menu: (row: RelatedRow, event: MouseEvent) => void;
  /** The pointer or the focus has left the list, so rows may be free to move again. */
  onRelease: () => void;
}

/** The pane's rows: one Tab stop, walked through with the arrow keys. */
export class RowList {
  readonly #listEl: HTMLElement;
  readonly #options: RowListOptions;
  readonly #rows: KeyedList<RelatedRow>;
  readonly #hold: RowHold;
  /** The row that had the focus last, and is the Tab stop; null: the first. */
  #stop: string | null = null;

  constructor(listEl: HTMLElement, options: RowListOptions) {
    this.#listEl = listEl;
    this.#options = options;
    this.#rows = new KeyedList(listEl, { keyOf: ({ path }) => path, create: createRow, update: updateRow });
    this.#hold = new RowHold(listEl, options.owner, options.onRelease);
    this.#listen();
  }

  /** Whether rows must not move now, since the pointer or the focus is on one. */
  get isHeld(): boolean {
    return this.#hold.isHeld;
  }

  /** The row that is the Tab stop. */
  get stopEl(): HTMLElement | null {
    return this.#rows.element(this.#stop ?? this.#rows.keys[0] ?? '');
  }

  /** Makes the first row the Tab stop again, for rows of something else. */
  forgetStop(): void {
    this.#stop = null;
  }

  /** Keeps focus and Tab stop on their row or, if it is gone, on the row now at its place. */
  show(rows: readonly RelatedRow[]): void {
    const { hasFocus: hadFocus } = this.#hold;
    const before = this.#rows.keys;
    this.#listEl.hidden = rows.length === 0;
    this.#rows.show(rows);
    const stop = stopAfterChange(before, this.#stop, this.#rows.keys);
    if (this.#stop !== null) this.#stop = stop;
    this.#markStop(stop);
    if (hadFocus && !this.#hold.hasFocus) this.#rows.element(stop ?? '')?.focus();
  }

  /** A note or folder was renamed: its rows stay, with what they have of a press or the focus. */
  renamed(from: string, to: string): void {
    const follow = (path: string): string => answeredPathAfterRename(path, from, to);
    this.#rows.follow((row) => ({ ...row, path: follow(row.path) }));
    if (this.#stop !== null) this.#stop = follow(this.#stop);
  }

  #listen(): void {
    const { owner, open, hover, drag, menu } = this.#options;
    const listEl = this.#listEl;
    owner.registerDomEvent(listEl, 'focusin', (event) => {
      this.#stop = this.#rows.keyAt(event.target as Node);
      this.#markStop(this.#stop);
    });
    owner.registerDomEvent(listEl, 'keydown', (event) => this.#pressed(event));
    for (const type of ['click', 'auxclick'] as const)
      this.#onRow(type, (row, event) => {
        if (event.button <= 1) open(row, event);
      });
    this.#onRow('mouseover', hover);
    this.#onRow('dragstart', drag);
    this.#onRow('contextmenu', menu);
  }

  #onRow<K extends keyof HTMLElementEventMap>(
    type: K,
    act: (row: RelatedRow, event: HTMLElementEventMap[K], element: HTMLElement) => void,
  ): void {
    this.#options.owner.registerDomEvent(this.#listEl, type, (event) => {
      const key = this.#rows.keyAt(event.target as Node) ?? '';
      const [row, element] = [this.#rows.item(key), this.#rows.element(key)];
      if (row !== null && element !== null) act(row, event, element);
    });
  }

  #pressed(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const key = this.#rows.keyAt(event.target as Node);
    const row = key === null ? null : this.#rows.item(key);
    if (event.key === 'Enter' && row !== null) {
      event.preventDefault();
      this.#options.open(row, event);
      return;
    }
    const next = rowAfterKey(event, key, this.#rows.keys);
    if (next === null) return;
    event.preventDefault();
    focusRow(this.#rows.element(next));
  }

  #markStop(key: string | null): void {
    for (const each of this.#rows.keys) {
      const element = this.#rows.element(each);
      element?.setAttribute('aria-selected', String(each === key));
      if (element) element.tabIndex = each === key ? 0 : -1;
    }
  }
}
