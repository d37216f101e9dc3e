import type { TFile } from '../vault/files.ts';
import { FileExplorerView } from './file-explorer.ts';
import { FileView } from './file-view.ts';
import { MarkdownView } from './markdown-view.ts';
import { FILE_EXPLORER, type ViewRegistry } from '../workspace/view-registry.ts';

const IMAGES = ['avif', 'bmp', 'gif', 'jpeg', 'jpg', 'png', 'svg', 'webp'];
const OTHERS: Record<string, string[]> = {
  canvas: ['canvas'],
  bases: ['base'],
  pdf: ['pdf'],
  audio: ['mp3', 'wav', 'm4a', 'ogg', 'flac', '3gp'],
  video: ['mp4', 'webm', 'ogv', 'mov', 'mkv'],
};

/**
 * Registers the views that the sandbox has itself: the file explorer, notes, images, and a plain page for the app's
 * other kinds of files.
 */
export function addOwnViews(registry: ViewRegistry): void {
  registry.registerView(FILE_EXPLORER, (leaf) => new FileExplorerView(leaf));
  registry.registerView('markdown', (leaf) => new MarkdownView(leaf));
  registry.registerExtensions(['md'], 'markdown');
  registry.registerView('image', (leaf) => new ImageView(leaf));
  registry.registerExtensions(IMAGES, 'image');
  for (const [type, extensions] of Object.entries(OTHERS)) {
    registry.registerView(type, (leaf) => new PlainFileView(leaf).setType(type));
    registry.registerExtensions(extensions, type);
  }
}

class ImageView extends FileView {
  override icon = 'lucide-image';

  override getViewType(): string {
    return 'image';
  }

  override async onLoadFile(file: TFile): Promise<void> {
    this.contentEl.empty();
    this.contentEl
      .createDiv('image-container')
      .createEl('img', { attr: { src: this.app.vault.getResourcePath(file), alt: file.name } });
  }
}

/** Names the file, whose own view the sandbox does not have. */
class PlainFileView extends FileView {
  #type = '';

  setType(type: string): this {
    this.#type = type;
    return this;
  }

  override getViewType(): string {
    return this.#type;
  }

  override async onLoadFile(file: TFile): Promise<void> {
    this.contentEl.empty();
    this.contentEl.createDiv({ cls: 'pane-empty', text: `The sandbox does not show ${file.name}.` });
  }
}
