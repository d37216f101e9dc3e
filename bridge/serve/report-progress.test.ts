import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EngineGate } from './engine-gate.ts';
import { reportProgress } from './report-progress.ts';

describe('the progress of a call that writes many notes', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is that of its notes alone, though texts are being embedded meanwhile', async () => {
    const told: { progress: number; total: number; message: string }[] = [];
    const { tellWork, stop } = reportProgress((progress) => void told.push(progress), gateEmbedding(5_000));
    await vi.advanceTimersByTimeAsync(500);
    expect(told).toEqual([{ progress: 10, total: 5_000, message: '10 of 5000 texts embedded' }]);
    for (const part of ['reading', 'writing'] as const) {
      await vi.advanceTimersByTimeAsync(500);
      tellWork({ part, done: 1, total: 20 });
      await vi.advanceTimersByTimeAsync(500);
      tellWork({ part, done: 20, total: 20 });
    }
    stop();
    expect(told.at(-1)).toEqual({ progress: 60, total: 60, message: '20 of 20 files written' });
    expect(told.map(({ progress }) => progress)).toEqual([10, 20, 21, 40, 41, 60]);
  });
});

/** An engine that embeds 10 texts between two questions. */
function gateEmbedding(total: number): EngineGate {
  let done = 0;
  const status = async () => ({
    embeddingInProgress: true,
    reindexInProgress: false,
    progress: { done: (done += 10), total },
  });
  return { engine: async () => ({ status }), onProgress: () => () => undefined } as unknown as EngineGate;
}
