import { stringify } from 'yaml';
import { getFrontMatterInfo } from '../metadata/frontmatter-entries.ts';
import { ConfirmationModal, type ModalHost } from '../ui/modal.ts';
import { parseYaml } from '../util/yaml.ts';
import type { DataWriteOptions } from '../vault/adapter.ts';
import { availableAttachmentPath } from '../vault/available-path.ts';
import type { TFile, TFolder } from '../vault/files.ts';
import { type TAbstractFile } from '../vault/files.ts';
import { linksTo, rewriteLinks, type LinkedNotes } from './link-update.ts';

/** What changing files needs of the app. */
export interface FilesHost extends ModalHost, LinkedNotes {}

/** What the person does with files, by the person's settings. */
export class FileManager {
  readonly app: FilesHost;

  constructor(app: FilesHost) {
    this.app = app;
  }

  /** Where a new note goes, seen from the note that asks for it. */
  getNewFileParent(sourcePath: string, _newFilePath?: string): TFolder {
    const { vault } = this.app;
    const place = vault.getConfig('newFileLocation');
    const root = vault.getRoot();
    if (place === 'current') return vault.getFileByPath(sourcePath)?.parent ?? root;
    if (place !== 'folder') return root;
    return vault.getFolderByPath(String(vault.getConfig('newFileFolderPath')).replace(/^\/+|\/+$/g, '')) ?? root;
  }

  /** Moves a file, and has every link to it follow. */
  async renameFile(file: TAbstractFile, newPath: string): Promise<void> {
    const updates = linksTo(this.app, file);
    await this.app.vault.rename(file, newPath);
    await rewriteLinks(this.app, updates);
  }

  async promptForDeletion(file: TAbstractFile): Promise<boolean> {
    if (this.app.vault.getConfig('promptDelete') === false) {
      await this.trashFile(file);
      return true;
    }
    return new Promise((resolve) => {
      let isDeleted = false;
      const modal = new ConfirmationModal(this.app);
      modal.setTitle('Delete file').setContent(`Are you sure you want to delete "${file.name}"?`);
      modal.addButton((button) =>
        button
          .setButtonText('Delete')
          .setWarning()
          .onClick(async () => {
            isDeleted = true;
            await this.trashFile(file);
          }),
      );
      modal.addCancelButton();
      modal.setCloseCallback(() => resolve(isDeleted));
      modal.open();
    });
  }

  /** Deletes a file as the settings say. */
  async trashFile(file: TAbstractFile): Promise<void> {
    const option = this.app.vault.getConfig('trashOption');
    if (option === 'none') await this.app.vault.delete(file, true);
    else await this.app.vault.trash(file, option === 'system');
  }

  generateMarkdownLink(file: TFile, sourcePath: string, subpath = '', alias = ''): string {
    const { vault, metadataCache } = this.app;
    const isEmbed = file.extension !== 'md';
    const bang = isEmbed ? '!' : '';
    const isInSame = file.path === sourcePath && subpath !== '';
    const format = vault.getConfig('newLinkFormat');
    const withEnding =
      format === 'absolute'
        ? file.path
        : format === 'relative'
          ? relative(sourcePath, file.path)
          : metadataCache.fileToLinktext(file, sourcePath, false);
    if (vault.getConfig('useMarkdownLinks') === true) {
      const target = encodeURI(`${isInSame ? '' : withEnding}${subpath}`).replace(/[()]/g, (char) =>
        char === '(' ? '%28' : '%29',
      );
      return `${bang}[${alias || file.basename}](${target})`;
    }
    const path = isInSame ? '' : withEnding.replace(/\.md$/, '');
    return `${bang}[[${path}${subpath}${alias === '' ? '' : `|${alias}`}]]`;
  }

  /**
   * Changes a note's frontmatter as an object and writes it back as YAML, in which comments are lost. Throws on invalid
   * YAML.
   */
  async processFrontMatter(
    file: TFile,
    change: (frontmatter: Record<string, unknown>) => void,
    options?: DataWriteOptions,
  ): Promise<void> {
    await this.app.vault.process(
      file,
      (text) => {
        const info = getFrontMatterInfo(text);
        const parsed: unknown = info.exists ? (parseYaml(info.frontmatter) ?? {}) : {};
        const frontmatter =
          typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
            ? (parsed as Record<string, unknown>)
            : {};
        change(frontmatter);
        const body = text.slice(info.contentStart);
        if (Object.keys(frontmatter).length === 0) return body;
        return `---\n${stringify(frontmatter, { lineWidth: 0 })}---\n${body}`;
      },
      options,
    );
  }

  async getAvailablePathForAttachment(filename: string, sourcePath = ''): Promise<string> {
    const dot = filename.lastIndexOf('.');
    const [stem, extension] = dot > 0 ? [filename.slice(0, dot), filename.slice(dot + 1)] : [filename, ''];
    return availableAttachmentPath(this.app.vault, stem, extension, sourcePath);
  }
}

function relative(sourcePath: string, path: string): string {
  const from = sourcePath.split('/').slice(0, -1);
  const to = path.split('/');
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}
