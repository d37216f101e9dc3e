import { afterEach, describe, expect, it, vi } from 'vitest';
import { spawnNodeWorker } from '../../shared/kit/concurrency/node-worker.ts';
import { startWorkerTimers, type WorkerTimers } from './worker-timers.ts';

let timers: WorkerTimers | null = null;

afterEach(async () => {
  await timers?.close();
  timers = null;
});

describe('timers in a worker', () => {
  it('run each task once, the shorter wait first', async () => {
    timers = startWorkerTimers(spawnNodeWorker);
    const ran: string[] = [];
    timers.schedule(() => ran.push('later'), 60);
    timers.schedule(() => ran.push('sooner'), 5);
    await vi.waitFor(() => expect(ran).toEqual(['sooner', 'later']), { timeout: 5_000 });
  });

  it('do not run what was cancelled, before it began or while it waits', async () => {
    timers = startWorkerTimers(spawnNodeWorker);
    const ran: string[] = [];
    const callOff = timers.schedule(() => ran.push('called off'), 10);
    timers.schedule(() => ran.push('last'), 40);
    callOff();
    callOff();
    await vi.waitFor(() => expect(ran).toContain('last'), { timeout: 5_000 });
    expect(ran).toEqual(['last']);
  });
});
