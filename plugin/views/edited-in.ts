import { MarkdownView, type Editor, type MarkdownFileInfo } from 'obsidian';

/** The editor that a person sees in a view; null if it shows a note for reading, whose cursor nobody sees. */
export function editedIn(view: MarkdownFileInfo | null | undefined): Editor | null {
  const isRead = view instanceof MarkdownView && view.getMode() !== 'source';
  return (isRead ? null : view?.editor) ?? null;
}
