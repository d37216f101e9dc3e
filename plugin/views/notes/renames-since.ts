/** The renames of notes and folders since something was asked or drawn: it may have the names from before. */
export class RenamesSince {
  #renames: (readonly [from: string, to: string])[] = [];

  /** From here on, names are new: it is asked or drawn now. */
  begin(): void {
    this.#renames = [];
  }

  add(from: string, to: string): void {
    this.#renames.push([from, to]);
  }

  get isEmpty(): boolean {
    return this.#renames.length === 0;
  }

  /** Something from before under the names of now; `after` gives it as one rename leaves it. */
  applyTo<T>(before: T, after: (soFar: T, from: string, to: string) => T): T {
    return this.#renames.reduce((soFar, [from, to]) => after(soFar, from, to), before);
  }
}
