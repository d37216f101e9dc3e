import { nodeTimers } from '../realm/timers.ts';
import { debounce } from '../util/debounce.ts';
import { reportToWindow } from '../util/events.ts';
import type { TFile } from '../vault/files.ts';
import {
  WorkspaceContainer,
  WorkspaceFloating,
  WorkspaceRoot,
  WorkspaceSidedock,
  WorkspaceSplit,
  WorkspaceTabs,
  type SplitDirection,
  type WorkspaceParent,
} from './items.ts';
import { LayoutStore } from './layout-store.ts';
import { WorkspaceLeaf, type LeafView, type OpenViewState } from './leaf.ts';
import { openLinkText } from './open-link.ts';
import { PopoutWindows } from './popout-windows.ts';
import { buildSkeleton, WorkspaceRibbon } from './skeleton.ts';
import type { Constructor, ViewKinds, ViewOfNote, WorkspaceHost } from './workspace-host.ts';
import { leavesBelow, WorkspaceTree } from './workspace-tree.ts';

export type PaneType = 'tab' | 'split' | 'window';

/** The window's tabs and panes, and who is active among them. */
export class Workspace extends WorkspaceTree {
  readonly app: WorkspaceHost;
  readonly containerEl: HTMLElement;
  readonly statusBarEl: HTMLElement;
  readonly leftSplit: WorkspaceSidedock;
  readonly rightSplit: WorkspaceSidedock;
  readonly rootSplit: WorkspaceRoot;
  readonly floatingSplit: WorkspaceFloating;
  readonly leftRibbon: WorkspaceRibbon;
  readonly rightRibbon: WorkspaceRibbon;
  readonly requestSaveLayout: ReturnType<typeof debounce<[], Promise<void>>>;
  readonly hoverLinkSources: Record<string, unknown> = {};
  activeLeaf: WorkspaceLeaf | null = null;
  layoutReady = false;
  readonly #kinds: ViewKinds;
  readonly #popouts: PopoutWindows;
  readonly #layout: LayoutStore;
  readonly #waiting: (() => unknown)[] = [];
  readonly #opening = new Set<Promise<unknown>>();
  #activeCount = 0;
  #announcedFile: TFile | null = null;
  #lastEditor: ViewOfNote | null = null;
  #recentFiles: string[] = [];
  #layoutChanged = false;
  #rebuilding: Promise<void> = Promise.resolve();

