import { constants, performance, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemoryAtRest, releaseMemory } from './release-memory.ts';

const { NODE_PERFORMANCE_GC_MAJOR: MAJOR, NODE_PERFORMANCE_GC_FLAGS_FORCED: FORCED } = constants;
const PAUSE_MS = 40;
const MB = 1024 * 1024;

let collections: { kind: number; flags: number }[] = [];
const observer = new PerformanceObserver((list) => {
  collections.push(...list.getEntries().map(detailOf));
});

beforeEach(() => {
  collections = [];
  observer.observe({ entryTypes: ['gc'] });
});

afterEach(() => observer.disconnect());

it('collects once the process is idle, and not while it works', async () => {
  const released = releaseMemory(PAUSE_MS);
  await workFor(10 * PAUSE_MS);
  expect(collections.filter(({ flags }) => (flags & FORCED) !== 0)).toEqual([]);
  collections = [];
  await released;
  await vi.waitFor(() => expect(majors()).toBeGreaterThan(0), { timeout: 5_000 });
});

it('returns pages of which most is garbage', async () => {
  const kept = scattered();
  const before = getHeapStatistics().total_heap_size;
  await releaseMemory(PAUSE_MS);
  await vi.waitFor(() => expect(getHeapStatistics().total_heap_size).toBeLessThan(before - 20 * MB), {
    timeout: 10_000,
  });
  expect(kept.length).toBeGreaterThan(0);
}, 20_000);

it('returns what the young generation has grown by, once hardly anything is allocated', async () => {
  growYoung();
  const grown = youngBytes();
  expect(grown).toBeGreaterThan(8 * MB);
  const memory = new MemoryAtRest();
  await vi.waitFor(
    () => {
      memory.release();
      expect(youngBytes()).toBeLessThan(grown / 2);
    },
    { timeout: 20_000, interval: 1_000 },
  );
}, 30_000);

it('collects all when at rest, and again only if the heap has grown since', async () => {
  const settling: (() => void)[] = [];
  const memory = new MemoryAtRest((run) => {
    settling.push(run);
    return () => undefined;
  });
  memory.release();
  await vi.waitFor(() => expect(majors()).toBe(1), { timeout: 5_000 });
  settling.pop()?.();
  memory.release();
  expect(settling).toEqual([]);

  const kept = scattered();
  memory.release();
  expect(settling).toHaveLength(1);
  expect(kept.length).toBeGreaterThan(0);
}, 20_000);

/** Objects on pages that are otherwise garbage. */
function scattered(): object[] {
  const made = Array.from({ length: 600_000 }, (_, i) => ({ i, text: `number ${i}`, pair: [i, i + 1] }));
  return made.filter((_, i) => i % 10 === 0);
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}

/** It grows if much of it is still in use at a collection. */
function growYoung(): void {
  const kept: object[] = [];
  for (let i = 0; i < 2_000_000 && youngBytes() < 16 * MB; i++) kept.push({ i });
}

function majors(): number {
  return collections.filter(({ kind }) => kind === MAJOR).length;
}

function detailOf(entry: PerformanceEntry): { kind: number; flags: number } {
  const { kind = 0, flags = 0 } = (entry as { detail?: { kind?: number; flags?: number } }).detail ?? {};
  return { kind, flags };
}

/** Keeps the loop busy, in turns. */
async function workFor(ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    for (const turnEnd = performance.now() + 5; performance.now() < turnEnd; );
    await new Promise((resolve) => setImmediate(resolve));
  }
}
