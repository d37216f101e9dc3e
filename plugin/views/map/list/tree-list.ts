import { KeyedList } from '../../elements/keyed-list.ts';
import { pressOnce } from '../../elements/press-once.ts';
import { isRightToLeft } from '../../elements/rove.ts';
import { firstFound } from '../first-found.ts';
import { answeredPathAfterRename } from '../../notes/ref-after-rename.ts';
import { nameElement } from '../name-element.ts';
import { buttonOf, createTreeRow, updateTreeRow, type RowButton } from './tree-row-element.ts';
import { rowsOf, stepOf, stopInTree, type TreeNode, type TreeRow } from './tree-rows.ts';

export interface TreeActions {
  /** Opens or closes a row. */
  open(row: TreeRow, isOpen: boolean): void;
  /** Enter or a click on a row. */
  activate(row: TreeRow, event: MouseEvent | KeyboardEvent): void;
  menu(row: TreeRow, event: MouseEvent): void;
  /** A button of a row, or its key. */
  press(row: TreeRow, button: RowButton): void;
  hover(row: TreeRow, event: MouseEvent, element: HTMLElement): void;
  /** The pointer or the focus is on a different row now, or on none. */
  pointed(row: TreeRow | null): void;
  /** The pointer and the focus have left: rows may move. */
  released(): void;
}

/** A tree of rows: one Tab stop, walked through with the arrow keys. */
export class TreeList {
  readonly element: HTMLElement;
  readonly #parent: HTMLElement;
  readonly #actions: TreeActions;
  readonly #list: KeyedList<TreeRow>;
  #rows: TreeRow[] = [];
  #stop: string | null = null;
  #pointerIsOver = false;
  /** The row under the pointer. */
  #over: string | null = null;