  constructor(app: WorkspaceHost, document: Document, kinds: ViewKinds) {
    super();
    this.app = app;
    this.#kinds = kinds;
    const skeleton = buildSkeleton(document, { isPopout: false, hasFocus: !document.hidden, isDark: false });
    this.containerEl = skeleton.workspaceEl;
    this.statusBarEl = skeleton.statusBarEl;
    const resized = (): void => this.onLayoutChange();
    this.leftRibbon = new WorkspaceRibbon(document, 'left');
    this.rightRibbon = new WorkspaceRibbon(document, 'right');
    this.leftSplit = new WorkspaceSidedock(document, 'left', resized);
    this.rootSplit = new WorkspaceRoot(document);
    this.rightSplit = new WorkspaceSidedock(document, 'right', resized);
    this.floatingSplit = new WorkspaceFloating(document);
    for (const { containerEl } of [this.leftRibbon, this.leftSplit, this.rootSplit, this.rightSplit])
      this.containerEl.appendChild(containerEl);
    this.#popouts = new PopoutWindows(app, this.floatingSplit, (type, popout, win) => this.trigger(type, popout, win));
    this.#layout = new LayoutStore(app, this);
    this.requestSaveLayout = debounce(() => this.#layout.save(), 2_000, true, nodeTimers);
    app.viewRegistry.onOwn('view-unregistered', (type: string) => this.#rebuild(type));
    app.viewRegistry.onOwn('view-registered', (type: string) => this.#rebuild(type));
  }

  get activeEditor(): ViewOfNote | null {
    const view = this.activeLeaf?.view;
    if (view instanceof this.#kinds.note) return view;
    return this.#lastEditor !== null &&
      this.#lastEditor.leaf.parent !== null &&
      this.activeLeaf?.view.navigation !== true
      ? this.#lastEditor
      : null;
  }

  onLayoutReady(callback: () => unknown): void {
    if (this.layoutReady) this.#call(callback);
    else this.#waiting.push(callback);
  }

  /** Opens what `workspace.json` names, or an empty tab, and lets waiting plugins go. */
  async start(): Promise<void> {
    await this.#layout.load();
    if (this.rootSplit.children.length === 0) this.#newRootLeaf();
    if (this.activeLeaf === null) this.setActiveLeaf(this.rootLeaves()[0] ?? this.#newRootLeaf());
    this.layoutReady = true;
    for (const callback of this.#waiting.splice(0)) this.#call(callback);
    this.trigger('layout-ready');
    this.onLayoutChange();
  }

  createLeafInParent(parent: WorkspaceParent, index: number): WorkspaceLeaf {
    const document = parent.getContainer().doc;
    const leaf = new WorkspaceLeaf(this.app, document);
    if (parent instanceof WorkspaceTabs) parent.insertChild(index, leaf);
    else {
      const tabs = new WorkspaceTabs(document);
      parent.insertChild(index, tabs);
      tabs.insertChild(-1, leaf);
    }
    this.onLayoutChange();
    return leaf;
  }

  createLeafBySplit(leaf: WorkspaceLeaf, direction: SplitDirection = 'vertical', before = false): WorkspaceLeaf {
    const tabs = leaf.parent ?? this.rootSplit;
    const parent = tabs.parent;
    if (!(parent instanceof WorkspaceSplit)) return this.createLeafInParent(this.rootSplit, -1);
    const index = parent.children.indexOf(tabs);
    if (parent.direction === direction || parent.children.length === 1) {
      if (!(parent instanceof WorkspaceSidedock)) parent.direction = direction;
      return this.createLeafInParent(parent, before ? index : index + 1);
    }
    const split = new WorkspaceSplit(parent.getContainer().doc, direction);
    parent.replaceChild(index, split);
    split.insertChild(0, tabs);
    return this.createLeafInParent(split, before ? 0 : 1);
  }

  splitActiveLeaf(direction?: SplitDirection): WorkspaceLeaf {
    return this.createLeafBySplit(this.#targetLeaf() ?? this.#newRootLeaf(), direction);
  }

  getLeaf(newLeaf?: PaneType | boolean, direction?: SplitDirection): WorkspaceLeaf {
    const target = this.#targetLeaf();
    if (newLeaf === 'window') return this.openPopoutLeaf();
    if (target === null) return this.#newRootLeaf();
    if (newLeaf === 'split') return this.createLeafBySplit(target, direction);
    const needsOther = newLeaf === 'tab' || newLeaf === true || target.pinned || !canNavigate(target);
    if (!needsOther) return target;
    const tabs = target.parent ?? this.rootSplit;
    return this.createLeafInParent(tabs, tabs.children.indexOf(target) + 1);
  }

  openPopoutLeaf(_data?: unknown): WorkspaceLeaf {
    return this.createLeafInParent(this.#popouts.open(), -1);
  }

  async openLinkText(
    linktext: string,
    sourcePath: string,
    newLeaf?: PaneType | boolean,
    openState?: OpenViewState,
  ): Promise<void> {
    await this.openLinkIn(this.getLeaf(newLeaf ?? false), linktext, sourcePath, openState);
  }

  async openLinkIn(
    leaf: WorkspaceLeaf,
    linktext: string,
    sourcePath: string,
    openState?: OpenViewState,
  ): Promise<void> {
    await openLinkText(this.app, leaf, linktext, sourcePath, openState);
  }

  /** Whether a leaf is being given a view, which may yet take the focus. */
  get isOpening(): boolean {
    return this.#opening.size > 0;
  }

  /** Gives the same promise back, so that nothing comes a turn later for it. */
  whileOpening<T>(work: Promise<T>): Promise<T> {
    this.#opening.add(work);
    const done = (): unknown => this.#opening.delete(work);
    work.then(done, done);
    return work;
  }

  setActiveLeaf(leaf: WorkspaceLeaf, params: { focus?: boolean } | boolean = {}, focus = false): void {
    const isFocused = typeof params === 'boolean' ? focus : params.focus === true;
    leaf.activeTime = ++this.#activeCount;
    if (leaf.parent instanceof WorkspaceTabs && !leaf.isVisible()) leaf.parent.selectTab(leaf);
    const { doc, win } = leaf.getContainer();
    Object.assign(globalThis, { activeDocument: doc, activeWindow: win });
    if (this.activeLeaf !== leaf) {
      this.activeLeaf?.containerEl.removeClass('mod-active');
      this.activeLeaf = leaf;
      leaf.containerEl.addClass('mod-active');
      if (leaf.view instanceof this.#kinds.note) this.#lastEditor = leaf.view;
      this.trigger('active-leaf-change', leaf);
    }
    if (leaf.view instanceof this.#kinds.note) this.#lastEditor = leaf.view;
    if (isFocused) leaf.view.setEphemeralState({ focus: true });
    this.announceFile(leaf);
  }

  /** Tells of the file in the active leaf, when it is another than before. */
  announceFile(leaf: WorkspaceLeaf): void {
    if (leaf !== this.activeLeaf) return;
    const file = this.getActiveFile();
    if (leaf.view instanceof this.#kinds.note) this.#lastEditor = leaf.view;
    if (file === this.#announcedFile) return;
    this.#announcedFile = file;
    if (file !== null)
      this.#recentFiles = [file.path, ...this.#recentFiles.filter((path) => path !== file.path)].slice(0, 50);
    this.trigger('file-open', file);
  }

  getRightLeaf(split: boolean): WorkspaceLeaf {
    return this.#sideLeaf(this.rightSplit, split);
  }

  async ensureSideLeaf(
    type: string,
    side: 'left' | 'right',
    options: { active?: boolean; split?: boolean; reveal?: boolean; state?: Record<string, unknown> } = {},
  ): Promise<WorkspaceLeaf> {
    const dock = side === 'left' ? this.leftSplit : this.rightSplit;
    const present = leavesBelow(dock).find((leaf) => leaf.view.getViewType() === type);
    const leaf = present ?? this.#sideLeaf(dock, options.split ?? false);
    if (present === undefined || options.state !== undefined)
      await leaf.setViewState({ type, ...(options.state && { state: options.state }) });
    if (options.reveal !== false) await this.revealLeaf(leaf);
    if (options.active === true) this.setActiveLeaf(leaf, { focus: true });
    return leaf;
  }

  getActiveViewOfType<T extends LeafView>(type: Constructor<T>): T | null {
    const view = this.activeLeaf?.view;
    return view instanceof type ? view : null;
  }

  getActiveFile(): TFile | null {
    const view = this.activeLeaf?.view;
    if (view instanceof this.#kinds.file) return view.file;
    const recent = this.getMostRecentLeaf();
    return recent?.view instanceof this.#kinds.file ? recent.view.file : null;
  }

  detachLeavesOfType(type: string): void {
    for (const leaf of this.getLeavesOfType(type)) leaf.detach();
  }

  async revealLeaf(leaf: WorkspaceLeaf): Promise<void> {
    await leaf.loadIfDeferred();
    const root = leaf.getRoot();
    if (root instanceof WorkspaceSidedock) root.expand();
    if (leaf.parent instanceof WorkspaceTabs) leaf.parent.selectTab(leaf);
    if (!(root instanceof WorkspaceSidedock)) this.setActiveLeaf(leaf, { focus: true });
    this.onLayoutChange();
  }

  leafDetached(leaf: WorkspaceLeaf): void {
    if (this.rootSplit.children.length === 0) this.#newRootLeaf();
    if (this.activeLeaf === leaf) {
      this.activeLeaf = null;
      const next = this.getMostRecentLeaf();
      if (next !== null) this.setActiveLeaf(next);
    }
    this.onLayoutChange();
  }

  registerHoverLinkSource(id: string, info: unknown): void {
    this.hoverLinkSources[id] = info;
  }

  unregisterHoverLinkSource(id: string): void {
    Reflect.deleteProperty(this.hoverLinkSources, id);
  }

  getLastOpenFiles(): string[] {
    return [...this.#recentFiles].slice(0, 10);
  }

  /** One event for all that changed together. */
  onLayoutChange(): void {
    if (!this.layoutReady || this.#layoutChanged) return;
    this.#layoutChanged = true;
    queueMicrotask(() => {
      this.#layoutChanged = false;
      this.trigger('layout-change');
      this.requestSaveLayout();
    });
  }

  /** Closes all views, unsaved text first. */
  async close(): Promise<void> {
    await this.#rebuilding;
    this.requestSaveLayout.cancel();
    for (const leaf of this.allLeaves()) await leaf.view.close();
    this.#popouts.closeAll();
  }

  /** A plugin's tabs outlive it, without a view; they have one again when it comes back. */
  #rebuild(type: string): void {
    for (const leaf of this.getLeavesOfType(type)) {
      this.#rebuilding = this.#rebuilding.then(() => leaf.rebuildView()).catch(reportToWindow);
    }
  }

  /** Where a file is opened: the active leaf, or in a side dock the last active one of the main area. */
  #targetLeaf(): WorkspaceLeaf | null {
    const active = this.activeLeaf;
    return active !== null && active.getRoot() instanceof WorkspaceContainer ? active : this.getMostRecentLeaf();
  }

  #newRootLeaf(): WorkspaceLeaf {
    return this.createLeafInParent(this.rootSplit, -1);
  }

  #sideLeaf(dock: WorkspaceSidedock, split: boolean): WorkspaceLeaf {
    const tabs = dock.children[0];
    return split || !(tabs instanceof WorkspaceTabs)
      ? this.createLeafInParent(dock, -1)
      : this.createLeafInParent(tabs, -1);
  }

  #call(callback: () => unknown): void {
    try {
      const result = callback();
      if (result instanceof Promise) result.catch(reportToWindow);
    } catch (error) {
      reportToWindow(error);
    }
  }
}

function canNavigate(leaf: WorkspaceLeaf): boolean {
  return leaf.view.navigation || leaf.view.getViewType() === 'empty';
}
