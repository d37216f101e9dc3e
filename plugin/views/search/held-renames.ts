import { answeredPathAfterRename } from '../notes/ref-after-rename.ts';
import { itemAfterRename, type SearchItem } from './results/search-items.ts';

/** The renames since rows were drawn: while one is pressed they are not drawn again, and it is of the note's old name. */
export class HeldRenames {
  #moves: (readonly [from: string, to: string])[] = [];

  add(from: string, to: string): void {
    this.#moves.push([from, to]);
  }

  /** The rows are drawn again. */
  forget(): void {
    this.#moves = [];
  }

  /** What a row that is on screen stands for now. */
  after(item: SearchItem): SearchItem {
    return this.#moves.reduce(
      (soFar, [from, to]) => itemAfterRename(soFar, (path) => answeredPathAfterRename(path, from, to)),
      item,
    );
  }
}
