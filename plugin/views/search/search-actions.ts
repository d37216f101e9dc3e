import { Notice, parseFrontMatterAliases, type App, type Editor, type PaneType, type TFile } from 'obsidian';
import { writeProblem } from '../../../shared/kit/disk/write-problem.ts';
import { fileOrNotice, tellNotOpened } from '../notes/open-in-leaf.ts';
import { asLink } from '../links/as-link.ts';
import { editedIn, selectedIn } from '../notes/edited-in.ts';
import { folderAt, folderInOtherCase } from '../../ports/file-at.ts';
import { newNameAmong } from './new-name.ts';
import { noteNameOf } from './note-name.ts';
import { passageOf, pathOf, type SearchItem } from './results/search-items.ts';
import { WORDS } from './search-words.ts';
import { wordsOf } from './selected-words.ts';

/**
 * What is done with a row, or with what is typed. Failures are told in a notice. How it is done is loaded when it is
 * first wanted.
 */
export class SearchActions {
  /** The words that were selected when the search was opened; empty if none. */
  readonly selectedWords: string;
  readonly #app: App;
  /** Where a link goes. */
  readonly #target: { editor: Editor; path: string } | null;

  constructor(app: App) {
    this.#app = app;
    const { activeEditor } = app.workspace;
    const editor = editedIn(activeEditor);
    this.#target = editor === null ? null : { editor, path: activeEditor?.file?.path ?? '' };
    this.selectedWords = wordsOf(selectedIn(activeEditor));
  }

  /** Whether the row's note is still there; a notice says so if not. */
  isThere(item: SearchItem): boolean {
    return pathOf(item) === null || this.#fileOf(item) !== null;
  }

  open(item: SearchItem, pane: PaneType | boolean): void {
    const file = this.#fileOf(item);
    if (file === null) return;
    import('./open-note.ts')
      .then(({ openNote }) => openNote(this.#app, file, passageOf(item), pane))
      .catch((error: unknown) => tellNotOpened(file, error));
  }

  /** The name of the note that can be made of what is typed; null if none. */
  nameOf(query: string): string | null {
    const { vault } = this.#app;
    return noteNameOf(query, (path) => (folderAt(vault, path) ?? folderInOtherCase(vault, path))?.path ?? null);
  }

  /** The name of the note that can be made of what is typed, and whether no note of the list is called so. */
  newNameAmong(items: readonly SearchItem[], query: string): ReturnType<typeof newNameAmong> {
    const { metadataCache } = this.#app;
    const aliasesOf = (path: string): string[] =>
      parseFrontMatterAliases(metadataCache.getCache(path)?.frontmatter ?? null) ?? [];
    return newNameAmong(items, this.nameOf(query), aliasesOf);
  }

  create(name: string): void {
    import('./open-note.ts')
      .then(({ createNote }) => createNote(this.#app, name))
      .catch((error: unknown) => tell(WORDS.notCreated(name, writeProblem(error))));
  }

  /** Puts a link to the note where the cursor is. */
  async insertLink(item: SearchItem): Promise<void> {
    const file = this.#fileOf(item);
    if (file === null) return;
    if (this.#target === null) return tell(WORDS.noEditor);
    const { editor, path } = this.#target;
    const { insertLink } = await import('../links/insert-link.ts');
    insertLink(editor, (label) =>
      asLink(this.#app.fileManager.generateMarkdownLink(file, path, '', label), file.basename, label),
    );
    editor.focus();
  }

  #fileOf(item: SearchItem): TFile | null {
    const path = pathOf(item);
    return path === null ? null : fileOrNotice(this.#app.vault, path);
  }
}

function tell(words: string): void {
  new Notice(words);
}
