import { expect, it } from 'vitest';
import { until } from '../engine/engine-test-kit.ts';
import { eventLoopYield, Slicer } from '../kit/concurrency/slices.ts';
import { EmbeddingRun } from './embedding-run.ts';
import type { SentenceVectors } from './vectors/sentence-vectors.ts';

it('waits longer after failures in a row, and half a minute again after one before which it had embedded something', async () => {
  const vectors = { size: 0 };
  let made = 0;
  const kind = {
    waiting: 5,
    set: { vectors },
    run: () => {
      vectors.size += made;
      return Promise.reject(new Error('The server is away.'));
    },
  } as unknown as SentenceVectors;
  const waits: number[] = [];
  let retry: () => void = () => undefined;
  const run = new EmbeddingRun({
    slicer: new Slicer(5, eventLoopYield()),
    schedule: (task, ms) => {
      waits.push(ms / 1000);
      retry = task;
      return () => undefined;
    },
    signal: new AbortController().signal,
    tell: () => undefined,
    again: () => undefined,
    afterwards: () => Promise.resolve(),
    ended: () => undefined,
    log: () => undefined,
  });
  for (const [i, before] of [0, 0, 0, 3, 0].entries()) {
    made = before;
    run.start([kind]);
    await until(() => Promise.resolve(expect(waits).toHaveLength(i + 1)));
    retry();
  }
  expect(waits).toEqual([30, 60, 120, 30, 60]);
});
