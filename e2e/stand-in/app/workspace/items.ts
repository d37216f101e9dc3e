import { Events } from '../util/events.ts';

/** Which of the app's windows an item is in. */
export interface WindowHome {
  win: Window;
  doc: Document;
}

/** A node of the workspace's tree: a split, a group of tabs, or a leaf. */
export abstract class WorkspaceItem extends Events {
  abstract parent: WorkspaceParent | null;
  readonly containerEl: HTMLElement;
  readonly id = nextId();
  dimension: number | null = null;

  constructor(document: Document, cls: string) {
    super();
    this.containerEl = document.createElement('div');
    this.containerEl.className = cls;
  }

  getRoot(): WorkspaceItem {
    const isRoot = this.parent === null || this instanceof WorkspaceContainer || this instanceof WorkspaceSidedock;
    return isRoot ? this : (this.parent?.getRoot() ?? this);
  }

  getContainer(): WorkspaceContainer {
    return this instanceof WorkspaceContainer ? this : (this.parent?.getContainer() ?? WorkspaceContainer.main);
  }
}

export abstract class WorkspaceParent extends WorkspaceItem {
  override parent: WorkspaceParent | null = null;
  children: WorkspaceItem[] = [];

  insertChild(index: number, child: WorkspaceItem): void {
    const at = index < 0 ? this.children.length : index;
    this.children.splice(at, 0, child);
    child.parent = this;
    this.place(child, at);
  }

  removeChild(child: WorkspaceItem): void {
    const index = this.children.indexOf(child);
    if (index < 0) return;
    this.children.splice(index, 1);
    child.parent = null;
    child.containerEl.detach();
    if (this.children.length === 0 && this.isDroppedWhenEmpty()) this.parent?.removeChild(this);
  }

  replaceChild(index: number, child: WorkspaceItem): void {
    const before = this.children[index];
    if (before === undefined) return this.insertChild(index, child);
    this.children[index] = child;
    before.parent = null;
    child.parent = this;
    before.containerEl.replaceWith(child.containerEl);
  }

  protected place(child: WorkspaceItem, index: number): void {
    const next = this.children[index + 1]?.containerEl;
    this.containerEl.insertBefore(child.containerEl, next?.parentElement === this.containerEl ? next : null);
  }

  protected isDroppedWhenEmpty(): boolean {
    return true;
  }
}

export type SplitDirection = 'vertical' | 'horizontal';

export class WorkspaceSplit extends WorkspaceParent {
  direction: SplitDirection;

  constructor(document: Document, direction: SplitDirection, cls = '') {
    super(document, `workspace-split mod-${direction} ${cls}`.trim());
    this.direction = direction;
  }
}

/** A window's part of the tree. */
export abstract class WorkspaceContainer extends WorkspaceSplit {
  /** The main window's. */
  static main: WorkspaceContainer;
  abstract win: Window;
  abstract doc: Document;

  protected override isDroppedWhenEmpty(): boolean {
    return false;
  }
}

export class WorkspaceRoot extends WorkspaceContainer {
  readonly win: Window;
  readonly doc: Document;

  constructor(document: Document) {
    super(document, 'vertical', 'mod-root');
    this.doc = document;
    this.win = document.defaultView ?? window;
    WorkspaceContainer.main = this;
  }
}

/** A pop-out: closed with its last leaf. */
export class WorkspaceWindow extends WorkspaceContainer {
  readonly win: Window;
  readonly doc: Document;
  readonly #close: () => void;

  constructor(home: WindowHome, close: () => void) {
    super(home.doc, 'vertical', 'mod-root');
    this.win = home.win;
    this.doc = home.doc;
    this.#close = close;
  }

  override removeChild(child: WorkspaceItem): void {
    super.removeChild(child);
    if (this.children.length === 0) this.close();
  }

  close(): void {
    this.#close();
  }
}

