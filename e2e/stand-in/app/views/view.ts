import { setIcon } from '../ui/icons.ts';
import type { Scope } from '../ui/keymap.ts';
import { setTooltip } from '../ui/tooltip.ts';
import { Component } from '../util/component.ts';
import type { LeafView, WorkspaceLeaf } from '../workspace/leaf.ts';
import type { ViewApp } from './view-app.ts';

export interface ViewStateResult {
  history: boolean;
}

/** What a leaf shows. */
export abstract class View extends Component implements LeafView {
  app: ViewApp;
  leaf: WorkspaceLeaf;
  icon = 'lucide-file';
  navigation = false;
  scope: Scope | null = null;
  containerEl: HTMLElement;
  closeable = true;

  constructor(leaf: WorkspaceLeaf) {
    super();
    this.leaf = leaf;
    // A leaf knows less of the app than its view does.
    this.app = leaf.app as ViewApp;
    this.containerEl = leaf.containerEl.ownerDocument.createElement('div');
    this.containerEl.className = 'workspace-leaf-content';
  }

  abstract getViewType(): string;

  abstract getDisplayText(): string;

  /** Called by the leaf once the view is in place. */
  async open(_parentEl: HTMLElement): Promise<void> {
    this.containerEl.setAttribute('data-type', this.getViewType());
    await this.load();
    await this.onOpen();
  }

  async close(): Promise<void> {
    if (!this._loaded) return;
    await this.onClose();
    this.unload();
  }

  async onOpen(): Promise<void> {}

  async onClose(): Promise<void> {}

  getState(): Record<string, unknown> {
    return {};
  }

  async setState(_state: unknown, _result: ViewStateResult): Promise<void> {}

  getEphemeralState(): Record<string, unknown> {
    return {};
  }

  setEphemeralState(_state: unknown): void {}

  getIcon(): string {
    return this.icon;
  }

  onResize(): void {}
}

/** A view with a header and content of its own. */
export abstract class ItemView extends View {
  headerEl: HTMLElement;
  iconEl: HTMLElement;
  titleContainerEl: HTMLElement;
  titleEl: HTMLElement;
  actionsEl: HTMLElement;
  contentEl: HTMLElement;
  canDropAnywhere = false;

  constructor(leaf: WorkspaceLeaf) {
    super(leaf);
    this.headerEl = this.containerEl.createDiv('view-header');
    const left = this.headerEl.createDiv('view-header-left');
    left.createDiv('view-header-nav-buttons');
    this.titleContainerEl = this.headerEl.createDiv('view-header-title-container mod-at-start');
    this.iconEl = this.titleContainerEl.createDiv('view-header-icon');
    this.titleContainerEl.createDiv('view-header-title-parent');
    this.titleEl = this.titleContainerEl.createDiv('view-header-title');
    this.actionsEl = this.headerEl.createDiv('view-actions');
    this.contentEl = this.containerEl.createDiv('view-content');
  }

  override async open(parentEl: HTMLElement): Promise<void> {
    await super.open(parentEl);
    this.titleEl.setText(this.getDisplayText());
  }

  addAction(icon: string, title: string, callback: (event: MouseEvent) => unknown): HTMLElement {
    const actionEl = this.actionsEl.createEl('a', { cls: 'clickable-icon view-action' });
    this.actionsEl.prepend(actionEl);
    setIcon(actionEl, icon);
    setTooltip(actionEl, title);
    actionEl.addEventListener('click', (event) => callback(event));
    return actionEl;
  }
}
