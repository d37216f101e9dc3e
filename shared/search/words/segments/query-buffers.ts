import { Postings } from './postings.ts';

/** More than this is not kept for the next query: each buffer is as large as the largest list that it ever held. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024;

/** Buffers for the postings that a query reads. The next one uses them again, unless their memory was needed. */
export class QueryBuffers {
  #inUse: Postings[] = [];
  #taken = 0;
  /** Those of the last query; they may be collected. */
  #kept = new WeakRef<Postings[]>([]);

  /** What buffers take between two queries. */
  get keptBytes(): number {
    return bytesOf(this.#kept.deref() ?? []);
  }

  /** Begins a query. */
  begin(): void {
    this.#taken = 0;
    this.#inUse = this.#kept.deref() ?? [];
  }

  /** An empty buffer, until {@link end}. */
  readonly take = (): Postings => {
    const buffer = this.#inUse[this.#taken] ?? new Postings();
    this.#inUse[this.#taken] = buffer;
    this.#taken += 1;
    buffer.clear();
    return buffer;
  };

  end(): void {
    const buffers = this.#inUse;
    this.#inUse = [];
    if (bytesOf(buffers) > MAX_KEPT_BYTES) buffers.length = 0;
    if (this.#kept.deref() !== buffers) this.#kept = new WeakRef(buffers);
  }
}

function bytesOf(buffers: readonly Postings[]): number {
  return buffers.reduce((sum, { bytes }) => sum + bytes, 0);
}