/** Holds the pop-outs. */
export class WorkspaceFloating extends WorkspaceParent {
  constructor(document: Document) {
    super(document, 'workspace-floating');
  }

  protected override place(): void {}

  protected override isDroppedWhenEmpty(): boolean {
    return false;
  }
}

export class WorkspaceSidedock extends WorkspaceSplit {
  collapsed = true;
  readonly side: 'left' | 'right';
  readonly #changed: () => void;

  constructor(document: Document, side: 'left' | 'right', changed: () => void) {
    super(document, 'horizontal', `mod-sidedock mod-${side}-split is-sidedock-collapsed`);
    this.side = side;
    this.#changed = changed;
  }

  /** Its width in pixels; null until it was changed. */
  get size(): number | null {
    return this.dimension;
  }

  setSize(size: number): void {
    this.dimension = size;
    this.containerEl.style.flexBasis = `${String(size)}px`;
    this.#changed();
  }

  toggle(): void {
    if (this.collapsed) this.expand();
    else this.collapse();
  }

  expand(): void {
    if (this.collapsed) this.#set(false);
  }

  collapse(): void {
    if (!this.collapsed) this.#set(true);
  }

  #set(isCollapsed: boolean): void {
    this.collapsed = isCollapsed;
    this.containerEl.classList.toggle('is-sidedock-collapsed', isCollapsed);
    this.#changed();
  }

  protected override isDroppedWhenEmpty(): boolean {
    return false;
  }
}

/** What a group of tabs holds: leaves, each with the header of its tab. */
interface Tab extends WorkspaceItem {
  readonly tabHeaderEl: HTMLElement;
}

/** A group of tabs, of which one is shown. */
export class WorkspaceTabs extends WorkspaceParent {
  currentTab = 0;
  isStacked = false;
  readonly tabHeaderContainerEl: HTMLElement;
  readonly tabHeadersEl: HTMLElement;
  readonly tabsContainerEl: HTMLElement;

  constructor(document: Document) {
    super(document, 'workspace-tabs');
    this.tabHeaderContainerEl = this.containerEl.createDiv('workspace-tab-header-container');
    this.tabHeadersEl = this.tabHeaderContainerEl.createDiv('workspace-tab-header-container-inner');
    this.tabsContainerEl = this.containerEl.createDiv('workspace-tab-container');
  }

  override insertChild(index: number, child: WorkspaceItem): void {
    super.insertChild(index, child);
    const leaf = child as Tab;
    const at = this.children.indexOf(child);
    this.tabHeadersEl.insertBefore(leaf.tabHeaderEl, this.tabHeadersEl.children[at] ?? null);
    this.selectTab(leaf);
  }

  override removeChild(child: WorkspaceItem): void {
    const index = this.children.indexOf(child);
    (child as Tab).tabHeaderEl.detach();
    super.removeChild(child);
    if (index < 0 || this.children.length === 0) return;
    if (this.currentTab > index) this.currentTab--;
    const next = this.children[Math.min(this.currentTab, this.children.length - 1)];
    if (next !== undefined) this.selectTab(next);
  }

  selectTab(leaf: WorkspaceItem): void {
    this.currentTab = Math.max(0, this.children.indexOf(leaf));
    for (const child of this.children as Tab[]) {
      const isShown = child === leaf;
      child.containerEl.style.display = isShown ? '' : 'none';
      child.tabHeaderEl.classList.toggle('is-active', isShown);
      child.containerEl.classList.toggle('mod-active-tab', isShown);
    }
  }

  selectTabIndex(index: number): void {
    const leaf = this.children[index];
    if (leaf !== undefined) this.selectTab(leaf);
  }

  protected override place(child: WorkspaceItem, index: number): void {
    const next = this.children[index + 1]?.containerEl ?? null;
    this.tabsContainerEl.insertBefore(child.containerEl, next);
  }
}

let lastId = 0;

function nextId(): string {
  return (++lastId).toString(16).padStart(16, '0');
}
