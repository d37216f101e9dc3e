import { setIcon } from '../ui/icons.ts';
import { Keymap } from '../ui/keymap.ts';
import { Menu } from '../ui/menu.ts';
import { setTooltip } from '../ui/tooltip.ts';
import { debounce } from '../util/debounce.ts';
import { reportToWindow } from '../util/events.ts';
import { TFile, TFolder, type TAbstractFile } from '../vault/files.ts';
import type { WorkspaceLeaf } from '../workspace/leaf.ts';
import { FILE_EXPLORER } from '../workspace/view-registry.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { FileItem, FolderItem } from './file-explorer-items.ts';
import { View } from './view.ts';

/** Children of a folder drawn at a time: a page of thousands of rows is slow. The app draws what is in sight. */
const ROWS = 300;
const SETTLE_MS = 20;

/** The vault's folders and files, in the left dock. */
export class FileExplorerView extends View {
  override icon = 'lucide-folder';
  /** What is drawn, by path; the root is `/`. */
  fileItems: Record<string, FileItem> = {};
  readonly navFileContainerEl: HTMLElement;
  readonly #changed = new Set<string>();
  readonly #redraw: ReturnType<typeof debounce<[], void>>;

  constructor(leaf: WorkspaceLeaf) {
    super(leaf);
    const buttons = this.containerEl.createDiv('nav-header').createDiv('nav-buttons-container');
    const addButton = (icon: string, title: string, callback: () => unknown): void => {
      const button = buttons.createDiv('clickable-icon nav-action-button');
      setIcon(button, icon);
      setTooltip(button, title);
      button.addEventListener('click', callback);
    };
    addButton('lucide-pencil', 'New note', () => this.app.commands.executeCommandById('file-explorer:new-file'));
    addButton('lucide-folder-plus', 'New folder', () => void this.#newFolder().catch(reportToWindow));
    addButton('lucide-chevrons-down-up', 'Collapse all', () => this.#collapseAll());
    this.navFileContainerEl = this.containerEl.createDiv('nav-files-container node-insert-event');
    this.#redraw = debounce(() => this.#drawChanged(), SETTLE_MS, true);
  }

  override getViewType(): string {
    return FILE_EXPLORER;
  }

  override getDisplayText(): string {
    return 'Files';
  }

  override async onOpen(): Promise<void> {
    const { vault, workspace } = this.app;
    const root = this.#folderItem(vault.getRoot());
    root.el.addClass('mod-root');
    root.selfEl.detach();
    root.setCollapsed(false);
    this.navFileContainerEl.appendChild(root.el);
    for (const type of ['create', 'delete'] as const)
      this.registerEvent(vault.onOwn(type, (file: TAbstractFile) => this.#noteChange(file.path)));
    this.registerEvent(vault.onOwn('rename', (file: TAbstractFile, oldPath: string) => this.#renamed(file, oldPath)));
    this.registerEvent(workspace.onOwn('file-open', () => this.#showActive()));
    this.register(() => this.#redraw.cancel());
    this.registerDomEvent(this.navFileContainerEl, 'click', (event: MouseEvent) => this.#clicked(event));
    this.registerDomEvent(this.navFileContainerEl, 'auxclick', (event: MouseEvent) => this.#clicked(event));
    this.registerDomEvent(this.navFileContainerEl, 'contextmenu', (event: MouseEvent) => this.#openMenu(event));
    this.registerDomEvent(this.navFileContainerEl, 'mouseover', (event: MouseEvent) => this.#hovered(event));
    this.#showActive();
  }

  /** Opens the folders around a file, and shows it. */
  revealInFolder(file: TAbstractFile): void {
    const way: TAbstractFile[] = [file];
    for (let folder = file.parent; folder !== null; folder = folder.parent) way.unshift(folder);
    for (const [index, folder] of way.slice(0, -1).entries()) {
      const item = this.fileItems[folder.path];
      const next = way[index + 1];
      if (!(item instanceof FolderItem) || next === undefined) return;
      item.limit = Math.max(item.limit, shownChildren(item.file, this).indexOf(next) + 1);
      item.setCollapsed(false);
      this.#drawChildren(item);
    }
    this.fileItems[file.path]?.selfEl.scrollIntoView({ block: 'center' });
  }

  #folderItem(folder: TFolder): FolderItem {
    const item = new FolderItem(folder, ROWS, (toggled) => {
      if (!toggled.collapsed) this.#drawChildren(toggled);
    });
    this.fileItems[folder.path] = item;
    return item;
  }

  #drawChildren(parent: FolderItem): void {
    const children = shownChildren(parent.file, this);
    const rows = children.slice(0, parent.limit).map((file) => {
      const known = this.fileItems[file.path];
      if (known?.file === file) return known.el;
      const item = file instanceof TFolder ? this.#folderItem(file) : new FileItem(file);
      this.fileItems[file.path] = item;
      return item.el;
    });
    if (children.length > rows.length) rows.push(this.#moreRow(parent, children.length - rows.length));
    parent.childrenEl.setChildrenInPlace(rows);
    this.#showActive();
  }

  #moreRow(parent: FolderItem, count: number): HTMLElement {
    const row = createDiv({ cls: 'tree-item nav-more' });
    row
      .createDiv({ cls: 'tree-item-self is-clickable', text: `${String(count)} more` })
      .addEventListener('click', () => {
        parent.limit += ROWS;
        this.#drawChildren(parent);
      });
    return row;
  }

  #noteChange(path: string): void {
    const slash = path.lastIndexOf('/');
    this.#changed.add(slash < 0 ? '/' : path.slice(0, slash));
    this.#redraw();
  }

  /** Rows carry their path, so those of moved files are drawn again, with folders open as before. */
  #renamed(file: TAbstractFile, oldPath: string): void {
    const before = this.fileItems[oldPath];
    Reflect.deleteProperty(this.fileItems, oldPath);
    this.#noteChange(oldPath);
    this.#noteChange(file.path);
    if (!(before instanceof FolderItem) || before.collapsed) return;
    this.#drawChanged();
    const after = this.fileItems[file.path];
    if (after instanceof FolderItem) after.setCollapsed(false);
  }

  #drawChanged(): void {
    this.#redraw.cancel();
    for (const [path, { file }] of Object.entries(this.fileItems)) {
      if (path !== '/' && this.app.vault.getAbstractFileByPath(path) !== file)
        Reflect.deleteProperty(this.fileItems, path);
    }
    for (const path of [...this.#changed]) {
      const item = this.fileItems[path];
      if (item instanceof FolderItem && !item.collapsed) this.#drawChildren(item);
    }
    this.#changed.clear();
  }

  #collapseAll(): void {
    for (const [path, item] of Object.entries(this.fileItems)) {
      if (item instanceof FolderItem && path !== '/') item.setCollapsed(true);
    }
  }

  async #newFolder(): Promise<void> {
    const { vault } = this.app;
    let path = 'Untitled';
    for (let count = 1; vault.getAbstractFileByPath(path) !== null; count++) path = `Untitled ${String(count)}`;
    await vault.createFolder(path);
  }

  #showActive(): void {
    const active = this.app.workspace.getActiveFile();
    for (const { file, selfEl } of Object.values(this.fileItems)) selfEl.toggleClass('is-active', file === active);
  }

  #itemAt(event: Event): FileItem | undefined {
    const path = (event.target as Element | null)?.closest('.tree-item-self')?.getAttribute('data-path');
    return typeof path === 'string' ? this.fileItems[path] : undefined;
  }

  #clicked(event: MouseEvent): void {
    const item = this.#itemAt(event);
    if (item instanceof FolderItem) item.setCollapsed(!item.collapsed);
    else if (item?.file instanceof TFile) this.#open(item.file, Keymap.isModEvent(event));
  }

  #open(file: TFile, pane: ReturnType<typeof Keymap.isModEvent>): void {
    this.app.workspace.getLeaf(pane).openFile(file, { active: true }).catch(reportToWindow);
  }

  #openMenu(event: MouseEvent): void {
    const file = this.#itemAt(event)?.file;
    if (file === undefined) return;
    const menu = new Menu();
    if (file instanceof TFile)
      menu.addItem((item) =>
        item
          .setSection('open')
          .setTitle('Open in new tab')
          .setIcon('lucide-file-plus')
          .onClick(() => this.#open(file, 'tab')),
      );
    this.app.workspace.trigger('file-menu', menu, file, 'file-explorer-context-menu', this.leaf);
    const remove = (): void => void this.app.fileManager.promptForDeletion(file).catch(reportToWindow);
    menu.addItem((item) =>
      item.setSection('danger').setTitle('Delete').setIcon('lucide-trash').setWarning(true).onClick(remove),
    );
    menu.showAtMouseEvent(event);
  }

  #hovered(event: MouseEvent): void {
    const item = this.#itemAt(event);
    if (!(item?.file instanceof TFile)) return;
    this.app.workspace.trigger('hover-link', {
      event,
      source: FILE_EXPLORER,
      hoverParent: this,
      targetEl: item.selfEl,
      linktext: item.file.path,
    });
  }
}

/** Shows a file in the file explorer, which is opened for it. */
export function revealInExplorer(workspace: Workspace, file: TAbstractFile): void {
  void workspace.ensureSideLeaf(FILE_EXPLORER, 'left').then(({ view }) => {
    if (view instanceof FileExplorerView) view.revealInFolder(file);
  });
}

const byName = new Intl.Collator(undefined, { usage: 'sort', sensitivity: 'base', numeric: true });

/** Folders first, each kind by name; files that the app has no view for are left out, unless the person wants them. */
function shownChildren(folder: TFolder, { app }: View): TAbstractFile[] {
  const isShown = (file: TAbstractFile): boolean =>
    !(file instanceof TFile) ||
    app.vault.getConfig('showUnsupportedFiles') === true ||
    app.viewRegistry.isExtensionRegistered(file.extension);
  const rank = (file: TAbstractFile): number => (file instanceof TFolder ? 0 : 1);
  return folder.children.filter(isShown).sort((a, b) => rank(a) - rank(b) || byName.compare(a.name, b.name));
}
