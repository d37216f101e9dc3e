import { Keymap, Menu, Notice, type App, type ItemView, type PaneType, type TFile, type WorkspaceLeaf } from 'obsidian';
import { writeProblem } from '../../../shared/kit/disk/write-problem.ts';
import { addFileItems, hoverNote } from '../notes/note-links.ts';
import { fileOrNotice, openIn } from '../notes/open-in-leaf.ts';
import { inMenu, WORDS as NOTE_WORDS } from '../words/note-words.ts';
import { WORDS } from './map-words.ts';

/** What can be done with the notes of the map. Failures are told in a notice. */
export class NoteActions {
  readonly #app: App;
  readonly #view: ItemView;
  /** Where notes were opened last. */
  #beside: WorkspaceLeaf | null = null;

  constructor(view: ItemView) {
    this.#app = view.app;
    this.#view = view;
  }

  /**
   * Opens a note next to the map; with Mod or the middle button in a new tab.
   *
   * @param line to open it at, from 1; null: none
   */
  open(path: string, event: MouseEvent | KeyboardEvent | null, line: number | null = null): void {
    const file = fileOrNotice(this.#app.vault, path);
    if (file !== null) this.#openIn(this.#leafFor(event === null ? false : Keymap.isModEvent(event)), file, line);
  }

  /** Creates a note that is linked to but not there, where the app puts new ones, and opens it. */
  create(name: string): void {
    const failed = (error: unknown): Notice => new Notice(WORDS.notCreated(name, writeProblem(error)));
    this.#create(name).then((file) => this.#openIn(this.#leafFor(false), file, null), failed);
  }

  /** Has the app show its preview of a note. */
  hover(path: string, event: MouseEvent, targetEl: Element): void {
    hoverNote(this.#view, event, { path, targetEl });
  }

  /** @param showOnMap offered if given */
  menuOf(path: string, showOnMap: (() => unknown) | null): Menu {
    const menu = new Menu();
    const add = (title: string, icon: string, act: () => unknown): void =>
      void menu.addItem((item) => item.setTitle(title).setIcon(icon).setSection('open').onClick(act));
    add(WORDS.open, 'separator-vertical', () => this.open(path, null));
    add(NOTE_WORDS.openInTab, 'file-plus', () => {
      const file = fileOrNotice(this.#app.vault, path);
      if (file !== null) this.#openIn(this.#app.workspace.getLeaf('tab'), file, null);
    });
    if (showOnMap !== null) add(WORDS.showOnMap, 'map', showOnMap);
    addFileItems(menu, this.#view, path);
    return menu;
  }

  menuOfMissing(name: string, rename: () => void): Menu {
    const menu = new Menu();
    const add = (title: string, icon: string, act: () => void): void =>
      void menu.addItem((item) => item.setTitle(title).setIcon(icon).onClick(act));
    add(WORDS.create(inMenu(name)), 'file-plus', () => this.create(name));
    add(WORDS.rename(inMenu(name)), 'pencil', rename);
    return menu;
  }

  tell(words: string): void {
    new Notice(words);
  }

  #openIn(leaf: WorkspaceLeaf, file: TFile, line: number | null): void {
    const state = line === null ? {} : { eState: { line: line - 1 } };
    void openIn(leaf, file, { active: true, ...state });
  }

  /** The code that checks the path is loaded when first needed. */
  async #create(name: string): Promise<TFile> {
    const { noteNamed } = await import('../notes/note-at.ts');
    return noteNamed(this.#app, name);
  }

  #leafFor(pane: PaneType | boolean): WorkspaceLeaf {
    const { workspace } = this.#app;
    if (pane !== false) return workspace.getLeaf(pane);
    const { leaf: own } = this.#view;
    const [left, right] = [workspace.leftSplit, workspace.rightSplit];
    if ([left, right].some((side) => side === own.getRoot())) return workspace.getLeaf(false);
    const others: WorkspaceLeaf[] = [];
    workspace.iterateAllLeaves((leaf) => {
      if (leaf.getRoot() === own.getRoot() && leaf.parent !== own.parent && isFree(leaf)) others.push(leaf);
    });
    const known = others.find((leaf) => leaf === this.#beside) ?? others.at(-1);
    this.#beside = known ?? workspace.createLeafBySplit(own, 'vertical');
    return this.#beside;
  }
}

/** Whether a note may be opened there in place of what is shown. */
function isFree(leaf: WorkspaceLeaf): boolean {
  const { pinned, type } = leaf.getViewState();
  return pinned !== true && (leaf.view.navigation || type === 'empty') && leaf.view.containerEl.isShown();
}
