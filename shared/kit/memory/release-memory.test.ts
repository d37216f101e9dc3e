import { constants, performance, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import { getHeapSpaceStatistics } from 'node:v8';
import { expect, it, vi } from 'vitest';
import { releaseMemory, releaseYoung } from './release-memory.ts';

const { NODE_PERFORMANCE_GC_FLAGS_FORCED: FORCED } = constants;
const PAUSE_MS = 40;
const MB = 1024 * 1024;

it('collects once the process is idle, and not while it works', async () => {
  let forced = 0;
  const observer = new PerformanceObserver((list) => {
    forced += list.getEntries().filter(isForced).length;
  });
  observer.observe({ entryTypes: ['gc'] });
  const released = releaseMemory(PAUSE_MS);
  await workFor(10 * PAUSE_MS);
  expect(forced).toBe(0);
  await released;
  await vi.waitFor(() => expect(forced).toBeGreaterThanOrEqual(8));
  observer.disconnect();
});

it('returns what the young generation has grown by, once hardly anything is allocated', async () => {
  growYoung();
  const grown = youngBytes();
  expect(grown).toBeGreaterThan(8 * MB);
  await vi.waitFor(
    () => {
      releaseYoung();
      expect(youngBytes()).toBeLessThan(grown / 2);
    },
    { timeout: 20_000, interval: 1_000 },
  );
}, 30_000);

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}

/** It grows if much of it is still in use at a collection. */
function growYoung(): void {
  const kept: object[] = [];
  for (let i = 0; i < 2_000_000 && youngBytes() < 16 * MB; i++) kept.push({ i });
}

function isForced(entry: PerformanceEntry): boolean {
  const { flags = 0 } = (entry as { detail?: { flags?: number } }).detail ?? {};
  return (flags & FORCED) !== 0;
}

/** Keeps the loop busy, in turns. */
async function workFor(ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    for (const turnEnd = performance.now() + 5; performance.now() < turnEnd; );
    await new Promise((resolve) => setImmediate(resolve));
  }
}
