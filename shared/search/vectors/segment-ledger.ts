/** Which rows are saved in which segment. */
export class SegmentLedger {
  readonly #segments = new Map<string, { rows: number; live: number }>();
  /** The segment of each row, by row number. */
  readonly #segmentOf: (string | undefined)[] = [];
  #saved = 0;

  get keys(): string[] {
    return [...this.#segments.keys()];
  }

  get saved(): number {
    return this.#saved;
  }

  open(key: string, rows: number): void {
    this.#segments.set(key, { rows, live: 0 });
  }

  save(row: number, key: string): void {
    this.forget(row);
    const segment = this.#segments.get(key);
    if (segment === undefined) return;
    segment.live += 1;
    while (this.#segmentOf.length < row) this.#segmentOf.push(undefined);
    this.#segmentOf[row] = key;
    this.#saved += 1;
  }

  isSaved(row: number): boolean {
    return this.#segmentOf[row] !== undefined;
  }

  /** Whether a row is in one of the segments; if null, whether it is in none. */
  isIn(row: number, keys: readonly string[] | null): boolean {
    const key = this.#segmentOf[row];
    return keys === null ? key === undefined : key !== undefined && keys.includes(key);
  }

  forget(row: number): void {
    const key = this.#segmentOf[row];
    if (key === undefined) return;
    const segment = this.#segments.get(key);
    if (segment !== undefined) segment.live -= 1;
    this.#segmentOf[row] = undefined;
    this.#saved -= 1;
  }

  /** A new segment of these rows replaces others. */
  replace(keys: readonly string[], key: string, rows: readonly number[]): void {
    for (const row of rows) this.forget(row);
    for (const replaced of keys) this.#segments.delete(replaced);
    this.open(key, rows.length);
    for (const row of rows) this.save(row, key);
  }

  rowsIn(key: string): number {
    return this.#segments.get(key)?.rows ?? 0;
  }

  waste(key: string): number {
    const segment = this.#segments.get(key);
    return segment === undefined || segment.rows === 0 ? 0 : 1 - segment.live / segment.rows;
  }
}
