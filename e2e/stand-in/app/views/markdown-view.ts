import { resolveSubpath } from '../metadata/subpath.ts';
import type { TFile } from '../vault/files.ts';
import type { WorkspaceLeaf } from '../workspace/leaf.ts';
import { Editor } from '../editor/editor.ts';
import { MarkdownPreviewView } from './preview-view.ts';
import { TextFileView } from './text-file-view.ts';
import type { ViewStateResult } from './view.ts';

/** The editing half of a note's view. */
export class MarkdownEditView {
  readonly app: MarkdownView['app'];
  readonly view: MarkdownView;
  readonly editorEl: HTMLElement;
  readonly editor: Editor;
  hoverPopover: unknown = null;

  constructor(view: MarkdownView) {
    this.app = view.app;
    this.view = view;
    this.editorEl = view.contentEl.createDiv(
      'markdown-source-view cm-s-obsidian mod-cm6 is-live-preview node-insert-event',
    );
    const scroller = this.editorEl.createDiv('cm-editor').createDiv('cm-scroller');
    const textarea = scroller.createEl('textarea', {
      cls: 'cm-content',
      attr: { spellcheck: 'false', 'aria-label': 'Note text' },
    });
    this.editor = new Editor(textarea);
    Object.assign(this.editor, { editorComponent: this });
    textarea.addEventListener('drop', (event) => {
      this.app.workspace.trigger('editor-drop', event, this.editor, view);
      const text = event.dataTransfer?.getData('text/plain') ?? '';
      if (event.defaultPrevented || text === '') return;
      event.preventDefault();
      // The page says between which characters it was dropped.
      const at = textarea.selectionStart;
      const { editor } = this;
      editor.setCursor(editor.offsetToPos(at));
      editor.replaceSelection(text);
      // As CodeMirror does.
      editor.setSelection(editor.offsetToPos(at), editor.offsetToPos(at + text.length));
      editor.focus();
    });
  }

  get file(): TFile | null {
    return this.view.file;
  }

  get(): string {
    return this.editor.getValue();
  }

  set(data: string, clear: boolean): void {
    this.editor.load(data, !clear);
  }

  clear(): void {
    this.editor.load('', false);
  }

  getSelection(): string {
    return this.editor.getSelection();
  }

  getScroll(): number {
    return this.editor.getScrollInfo().top;
  }

  applyScroll(scroll: number): void {
    this.editor.scrollTo(null, scroll);
  }
}

/** A note: its text to edit, or as it is read. */
export class MarkdownView extends TextFileView {
  override icon = 'lucide-file-text';
  editor: Editor;
  editMode: MarkdownEditView;
  sourceMode: MarkdownEditView;
  previewMode: MarkdownPreviewView;
  currentMode: MarkdownEditView | MarkdownPreviewView;
  hoverPopover: unknown = null;
  readonly #modeEl: HTMLElement;
  #isSourceOnly = false;

  constructor(leaf: WorkspaceLeaf) {
    super(leaf);
    this.editMode = new MarkdownEditView(this);
    this.sourceMode = this.editMode;
    this.editor = this.editMode.editor;
    this.previewMode = new MarkdownPreviewView(this);
    this.addChild(this.previewMode);
    this.currentMode = this.editMode;
    this.editor.onChange = () => {
      this.data = this.editor.getValue();
      this.app.workspace.trigger('editor-change', this.editor, this);
      this.requestSave();
    };
    this.#modeEl = this.addAction('lucide-book-open', 'Current view: editing', () => void this.toggleMode());
    this.#showMode();
  }

  override getViewType(): string {
    return 'markdown';
  }

  getMode(): 'source' | 'preview' {
    return this.currentMode === this.previewMode ? 'preview' : 'source';
  }

