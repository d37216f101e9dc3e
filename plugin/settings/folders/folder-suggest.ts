import { AbstractInputSuggest, prepareFuzzySearch, type App, type TFolder } from 'obsidian';
import { drawRuns } from '../../views/diff/draw-text.ts';
import { compareFolders } from '../../views/notes/folders-of.ts';

/** Suggests the vault's folders below a field. */
export class FolderSuggest extends AbstractInputSuggest<TFolder> {
  readonly #isOffered: (path: string) => boolean;

  /** @param isOffered whether a folder is suggested, by its path */
  constructor(app: App, inputEl: HTMLInputElement, isOffered: (path: string) => boolean) {
    super(app, inputEl);
    this.#isOffered = isOffered;
  }

  protected override getSuggestions(query: string): TFolder[] {
    const search = prepareFuzzySearch(query.trim());
    return this.app.vault
      .getAllFolders()
      .filter(({ path }) => this.#isOffered(path))
      .map((folder) => ({ folder, score: search(folder.path)?.score ?? null }))
      .filter((found): found is { folder: TFolder; score: number } => query.trim() === '' || found.score !== null)
      .sort((a, b) => b.score - a.score || compareFolders(a.folder.path, b.folder.path))
      .map(({ folder }) => folder);
  }

  override renderSuggestion({ path }: TFolder, element: HTMLElement): void {
    drawRuns(element, path, false);
    element.setAttribute('dir', 'auto');
  }
}