  constructor(parent: HTMLElement, actions: TreeActions) {
    this.#parent = parent;
    this.#actions = actions;
    this.element = parent.createDiv({ cls: 'vault-loom-map-tree', attr: { role: 'tree' } });
    pressOnce(this.element);
    this.#list = new KeyedList(this.element, {
      keyOf: ({ key }) => key,
      create: createTreeRow,
      update: updateTreeRow,
    });
    this.#listen();
  }

  /** While true, no row should move of itself. */
  get isInUse(): boolean {
    return this.#pointerIsOver || this.hasFocus;
  }

  get hasFocus(): boolean {
    return this.element.contains(this.element.ownerDocument.activeElement);
  }

  /** Whether the row that is in use, and all above it, would stay where they are if these were shown. */
  keepsRows(nodes: readonly TreeNode[]): boolean {
    const next = rowsOf(nodes);
    const inUse = [this.#over, this.hasFocus ? this.#stop : null];
    const last = this.#rows.findLastIndex(({ key }) => inUse.includes(key));
    // Where the pointer is on no row, none may come to be under it.
    const isBelowAll = this.#pointerIsOver && this.#over === null;
    const count = isBelowAll ? Math.max(this.#rows.length, next.length) : last + 1;
    return Array.from({ length: count }).every((_, place) => isAsTall(this.#rows[place], next[place]));
  }

  show(nodes: readonly TreeNode[], label: string): void {
    const { hasFocus } = this;
    const before = this.#rows;
    this.#rows = rowsOf(nodes);
    nameElement(this.element, this.#parent, label);
    this.element.hidden = this.#rows.length === 0;
    this.#list.show(this.#rows);
    this.#stop = stopInTree(before, this.#stop, this.#rows);
    this.#markStop();
    if (hasFocus && !this.hasFocus) this.#focus(this.#stop);
  }

  /** A note or folder was renamed: its rows stay, with what they have of a press or the focus, and lead to it. */
  renamed(from: string, to: string): void {
    const follow = (key: string | null): string | null => (key === null ? null : keyAfterRename(key, from, to));
    this.#list.follow((row) => {
      const { target } = row;
      return {
        ...row,
        key: keyAfterRename(row.key, from, to),
        target: 'path' in target ? { ...target, path: answeredPathAfterRename(target.path, from, to) } : target,
      };
    });
    this.#rows = this.#rows.map((row) => this.#list.item(keyAfterRename(row.key, from, to)) ?? row);
    [this.#stop, this.#over] = [follow(this.#stop), follow(this.#over)];
  }

  /** Scrolls to the first row and makes it the Tab stop, for rows of something else. */
  startOver(): void {
    this.#stop = null;
    this.element.scrollTop = 0;
  }

  /** Gives the focus to the row that had it last, or to the first. */
  focus(): void {
    this.#focus(this.#stop);
  }

  /** The same among the rows that are not dimmed, if there are any. */
  focusFound(): void {
    this.#focus(firstFound(this.#rows, this.#stop));
  }

  /** Brings a row into view. */
  reveal(key: string): void {
    this.#list.element(key)?.scrollIntoView({ block: 'nearest' });
  }

  /** Marks the row of the shape pointed at in the picture; null: none. */
  point(key: string | null): void {
    for (const each of this.#list.keys) this.#list.element(each)?.classList.toggle('is-pointed', each === key);
  }

  #listen(): void {
    const { element } = this;
    const onRow =
      (act: (event: MouseEvent, row: TreeRow, rowEl: HTMLElement) => void) =>
      (event: MouseEvent): void => {
        const key = this.#list.keyAt(event.target as Node);
        const [row, rowEl] = [this.#list.item(key ?? ''), this.#list.element(key ?? '')];
        if (row !== null && rowEl !== null) act(event, row, rowEl);
      };
    element.addEventListener(
      'click',
      onRow((event, row) => this.#clicked(event, row)),
    );
    element.addEventListener(
      'auxclick',
      onRow((event, row) => event.button === 1 && this.#actions.activate(row, event)),
    );
    element.addEventListener(
      'contextmenu',
      onRow((event, row) => this.#actions.menu(row, event)),
    );
    element.addEventListener(
      'mouseover',
      onRow((event, row, rowEl) => {
        this.#actions.pointed(row);
        this.#actions.hover(row, event, rowEl);
      }),
    );
    element.addEventListener('mouseenter', () => (this.#pointerIsOver = true));
    element.addEventListener('mouseover', (event) => (this.#over = this.#list.keyAt(event.target as Node)));
    element.addEventListener('mouseleave', () => {
      [this.#pointerIsOver, this.#over] = [false, null];
      this.#actions.pointed(null);
      this.#released();
    });
    element.addEventListener('focusin', (event) => {
      this.#stop = this.#list.keyAt(event.target as Node) ?? this.#stop;
      this.#markStop();
      this.#actions.pointed(this.#list.item(this.#stop ?? ''));
    });
    element.addEventListener('focusout', (event) => {
      if (element.contains(event.relatedTarget as Node | null)) return;
      this.#actions.pointed(null);
      element.win.setTimeout(() => this.#released());
    });
    element.addEventListener('keydown', (event) => this.#pressed(event));
  }

  #released(): void {
    if (!this.isInUse) this.#actions.released();
  }

  #clicked(event: MouseEvent, row: TreeRow): void {
    const target = event.target as Element;
    const button = buttonOf(target);
    if (button !== null) return this.#actions.press(row, button);
    const isArrow = target.closest('.tree-item-icon') !== null;
    if (isArrow && row.isOpen !== null) this.#actions.open(row, !row.isOpen);
    else this.#actions.activate(row, event);
  }

  #pressed(event: KeyboardEvent): void {
    if (event.isComposing || event.altKey || (event.target as Element).closest('button') !== null) return;
    const at = this.#rows.findIndex(({ key }) => key === this.#stop);
    const row = this.#rows[at];
    if (row === undefined) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      return this.#actions.activate(row, event);
    }
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'F2' && row.target.kind === 'missing') {
      event.preventDefault();
      return this.#actions.press(row, 'rename');
    }
    const step = stepOf(event.key, this.#rows, at, isRightToLeft(this.element));
    if (step === null) return;
    event.preventDefault();
    if ('to' in step) this.#focus(this.#rows[step.to]?.key ?? null);
    else this.#actions.open(row, step.opens);
  }

  #focus(key: string | null): void {
    this.#list.element(key ?? '')?.focus();
  }

  #markStop(): void {
    for (const key of this.#list.keys) {
      const element = this.#list.element(key);
      const isStop = key === this.#stop;
      if (element === null || element.tabIndex === (isStop ? 0 : -1)) continue;
      element.tabIndex = isStop ? 0 : -1;
      element.setAttribute('aria-selected', String(isStop));
    }
  }
}

/** A key is of paths, ids and numbers, one in each line. */
function keyAfterRename(key: string, from: string, to: string): string {
  return key
    .split('\n')
    .map((part) => answeredPathAfterRename(part, from, to))
    .join('\n');
}

/** Whether two rows are the same one, and take as much room. */
function isAsTall(row: TreeRow | undefined, other: TreeRow | undefined): boolean {
  const size = (of: TreeRow | undefined): string => JSON.stringify([of?.key, of?.title, of?.detail, of?.aside.length]);
  return size(row) === size(other);
}