  override getState(): Record<string, unknown> {
    return { ...super.getState(), mode: this.getMode(), source: this.#isSourceOnly };
  }

  override async setState(state: unknown, result: ViewStateResult): Promise<void> {
    const { mode, source } = (state ?? {}) as { mode?: unknown; source?: unknown };
    await super.setState(state, result);
    if (typeof source === 'boolean') this.#isSourceOnly = source;
    if (mode === 'source' || mode === 'preview') await this.#setMode(mode);
  }

  override async onLoadFile(file: TFile): Promise<void> {
    await super.onLoadFile(file);
    if (this.getMode() === 'preview') await this.previewMode.rendering;
  }

  getViewData(): string {
    return this.editor.getValue();
  }

  setViewData(data: string, clear: boolean): void {
    this.editMode.set(data, clear);
    this.data = this.editor.getValue();
    if (this.getMode() === 'preview') this.previewMode.set(data, clear);
  }

  clear(): void {
    this.editMode.clear();
    this.previewMode.clear();
  }

  override getEphemeralState(): Record<string, unknown> {
    const [selection] = this.editor.listSelections();
    return { cursor: { from: selection?.anchor, to: selection?.head }, scroll: this.currentMode.getScroll() };
  }

  override setEphemeralState(state: unknown): void {
    const { line, subpath, cursor, focus, scroll, match } = (state ?? {}) as {
      line?: number;
      subpath?: string;
      cursor?: { from: { line: number; ch: number }; to: { line: number; ch: number } };
      focus?: boolean;
      scroll?: number;
      match?: { content: string; matches: [number, number][] };
    };
    const cache = this.file === null ? null : this.app.metadataCache.getFileCache(this.file);
    const found = subpath === undefined || cache === null ? null : resolveSubpath(cache, subpath);
    const target = found?.start.line ?? line;
    if (target !== undefined) this.editor.setCursor({ line: target, ch: 0 });
    if (cursor !== undefined) this.editor.setSelection(cursor.from, cursor.to);
    if (scroll !== undefined) this.currentMode.applyScroll(scroll);
    if (match !== undefined) this.#showMatch(match);
    if (focus === true && this.getMode() === 'source') this.editor.focus();
  }

  getSelection(): string {
    return this.getMode() === 'source' ? this.editor.getSelection() : '';
  }

  async toggleMode(): Promise<void> {
    await this.leaf.setViewState({
      type: 'markdown',
      state: { ...this.getState(), mode: this.getMode() === 'source' ? 'preview' : 'source' },
      active: true,
    });
  }

  /**
   * As the app's own search opens a note: the first match in the middle, all of them highlighted until the next click.
   */
  #showMatch({ content, matches }: { content: string; matches: [number, number][] }): void {
    const [first] = matches;
    if (first === undefined) return;
    // The editor's text has plain line ends.
    const inEditor = (offset: number): number => content.slice(0, offset).replaceAll('\r\n', '\n').length;
    const ranges = matches.map(([start, end]): [number, number] => [inEditor(start), inEditor(end)]);
    const place = this.editor.offsetToPos(inEditor(first[0]));
    if (this.getMode() === 'preview') {
      this.previewMode.showMatch(
        place.line,
        matches.map(([start, end]) => content.slice(start, end)),
      );
      return;
    }
    this.editor.highlight(ranges);
    this.editor.scrollIntoView({ from: place }, true);
  }

  async #setMode(mode: 'source' | 'preview'): Promise<void> {
    const next = mode === 'preview' ? this.previewMode : this.editMode;
    if (this.currentMode === next) return;
    this.currentMode = next;
    this.#showMode();
    if (next === this.previewMode) {
      this.previewMode.set(this.getViewData(), true);
      await this.previewMode.rendering;
    }
  }

  #showMode(): void {
    const isPreview = this.getMode() === 'preview';
    this.containerEl.setAttribute('data-mode', this.getMode());
    this.editMode.editorEl.toggle(!isPreview);
    this.previewMode.containerEl.toggle(isPreview);
    this.#modeEl.setAttribute('aria-label', isPreview ? 'Current view: reading' : 'Current view: editing');
  }
}
