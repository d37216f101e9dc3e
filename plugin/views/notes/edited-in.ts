import { MarkdownView, type Editor, type MarkdownFileInfo } from 'obsidian';

/** The editor that a person sees in a view; null in reading view, where nobody sees the cursor. */
export function editedIn(view: MarkdownFileInfo | null | undefined): Editor | null {
  const isRead = view instanceof MarkdownView && view.getMode() !== 'source';
  return (isRead ? null : view?.editor) ?? null;
}

/** The text that a person has selected in a view, whether they edit its note or read it; empty if none. */
export function selectedIn(view: MarkdownFileInfo | null | undefined): string {
  const editor = editedIn(view);
  if (editor !== null) return editor.getSelection();
  if (!(view instanceof MarkdownView)) return '';
  const { contentEl } = view;
  const selection = contentEl.ownerDocument.getSelection();
  return selection !== null && contentEl.contains(selection.anchorNode) ? selection.toString() : '';
}
