import { constants, performance, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import { expect, it, vi } from 'vitest';
import { releaseMemory } from './release-memory.ts';

const { NODE_PERFORMANCE_GC_FLAGS_FORCED: FORCED } = constants;
const PAUSE_MS = 40;

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
