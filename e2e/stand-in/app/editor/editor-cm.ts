import type { EditorState, Transaction, TransactionSpec } from '@codemirror/state';
import { codemirrorState } from '../realm/shared-packages.ts';
import { editorEditorField, editorInfoField, editorLivePreviewField } from './editor-fields.ts';
import type { Editor } from './editor.ts';

/**
 * Stands for the CodeMirror view behind an editor: its state is made of the editor's text and selection, and what is dispatched
 * to it is done by the editor. No extension runs in it, so effects come to nothing.
 */
export class EditorCm {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  readonly #editor: Editor;
  readonly #info: object;

  constructor(editor: Editor, dom: HTMLElement, info: object) {
    this.#editor = editor;
    this.#info = info;
    this.dom = dom;
    this.contentDOM = editor.textarea;
  }

  get state(): EditorState {
    const { anchor, head } = this.#editor.listSelections()[0] ?? { anchor: { line: 0, ch: 0 }, head: { line: 0, ch: 0 } };
    return codemirrorState.EditorState.create({
      doc: this.#editor.getValue(),
      selection: { anchor: this.#editor.posToOffset(anchor), head: this.#editor.posToOffset(head) },
      extensions: [editorInfoField.init(() => this.#info), editorEditorField.init(() => this), editorLivePreviewField.init(() => true)],
    });
  }

  get hasFocus(): boolean {
    return this.#editor.hasFocus();
  }

  get visibleRanges(): { from: number; to: number }[] {
    return [{ from: 0, to: this.#editor.getValue().length }];
  }

  dispatch(...specs: (Transaction | TransactionSpec)[]): void {
    const [first] = specs;
    const transaction = first instanceof codemirrorState.Transaction ? first : this.state.update(...(specs as TransactionSpec[]));
    const editor = this.#editor;
    const changes: { from: ReturnType<Editor['offsetToPos']>; to: ReturnType<Editor['offsetToPos']>; text: string }[] = [];
    transaction.changes.iterChanges((from, to, _fromB, _toB, inserted) => {
      changes.push({ from: editor.offsetToPos(from), to: editor.offsetToPos(to), text: inserted.toString() });
    });
    if (changes.length > 0) editor.transaction({ changes });
    if (transaction.selection === undefined) return;
    const { anchor, head } = transaction.selection.main;
    editor.setSelection(editor.offsetToPos(anchor), editor.offsetToPos(head));
  }

  focus(): void {
    this.#editor.focus();
  }

  requestMeasure(): void {}
}
