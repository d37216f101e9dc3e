import type { TFile } from '../vault/files.ts';
import { setIcon } from '../ui/icons.ts';
import type { Scope } from '../ui/keymap.ts';
import { tellIfSlow } from './tell-if-slow.ts';
import { setTooltip } from '../ui/tooltip.ts';
import { WorkspaceItem, WorkspaceTabs, type WorkspaceParent } from './items.ts';

/** What a leaf needs of the view that it holds. */
export interface LeafView {
  readonly containerEl: HTMLElement;
  readonly navigation: boolean;
  readonly scope: Scope | null;
  getViewType(): string;
  getDisplayText(): string;
  getIcon(): string;
  getState(): Record<string, unknown>;
  setState(state: unknown, result: { history: boolean }): Promise<void>;
  getEphemeralState(): Record<string, unknown>;
  setEphemeralState(state: unknown): void;
  open(parentEl: HTMLElement): Promise<void>;
  close(): Promise<void>;
  onResize(): void;
}

/** What a leaf needs of the app. */
export interface LeafHost {
  readonly viewRegistry: {
    create(type: string, leaf: WorkspaceLeaf): LeafView;
    createEmpty(leaf: WorkspaceLeaf): LeafView;
    typeByExtension(extension: string): string | undefined;
  };
  readonly workspace: {
    readonly activeLeaf: WorkspaceLeaf | null;
    whileOpening<T>(work: Promise<T>): Promise<T>;
    setActiveLeaf(leaf: WorkspaceLeaf, params?: { focus?: boolean }): void;
    revealLeaf(leaf: WorkspaceLeaf): Promise<void>;
    openLinkIn(leaf: WorkspaceLeaf, linktext: string, sourcePath: string, openState?: OpenViewState): Promise<void>;
    onLayoutChange(): void;
    announceFile(leaf: WorkspaceLeaf): void;
    leafDetached(leaf: WorkspaceLeaf): void;
  };
}

export interface ViewState {
  type: string;
  state?: Record<string, unknown>;
  active?: boolean;
  pinned?: boolean;
  group?: WorkspaceLeaf;
  popstate?: boolean;
  title?: string;
  icon?: string;
}

export interface OpenViewState {
  state?: Record<string, unknown>;
  eState?: Record<string, unknown>;
  active?: boolean;
  group?: WorkspaceLeaf;
}

interface HistoryEntry {
  state: ViewState;
}

/** A tab: it holds a view, and takes another one when its state is set. */
export class WorkspaceLeaf extends WorkspaceItem {
  override parent: WorkspaceParent | null = null;
  readonly app: LeafHost;
  view: LeafView;
  pinned = false;
  hoverPopover: unknown = null;
  activeTime = 0;
  /** False until a hidden tab's view has been made. */
  isDeferred = false;
  readonly tabHeaderEl: HTMLElement;
  readonly tabHeaderInnerIconEl: HTMLElement;
  readonly tabHeaderInnerTitleEl: HTMLElement;
  readonly history: LeafHistory = new LeafHistory(this);

