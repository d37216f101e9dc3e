/** Runs tasks one at a time, in the order they were given. */
export class Exclusive {
  #last: Promise<unknown> = Promise.resolve();

  /** Resolves or rejects as the task does; a failed task does not hold up the next. */
  run<T>(task: () => Promise<T> | T): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
