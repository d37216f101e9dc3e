import type { IndexStore } from '../../store/segment-store.ts';
import type { SegmentInfo } from '../../store/store-types.ts';

/** Small JSON values saved with the index, one of each kind. */
export class SavedValues {
  readonly #store: IndexStore | null;
  readonly #segments = new Map<string, SegmentInfo>();

  constructor(store: IndexStore | null) {
    this.#store = store;
  }

  /** Takes in where the value of a kind is on disk. */
  locate(info: SegmentInfo): void {
    this.#segments.set(info.kind, info);
  }

  /** The value of a kind; null if there is none or it is unreadable. */
  async get(kind: string): Promise<unknown> {
    const info = this.#segments.get(kind);
    if (this.#store === null || info === undefined) return null;
    try {
      const reader = await this.#store.openSegment(info);
      const bytes = await reader.section('json');
      await reader.close();
      return JSON.parse(Buffer.from(bytes).toString('utf8'));
    } catch {
      // A cache within a cache: the caller rebuilds it.
      return null;
    }
  }

  /** Saves a value in place of the previous one; dropped if this process does not own the index. */
  async put(kind: string, value: unknown): Promise<void> {
    if (this.#store === null || !this.#store.isOwner) return;
    const info = await this.#store.writeSegment(kind, { json: Buffer.from(JSON.stringify(value)) }, {});
    const before = this.#segments.get(kind);
    const result = await this.#store.commit({
      add: [info],
      remove: before === undefined ? [] : [before.key],
      state: {},
    });
    if (result.outcome === 'committed') this.#segments.set(kind, info);
    else await this.#store.discard([info]);
  }
}
