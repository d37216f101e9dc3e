/** Beyond this the oldest are left to the host, which reads the whole vault at times. */
const MOST_PATHS = 10_000;

/** Files written while a host did not answer; it must read them before it answers again. */
export class UnseenPaths {
  #paths = new Set<string>();
  #telling: Promise<void> | null = null;

  add(paths: readonly string[]): void {
    for (const path of paths) {
      this.#paths.delete(path);
      this.#paths.add(path);
    }
    for (const path of this.#paths) {
      if (this.#paths.size <= MOST_PATHS) return;
      this.#paths.delete(path);
    }
  }

  /** Makes `refresh` read everything added before; a failure leaves it for the next time, and is thrown. */
  async tell(refresh: (paths: string[]) => Promise<unknown>): Promise<void> {
    while (this.#telling !== null || this.#paths.size > 0) {
      this.#telling ??= this.#tellNow(refresh).finally(() => {
        this.#telling = null;
      });
      await this.#telling;
    }
  }

  async #tellNow(refresh: (paths: string[]) => Promise<unknown>): Promise<void> {
    const paths = [...this.#paths];
    this.#paths = new Set();
    try {
      await refresh(paths);
    } catch (error) {
      const later = [...this.#paths];
      this.#paths = new Set(paths);
      this.add(later);
      throw error;
    }
  }
}
