import type { TFile } from '../vault/files.ts';
import type { WorkspaceLeaf } from '../workspace/leaf.ts';
import { ItemView, type ViewStateResult } from './view.ts';

/** A view of one file. */
export abstract class FileView extends ItemView {
  allowNoFile = false;
  file: TFile | null = null;
  override navigation = true;

  constructor(leaf: WorkspaceLeaf) {
    super(leaf);
    this.registerEvent(
      this.app.vault.onOwn('rename', (file: TFile) => {
        if (file === this.file) void this.onRename(file);
      }),
    );
    this.registerEvent(
      this.app.vault.onOwn('delete', (file: TFile) => {
        if (file === this.file) void this.onDelete(file);
      }),
    );
  }

  override onload(): void {}

  override getDisplayText(): string {
    return this.file?.basename ?? 'No file';
  }

  override getState(): Record<string, unknown> {
    return this.file === null ? {} : { file: this.file.path };
  }

  override async setState(state: unknown, result: ViewStateResult): Promise<void> {
    const path = (state as { file?: unknown } | null)?.file;
    if (typeof path !== 'string' && !this.allowNoFile) return;
    const file = typeof path === 'string' ? this.app.vault.getFileByPath(path) : null;
    if (file === this.file && file !== null) return;
    if (this.file !== null) result.history = true;
    await this.loadFile(file);
  }

  async loadFile(file: TFile | null): Promise<void> {
    const before = this.file;
    if (before !== null) {
      await this.onUnloadFile(before);
      this.file = null;
    }
    this.file = file;
    if (file !== null) await this.onLoadFile(file);
    this.titleEl.setText(this.getDisplayText());
    this.leaf.updateHeader();
  }

  override async onClose(): Promise<void> {
    if (this.file !== null) await this.onUnloadFile(this.file);
    this.file = null;
  }

  async onLoadFile(_file: TFile): Promise<void> {}

  async onUnloadFile(_file: TFile): Promise<void> {}

  async onRename(_file: TFile): Promise<void> {
    this.titleEl.setText(this.getDisplayText());
    this.leaf.updateHeader();
  }

  async onDelete(_file: TFile): Promise<void> {
    this.file = null;
    if (this.allowNoFile) await this.loadFile(null);
    else await this.leaf.open(this.app.viewRegistry.createEmpty(this.leaf));
    this.app.workspace.announceFile(this.leaf);
  }
}

export abstract class EditableFileView extends FileView {}
