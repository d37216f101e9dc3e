import type { ItemView, Menu } from 'obsidian';
import { fileAt } from '../../ports/file-at.ts';

/** What leads to a note in a view. */
export interface NoteLink {
  /** Of the note, as the engine has it. */
  path: string;
  /** What the preview is shown at. */
  targetEl: Element;
  /** Of the note that the link is in; empty if in none. */
  sourcePath?: string;
  /** To be scrolled to, from 0; null: none. */
  line?: number | null;
}

/** Has the app show its preview of a note; whether Mod must be held for it, the app's settings for the view say. */
export function hoverNote(view: ItemView, event: MouseEvent, link: NoteLink): void {
  const { path, targetEl, sourcePath = '', line = null } = link;
  view.app.workspace.trigger('hover-link', {
    event,
    source: view.getViewType(),
    hoverParent: view,
    targetEl,
    linktext: fileAt(view.app.vault, path)?.path ?? path,
    sourcePath,
    ...(line !== null && { state: { scroll: line } }),
  });
}

/** Adds to the menu of a note what the app and its plugins offer for any file. */
export function addFileItems(menu: Menu, view: ItemView, path: string): void {
  const { vault, workspace } = view.app;
  const file = fileAt(vault, path);
  if (file !== null) workspace.trigger('file-menu', menu, file, view.getViewType(), view.leaf);
}
