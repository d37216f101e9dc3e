import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { segmentFileName } from './segment-name.ts';
import type { SegmentInfo } from './store-types.ts';

const KEEP_MS = 5 * 60_000;

/**
 * Files of segments that left the index. Readers of an older manifest may need them: they stay for some minutes, or
 * until the next start.
 */
export class RetiredSegments {
  #retired: { key: string; at: number }[] = [];

  /** Notes the keys of `leaving`, and removes the files of those that left long ago, unless `current` has them. */
  async retire(folder: string, leaving: string[], current: SegmentInfo[]): Promise<void> {
    const now = performance.now();
    const unused = this.#retired.filter(({ key }) => !current.some((segment) => segment.key === key));
    const old = unused.filter(({ at }) => now - at > KEEP_MS);
    this.#retired = [...unused.filter(({ at }) => now - at <= KEEP_MS), ...leaving.map((key) => ({ key, at: now }))];
    for (const { key } of old) await rm(join(folder, segmentFileName(key)), { force: true }).catch(() => undefined);
  }
}
