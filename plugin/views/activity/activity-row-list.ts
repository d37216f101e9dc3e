import type { Component } from 'obsidian';
import { holdsFocus } from '../elements/holds-focus.ts';
import { KeyedList } from '../elements/keyed-list.ts';
import { focusRow, rowAfterKey, stopAfterChange } from '../elements/rove.ts';
import { RowHold } from '../elements/row-hold.ts';
import type { ActivityRow } from './activity-rows.ts';
import { rowAfterRename } from './reading-rows.ts';
import { createRow, ROW_BUTTON, ROW_DIFF, ROW_MAIN, updateRow } from './row-element.ts';

export interface ActivityRowListOptions {
  /** The component that removes its listeners. */
  owner: Component;
  /** A click on a row, a middle click on that of a note, or Enter. */
  activate: (row: ActivityRow, event: MouseEvent | KeyboardEvent) => void;
  /** A click on a button of a row, by the button's name. */
  act: (name: string, row: ActivityRow) => void;
  menu: (row: ActivityRow, event: MouseEvent) => void;
  /** The pointer has come over a row. */
  hover: (row: ActivityRow, event: MouseEvent, element: HTMLElement) => void;
  /** The pointer or the focus has left the list, so rows may be free to move again. */
  onRelease: () => void;
}

/** The rows of days, runs, changes and notes. One row with its buttons is the Tab stop; arrow keys go to the others. */
export class ActivityRowList {
  readonly #listEl: HTMLElement;
  readonly #options: ActivityRowListOptions;
  readonly #rows: KeyedList<ActivityRow>;
  readonly #hold: RowHold;
  /** The row that had the focus last; null: the first. */
  #stop: string | null = null;

  constructor(listEl: HTMLElement, options: ActivityRowListOptions) {
    this.#listEl = listEl;
    this.#options = options;
    this.#rows = new KeyedList(listEl, { keyOf: ({ key }) => key, create: createRow, update: updateRow });
    this.#hold = new RowHold(listEl, options.owner, options.onRelease);
    this.#listen();
  }

  /** Whether rows must not move now, since the pointer or the focus is on one. */
  get isHeld(): boolean {
    return this.#hold.isHeld;
  }

  /** The Tab stop, once a row has had the focus. */
  get stopElement(): HTMLElement | null {
    return this.#stop === null ? null : this.#rows.element(this.#stop);
  }

  element(key: string): HTMLElement | null {
    return this.#rows.element(key);
  }

  /** The part of a row that can have the focus. */
  main(key: string | null): HTMLElement | null {
    return (key === null ? null : this.#rows.element(key))?.querySelector<HTMLElement>(`.${ROW_MAIN}`) ?? null;
  }

  /** Whether these rows are shown already, in this order. */
  isShowing(rows: readonly ActivityRow[]): boolean {
    const { keys } = this.#rows;
    return rows.length === keys.length && rows.every(({ key }, index) => key === keys[index]);
  }

  /** Keeps focus and Tab stop on their row or, if it is gone, on the row now at its place. */
  show(rows: readonly ActivityRow[]): void {
    const { hasFocus: hadFocus } = this.#hold;
    const before = this.#stops();
    this.#rows.show(rows);
    const stop = stopAfterChange(before, this.#stop, this.#stops());
    if (this.#stop !== null) this.#stop = stop;
    this.#markStop(stop);
    if (hadFocus && !holdsFocus(this.#listEl)) this.main(stop)?.focus();
  }

  /** A note or folder was renamed: its rows stay, with what they have of a press or the focus, and lead to it. */
  renamed(from: string, to: string): void {
    const stopEl = this.stopElement;
    this.#rows.follow((row) => rowAfterRename(row, from, to));
    if (stopEl !== null) this.#stop = this.#rows.keyAt(stopEl);
  }

  /** Focuses the Tab stop, if there is one. */
  focus(): void {
    this.main(this.#stop ?? this.#stops()[0] ?? null)?.focus();
  }

  /** Makes the first row the Tab stop again. */
  forgetStop(): void {
    this.#stop = null;
  }

  /** Makes the last row the Tab stop. */
  stopAtEnd(): void {
    this.#stop = this.#stops().at(-1) ?? null;
  }

  /** Empties the list, for rows of something else. */
  clear(): void {
    this.#stop = null;
    this.#rows.show([]);
  }

  #listen(): void {
    const { owner, act, activate, menu, hover } = this.#options;
    const listEl = this.#listEl;
    owner.registerDomEvent(listEl, 'focusin', (event) => {
      const row = this.#rowAt(event);
      if (row === null || row.kind === 'day') return;
      this.#stop = row.key;
      this.#markStop(row.key);
    });
    owner.registerDomEvent(listEl, 'keydown', (event) => this.#pressed(event));
    const clicked = (event: MouseEvent): void => {
      const row = this.#rowAt(event);
      const target = event.target as HTMLElement;
      if (row === null || target.closest(`.${ROW_DIFF}`) !== null) return;
      const name = target.closest<HTMLElement>(`.${ROW_BUTTON}`)?.dataset.act;
      if (name !== undefined) return act(name, row);
      activate(row, event);
      if (row.kind !== 'run') this.main(row.key)?.focus({ preventScroll: true });
    };
    owner.registerDomEvent(listEl, 'click', clicked);
    // The middle button opens notes, and does nothing else: an undo, for one, needs a click that means it.
    owner.registerDomEvent(listEl, 'auxclick', (event) => {
      const isOnButton = (event.target as HTMLElement).closest(`.${ROW_BUTTON}`) !== null;
      if (event.button === 1 && !isOnButton && this.#rowAt(event)?.kind === 'note') clicked(event);
    });
    owner.registerDomEvent(listEl, 'mouseover', (event) => {
      const row = this.#rowAt(event);
      const mainEl = this.main(row?.key ?? null);
      if (row !== null && mainEl !== null) hover(row, event, mainEl);
    });
    owner.registerDomEvent(listEl, 'contextmenu', (event) => {
      const row = this.#rowAt(event);
      if (row !== null && row.kind !== 'day') menu(row, event);
    });
  }

  #pressed(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    const row = this.#rowAt(event);
    if (row === null || event.isComposing || target.closest(`.${ROW_DIFF}`) !== null) return;
    if (target.classList.contains(ROW_MAIN) && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      this.#options.activate(row, event);
      return;
    }
    const next = rowAfterKey(event, row.key, this.#stops());
    if (next === null) return;
    event.preventDefault();
    focusRow(this.main(next));
  }

  /** The keys of the rows that can have the focus: days cannot. */
  #stops(): string[] {
    return this.#rows.keys.filter((key) => this.#rows.item(key)?.kind !== 'day');
  }

  #rowAt(event: Event): ActivityRow | null {
    const key = this.#rows.keyAt(event.target as Node);
    return key === null ? null : this.#rows.item(key);
  }

  #markStop(key: string | null): void {
    for (const each of this.#rows.keys) {
      const element = this.#rows.element(each);
      for (const part of element?.querySelectorAll<HTMLElement>(`.${ROW_MAIN}, .${ROW_BUTTON}`) ?? [])
        part.tabIndex = each === key ? 0 : -1;
    }
  }
}
