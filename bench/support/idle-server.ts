import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MANIFEST_NAME } from '../../shared/store/manifest.ts';
import type { Server } from './server.ts';

/** The fields of `index_status` that show the server's progress. */
export interface IndexState {
  notesTotal: number;
  reindexInProgress: boolean;
  /** Set if another process keeps the index. */
  hostNote?: string;
  summary: string;
}

const QUIET_MS = 1_500;
/** About what a resting server's timers use, measured in steps of 10 ms. */
const RESTING_CPU_MS = 30;

export async function indexState(server: Server): Promise<IndexState> {
  return (await server.call<IndexState>('index_status')).result;
}

/**
 * Waits until the process is idle: saving, merging, themes and ranks are done. Gives up after `deadlineMs`, and returns
 * whether it became idle. If the system does not report processor times, it waits for the deadline.
 */
export async function settle(server: Server, deadlineMs = 180_000): Promise<boolean> {
  const deadline = performance.now() + deadlineMs;
  let before = (await server.stats()).cpuMs;
  while (performance.now() < deadline) {
    await delay(QUIET_MS);
    const now = (await server.stats()).cpuMs;
    if (now !== null && before !== null && now - before <= RESTING_CPU_MS) return true;
    before = now;
  }
  return false;
}

/** Asks again every `everyMs` until the condition holds; returns the answer, or null after the time limit. */
export async function until<T>(
  ask: () => Promise<T>,
  holds: (answer: T) => boolean,
  everyMs: number,
  deadlineMs: number,
): Promise<T | null> {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (holds(answer)) return answer;
    if (performance.now() > deadline) return null;
    await delay(everyMs);
  }
}

/** The index's manifest somewhere below a data folder; null before the first save. */
export async function findManifest(dataDir: string): Promise<string | null> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true }).catch(() => []);
  const found = entries.find((entry) => entry.name === MANIFEST_NAME);
  return found === undefined ? null : join(found.parentPath, found.name);
}

/** Tells one state of the manifest from another; every save replaces the file. */
export async function manifestVersion(manifest: string): Promise<string> {
  const { ino, mtimeMs, size } = await stat(manifest);
  return `${ino} ${mtimeMs} ${size}`;
}
