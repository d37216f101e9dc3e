import { MarkdownRenderer } from '../markdown/markdown-renderer.ts';
import { markWords, sectionAt } from '../markdown/find-in-sections.ts';
import { renderSections } from '../markdown/render-sections.ts';
import { Keymap } from '../ui/keymap.ts';
import { Component } from '../util/component.ts';
import { reportToWindow } from '../util/events.ts';
import type { TFile } from '../vault/files.ts';
import type { Editor } from '../editor/editor.ts';
import type { ViewApp } from './view-app.ts';

/** The note's view that this is the reading half of. */
export interface ReadNote {
  readonly app: ViewApp;
  readonly contentEl: HTMLElement;
  readonly file: TFile | null;
  readonly editor: Editor;
}

/** The reading half of a note's view. */
export class MarkdownPreviewView extends MarkdownRenderer {
  declare app: ViewApp;
  readonly view: ReadNote;
  readonly previewEl: HTMLElement;
  /** Done when what was set last is on screen, post-processors included. */
  rendering: Promise<void> = Promise.resolve();
  #text = '';
  #rendered: Component | null = null;

  constructor(view: ReadNote) {
    super(view.contentEl.createDiv('markdown-reading-view'));
    this.app = view.app;
    this.view = view;
    this.previewEl = this.containerEl.createDiv(
      'markdown-preview-view markdown-rendered node-insert-event is-readable-line-width',
    );
    this.previewEl.addEventListener('click', (event) => this.#clicked(event));
    this.previewEl.addEventListener('mouseover', (event) => this.#hovered(event));
  }

  override get file(): TFile {
    return this.view.file as TFile;
  }

  get(): string {
    return this.#text;
  }

  set(data: string, _clear: boolean): void {
    this.#text = data;
    this.rerender(true);
  }

  clear(): void {
    this.#text = '';
    this.#drop();
    this.previewEl.empty();
  }

  /** Renders again, with all post-processors. */
  rerender(_full?: boolean): void {
    this.#drop();
    const owner = this.addChild(new Component());
    this.#rendered = owner;
    const sizer = createDiv('markdown-preview-sizer markdown-preview-section');
    const { file } = this;
    const frontmatter = file === null ? null : (this.app.metadataCache.getFileCache(file)?.frontmatter ?? null);
    this.previewEl.empty();
    this.previewEl.appendChild(sizer);
    this.rendering = renderSections(this.app, this.#text, sizer, {
      sourcePath: file?.path ?? '',
      owner,
      frontmatter,
    }).catch(reportToWindow);
  }

  getScroll(): number {
    return this.previewEl.scrollTop;
  }

  applyScroll(scroll: number): void {
    this.previewEl.scrollTop = scroll;
  }

  /**
   * Brings a line of the note to the middle, with these words of it highlighted until the next click; without any, all
   * of it.
   */
  showMatch(line: number, words: readonly string[]): void {
    const block = sectionAt(this.previewEl, line);
    if (block === null) return;
    const marks = markWords(block, words);
    (marks[0] ?? block).scrollIntoView({ block: 'center' });
    block.toggleClass('is-flashing', marks.length === 0);
    const clear = (): void => {
      for (const mark of marks) mark.replaceWith(...mark.childNodes);
      block.removeClass('is-flashing');
    };
    this.previewEl.addEventListener('mousedown', clear, { once: true });
  }

  #drop(): void {
    if (this.#rendered !== null) this.removeChild(this.#rendered);
    this.#rendered = null;
  }

  #clicked(event: MouseEvent): void {
    const target = event.target as Element | null;
    const link = target?.closest('a.internal-link');
    if (link) {
      event.preventDefault();
      const linktext = link.getAttribute('data-href') ?? link.getAttribute('href') ?? '';
      void this.app.workspace.openLinkText(linktext, this.file.path, Keymap.isModEvent(event)).catch(reportToWindow);
    }
    const box = target?.closest<HTMLInputElement>('input.task-list-item-checkbox');
    const line = box?.getAttribute('data-line');
    if (box && line) this.#toggleTask(Number(line), box.checked);
  }

  #hovered(event: MouseEvent): void {
    const link = (event.target as Element | null)?.closest('a.internal-link');
    if (!link) return;
    this.app.workspace.trigger('hover-link', {
      event,
      source: 'preview',
      hoverParent: this.view,
      targetEl: link,
      linktext: link.getAttribute('data-href') ?? '',
      sourcePath: this.file.path,
    });
  }

  #toggleTask(line: number, isDone: boolean): void {
    const { editor } = this.view;
    editor.setLine(line, editor.getLine(line).replace(/\[.\]/u, isDone ? '[x]' : '[ ]'));
    this.#text = editor.getValue();
    this.rerender();
  }
}
