import type { AppStorage } from '../util/storage.ts';

/** What is folded in which note. The sandbox's editor folds nothing; plugins that make notes carry folds from their templates. */
export class FoldManager {
  readonly #storage: AppStorage;

  constructor(storage: AppStorage) {
    this.#storage = storage;
  }

  async load(file: { path: string }): Promise<unknown> {
    return this.loadPath(file.path);
  }

  async save(file: { path: string }, folds: unknown): Promise<void> {
    this.savePath(file.path, folds);
  }

  loadPath(path: string): unknown {
    return this.#storage.load(`note-fold-${path}`);
  }

  savePath(path: string, folds: unknown): void {
    this.#storage.save(`note-fold-${path}`, folds);
  }
}
