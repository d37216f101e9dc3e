import { Menu, type ItemView, type PaneType } from 'obsidian';
import { keepFocus } from '../elements/keep-focus.ts';
import { nameOf } from '../notes/name-of.ts';
import { addFileItems } from '../notes/note-links.ts';
import { inMenu, WORDS as NOTE_WORDS } from '../words/note-words.ts';
import type { ActivityRow } from './activity-rows.ts';
import { WORDS } from './activity-words.ts';
import { keepButton } from './row-element.ts';

/** What the items of the menu do. */
export interface RowMenuActions {
  /** Undoes the row, or does it again. */
  undo(): unknown;
  undoSince(): unknown;
  /** @param where false: in the tab that is used for this */
  open(path: string, where: PaneType | boolean): void;
  toggleKept(): void;
}

/** Of the notes of a change, so many can be opened from its menu. */
const MOST_NOTES = 5;

/** The menu of what an assistant changed or read. */
export function rowMenu(view: ItemView, row: ActivityRow, actions: RowMenuActions): Menu {
  const { kind, undo, since, paths } = row;
  const menu = new Menu();
  const add = (title: string, icon: string, act: () => unknown): void =>
    void menu.addItem((item) =>
      item
        .setTitle(title)
        .setIcon(icon)
        .onClick(() => void act()),
    );
  if (undo !== null) add(undo.label, undo.isRedo ? 'redo-2' : 'undo-2', () => actions.undo());
  if (since.length > 0) add(WORDS.undoSince, 'history', () => actions.undoSince());
  for (const path of paths.slice(0, MOST_NOTES))
    add(WORDS.openNote(inMenu(nameOf(path))), 'file', () => actions.open(path, false));
  const [path] = paths;
  if (kind === 'note' && path !== undefined) {
    add(NOTE_WORDS.openInTab, 'file-plus', () => actions.open(path, 'tab'));
    const { icon, label } = keepButton(row);
    add(label, icon, () => actions.toggleKept());
    addFileItems(menu, view, path);
  }
  return keepFocus(menu, view.contentEl.ownerDocument);
}
