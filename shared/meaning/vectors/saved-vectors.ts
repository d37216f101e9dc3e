import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../kit/text/message-of.ts';
import type { Schedule } from '../../kit/time/schedule.ts';
import { IndexStore } from '../../store/segment-store.ts';
import { decodeManifest, MANIFEST_NAME, NO_INDEX } from '../../store/manifest.ts';
import { segmentFileName, segmentKeyOf } from '../../store/segment-name.ts';
import type { SectionBytes } from '../../store/write-segment.ts';
import type { SegmentInfo } from '../../store/store-types.ts';
import { within } from '../../kit/time/deadline.ts';

/** Layout of the folder of vectors; if it differs, all of them are rebuilt. */
export const VECTORS_FORMAT = 1;
/** The folder of vectors, inside the index folder. */
export const VECTORS_FOLDER = 'vectors';

export interface VectorStorageOptions {
  folder: string;
  /** The per-user data folder, which holds the lock. */
  dataFolder: string;
  schedule?: Schedule;
  /** Whether this process may write, and what to do before it releases the folder; see `StoreOptions`. */
  mayOwn?: () => boolean;
  onYield?: () => Promise<void>;
  /** Called when this process may write: read others' segments first. */
  onOwner: () => void;
  /** Called when another process owns the folder. */
  onLost: () => void;
  /** Called when another process has written. */
  onChanged: () => void;
}

export interface NewSegment {
  kind: string;
  sections: Readonly<Record<string, SectionBytes>>;
  meta: Record<string, unknown>;
}

const CLOSE_MS = 400;

/**
 * Vectors on disk: an index next to that of the notes, with a lock and a manifest of its own, so that damage to one
 * does not affect the other. Segments are read whole, then closed.
 */
export class VectorStorage {
  readonly #store: IndexStore;
  readonly #schedule: Schedule | undefined;
  #segments: SegmentInfo[] = [];
  #refusal: string | null = null;

  private constructor(store: IndexStore, schedule: Schedule | undefined) {
    this.#store = store;
    this.#schedule = schedule;
  }

  /** @throws VaultLoomError `internal` if the folder or the lock cannot be written */
  static async open({ folder, ...options }: VectorStorageOptions): Promise<VectorStorage> {
    return new VectorStorage(await IndexStore.open(folder, { ...options, format: VECTORS_FORMAT }), options.schedule);
  }

  get canWrite(): boolean {
    return this.#store.isOwner;
  }

  /**
   * Why the disk did not take the last commit of this process; null if it did, or if another process owns the folder.
   */
  get refusal(): string | null {
    return this.canWrite ? this.#refusal : null;
  }

  /** As last read or written. */
  segments(kind: string): SegmentInfo[] {
    return this.#segments.filter((info) => info.kind === kind);
  }

  /** Reads the disk again; the reason is what cannot be used. If that is only for now, what was known stays. */
  async read(): Promise<{ reason: string | null; isPassing?: true }> {
    const stored = await this.#store.read();
    if ('isPassing' in stored) return stored;
    this.#segments = 'manifest' in stored ? stored.manifest.segments : [];
    if ('manifest' in stored) return { reason: null };
    if (stored.reason === NO_INDEX)
      return { reason: (await this.#hasSegments()) ? 'All vectors are rebuilt. Their folder had no manifest.' : null };
    const [intact, all] = await this.#intactSegments();
    if (intact.length > 0 && this.canWrite) {
      const result = await this.#store.commit({ add: intact, remove: [], state: {} });
      if (result.outcome !== 'committed') intact.length = 0;
    }
    this.#segments = intact;
    const what = intact.length === 0 ? 'All vectors' : `Vectors of ${all - intact.length} in ${all} files`;
    return { reason: `${what} are rebuilt. ${stored.reason.replace(/^The index/, 'Their folder')}` };
  }

  /** Opens a segment for `read`, which asks for sections by name. Throws if one is damaged or absent. */
  async readSegment<T>(
    info: SegmentInfo,
    read: (section: (name: string) => Promise<Uint8Array>) => Promise<T>,
  ): Promise<T> {
    const reader = await this.#store.openSegment(info);
    try {
      return await read((name) => reader.section(name));
    } finally {
      await reader.close();
    }
  }

  /** Writes some segments and removes others, atomically; null if the disk fails or another process owns the folder. */
  async commit(added: readonly NewSegment[], removed: readonly SegmentInfo[]): Promise<SegmentInfo[] | null> {
    if (!this.canWrite) return null;
    const add: SegmentInfo[] = [];
    try {
      for (const { kind, sections, meta } of added) add.push(await this.#store.writeSegment(kind, sections, meta));
    } catch (error) {
      // It stays in memory until the next save.
      this.#refusal = messageOf(error);
      await this.#store.discard(add);
      return null;
    }
    const present = new Set(this.#segments.map(({ key }) => key));
    const remove = removed.flatMap(({ key }) => (present.has(key) ? key : []));
    const result = await this.#store.commit({ add, remove, state: {} });
    if (result.outcome === 'failed') this.#refusal = result.error.message;
    if (result.outcome === 'behind') {
      const { reason, isPassing } = await this.read();
      this.#refusal = isPassing === true ? reason : null;
    }
    if (result.outcome !== 'committed') {
      await this.#store.discard(add);
      return null;
    }
    this.#refusal = null;
    this.#segments = result.manifest.segments;
    return add;
  }

  /** The segments of a manifest whose files have their full size. */
  async #intactSegments(): Promise<[intact: SegmentInfo[], all: number]> {
    try {
      const stored = decodeManifest(await readFile(join(this.#store.folder, MANIFEST_NAME), 'utf8'), VECTORS_FORMAT);
      if (!('manifest' in stored)) return [[], 0];
      const { segments } = stored.manifest;
      const sizes = await Promise.all(
        segments.map(({ key }) =>
          stat(join(this.#store.folder, segmentFileName(key))).then(
            ({ size }) => size,
            () => -1,
          ),
        ),
      );
      return [segments.filter(({ bytes }, i) => sizes[i] === bytes), segments.length];
    } catch {
      return [[], 0];
    }
  }

  async #hasSegments(): Promise<boolean> {
    const names = await readdir(this.#store.folder).catch(() => []);
    return names.some((name) => segmentKeyOf(name) !== undefined);
  }

  /** Releases the folder. */
  async close(): Promise<void> {
    await within(CLOSE_MS, this.#store.close(), this.#schedule);
  }
}