  constructor(app: LeafHost, document: Document) {
    super(document, 'workspace-leaf');
    this.app = app;
    this.tabHeaderEl = document.createElement('div');
    this.tabHeaderEl.className = 'workspace-tab-header tappable';
    const inner = this.tabHeaderEl.createDiv('workspace-tab-header-inner');
    this.tabHeaderInnerIconEl = inner.createDiv('workspace-tab-header-inner-icon');
    this.tabHeaderInnerTitleEl = inner.createDiv('workspace-tab-header-inner-title');
    const closeEl = inner.createDiv({
      cls: 'workspace-tab-header-inner-close-button',
      attr: { 'aria-label': 'Close' },
    });
    setIcon(closeEl, 'lucide-x');
    closeEl.addEventListener('click', (event) => {
      event.stopPropagation();
      this.detach();
    });
    this.tabHeaderEl.addEventListener('click', () => {
      void app.workspace.revealLeaf(this);
    });
    this.containerEl.addEventListener('mousedown', () => this.#activate());
    this.containerEl.addEventListener('focusin', () => this.#activate());
    this.view = app.viewRegistry.createEmpty(this);
    this.containerEl.appendChild(this.view.containerEl);
    void this.view.open(this.containerEl);
    this.updateHeader();
  }

  async openFile(file: TFile, openState: OpenViewState = {}): Promise<void> {
    const type = this.app.viewRegistry.typeByExtension(file.extension) ?? 'unknown';
    const keepsMode = this.view.getViewType() === type ? this.view.getState() : {};
    const state: ViewState = { type, state: { ...keepsMode, ...openState.state, file: file.path } };
    await this.setViewState({ ...state, active: openState.active ?? true }, openState.eState);
  }

  async openLinkText(linktext: string, sourcePath: string, openState?: OpenViewState): Promise<void> {
    await this.app.workspace.openLinkIn(this, linktext, sourcePath, openState);
  }

  /** Puts a view into the leaf, in place of the one it has. */
  async open(view: LeafView): Promise<LeafView> {
    const before = this.view;
    await before.close();
    before.containerEl.detach();
    this.view = view;
    this.containerEl.appendChild(view.containerEl);
    await tellIfSlow(`Opening the view “${view.getViewType()}”`, view.open(this.containerEl));
    this.updateHeader();
    return view;
  }

  getViewState(): ViewState {
    const state: ViewState = {
      type: this.view.getViewType(),
      state: this.view.getState(),
      icon: this.view.getIcon(),
      title: this.view.getDisplayText(),
    };
    if (this.pinned) state.pinned = true;
    return state;
  }

  setViewState(viewState: ViewState, eState?: unknown): Promise<void> {
    return this.app.workspace.whileOpening(this.#setViewState(viewState, eState));
  }

  async #setViewState(viewState: ViewState, eState?: unknown): Promise<void> {
    const previous = this.getViewState();
    if (viewState.type !== this.view.getViewType()) {
      const view = this.app.viewRegistry.create(viewState.type, this);
      await this.open(view);
    }
    const result = { history: false };
    await tellIfSlow(
      `Setting the state of the view “${viewState.type}”`,
      this.view.setState(viewState.state ?? {}, result),
    );
    if (result.history && viewState.popstate !== true) this.history.push({ state: previous });
    if (viewState.pinned !== undefined) this.setPinned(viewState.pinned);
    if (eState !== undefined && eState !== null) this.setEphemeralState(eState);
    this.updateHeader();
    if (viewState.active === true) this.app.workspace.setActiveLeaf(this, { focus: true });
    this.app.workspace.onLayoutChange();
    this.app.workspace.announceFile(this);
  }

  async loadIfDeferred(): Promise<void> {
    this.isDeferred = false;
  }

  async rebuildView(): Promise<void> {
    const { type, state = {} } = this.getViewState();
    const view = await this.open(this.app.viewRegistry.create(type, this));
    await view.setState(state, { history: false });
    this.updateHeader();
  }

  getEphemeralState(): unknown {
    return this.view.getEphemeralState();
  }

  setEphemeralState(state: unknown): void {
    this.view.setEphemeralState(state);
  }

  setPinned(pinned: boolean): void {
    if (pinned === this.pinned) return;
    this.pinned = pinned;
    this.trigger('pinned-change', pinned);
  }

  detach(): void {
    const { parent } = this;
    if (parent === null) return;
    const { workspace } = this.app;
    parent.removeChild(this);
    const { view } = this;
    void view.close().then(() => view.containerEl.detach());
    workspace.leafDetached(this);
  }

  getIcon(): string {
    return this.view.getIcon();
  }

  getDisplayText(): string {
    return this.view.getDisplayText();
  }

  onResize(): void {
    this.view.onResize();
  }

  /** Whether it is its group's shown tab. */
  isVisible(): boolean {
    return !(this.parent instanceof WorkspaceTabs) || this.parent.children[this.parent.currentTab] === this;
  }

  updateHeader(): void {
    const title = this.getDisplayText();
    this.tabHeaderInnerTitleEl.setText(title);
    this.tabHeaderInnerIconEl.empty();
    setIcon(this.tabHeaderInnerIconEl, this.getIcon());
    this.tabHeaderEl.setAttribute('data-type', this.view.getViewType());
    setTooltip(this.tabHeaderEl, title);
  }

  #activate(): void {
    if (this.app.workspace.activeLeaf !== this) this.app.workspace.setActiveLeaf(this);
  }
}

/** What a leaf showed before. */
class LeafHistory {
  backHistory: HistoryEntry[] = [];
  forwardHistory: HistoryEntry[] = [];
  readonly #leaf: WorkspaceLeaf;

  constructor(leaf: WorkspaceLeaf) {
    this.#leaf = leaf;
  }

  push(entry: HistoryEntry): void {
    this.backHistory.push(entry);
    this.forwardHistory = [];
  }

  async back(): Promise<void> {
    await this.#go(this.backHistory, this.forwardHistory);
  }

  async forward(): Promise<void> {
    await this.#go(this.forwardHistory, this.backHistory);
  }

  async #go(from: HistoryEntry[], to: HistoryEntry[]): Promise<void> {
    const entry = from.pop();
    if (entry === undefined) return;
    to.push({ state: this.#leaf.getViewState() });
    await this.#leaf.setViewState({ ...entry.state, popstate: true, active: true });
  }
}
