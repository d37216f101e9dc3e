import { messageOf } from '../kit/text/message-of.ts';
import { NO_INDEX, readManifest, type NoManifest } from './manifest.ts';
import { openSegment } from './open-segment.ts';
import { isPassingFailure } from './passing-failure.ts';
import type { SegmentInfo } from './store-types.ts';

/** How many merges to wait out: each removes files that the manifest named a moment ago. */
const ATTEMPTS = 3;

/**
 * What is wrong with the index in a folder; null if it is whole, of any layout, or not there. Reads it once, by
 * section, and compares all checksums. Never rejects.
 */
export async function indexFault(folder: string): Promise<NoManifest | null> {
  for (let attempt = 1; ; attempt++) {
    const stored = await readManifest(folder, null);
    if ('reason' in stored) return stored.reason === NO_INDEX ? null : stored;
    const fault = await firstFault(folder, stored.manifest.segments);
    if (fault === null || attempt === ATTEMPTS) return fault;
    const again = await readManifest(folder, null);
    if ('id' in again && again.id === stored.id) return fault;
  }
}

async function firstFault(folder: string, segments: readonly SegmentInfo[]): Promise<NoManifest | null> {
  for (const info of segments) {
    try {
      await readAll(folder, info);
    } catch (error) {
      return isPassingFailure(error) ? { reason: messageOf(error), isPassing: true } : { reason: messageOf(error) };
    }
  }
  return null;
}

async function readAll(folder: string, info: SegmentInfo): Promise<void> {
  const reader = await openSegment(folder, info);
  try {
    for (const name of reader.sections) await reader.section(name);
  } finally {
    await reader.close();
  }
}
