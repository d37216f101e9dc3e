import { setIcon } from '../ui/icons.ts';
import type { TAbstractFile, TFile, TFolder } from '../vault/files.ts';

/**
 * A row of the file explorer, by the name that the app gives its class: plugins read `file`, `el`, `selfEl` and
 * `innerEl`.
 */
export class FileItem {
  readonly file: TAbstractFile;
  readonly el: HTMLElement;
  readonly selfEl: HTMLElement;
  readonly innerEl: HTMLElement;

  constructor(file: TAbstractFile, kind: 'file' | 'folder' = 'file') {
    this.file = file;
    this.el = createDiv(`tree-item nav-${kind}`);
    this.selfEl = this.el.createDiv({
      cls: `tree-item-self nav-${kind}-title tappable is-clickable`,
      attr: { 'data-path': file.path, draggable: 'true' },
    });
    this.innerEl = this.selfEl.createDiv({ cls: `tree-item-inner nav-${kind}-title-content`, text: file.name });
    if (kind === 'file') this.#nameFile(file as TFile);
  }

  /** Notes by their name alone, other files with what they are. */
  #nameFile({ basename, extension }: TFile): void {
    this.innerEl.setText(basename);
    if (extension !== 'md') this.selfEl.createDiv({ cls: 'nav-file-tag', text: extension });
  }
}

export class FolderItem extends FileItem {
  declare readonly file: TFolder;
  readonly childrenEl: HTMLElement;
  collapsed = true;
  /** How many of its children are on the page at most. */
  limit: number;
  readonly #iconEl: HTMLElement;
  readonly #onToggle: (item: FolderItem) => void;

  constructor(folder: TFolder, limit: number, onToggle: (item: FolderItem) => void) {
    super(folder, 'folder');
    this.limit = limit;
    this.#onToggle = onToggle;
    this.selfEl.addClass('mod-collapsible');
    this.#iconEl = createDiv('tree-item-icon collapse-icon is-collapsed');
    setIcon(this.#iconEl, 'lucide-chevron-right');
    this.selfEl.prepend(this.#iconEl);
    this.el.addClass('is-collapsed');
    this.childrenEl = createDiv('tree-item-children nav-folder-children');
  }

  /** A folder's children are on the page while it is open. */
  setCollapsed(collapsed: boolean): void {
    if (collapsed === this.collapsed) return;
    this.collapsed = collapsed;
    this.el.toggleClass('is-collapsed', collapsed);
    this.#iconEl.toggleClass('is-collapsed', collapsed);
    if (collapsed) this.childrenEl.detach();
    else this.el.appendChild(this.childrenEl);
    this.#onToggle(this);
  }
}
