import { afterEach, describe, expect, it, vi } from 'vitest';
import { spawnNodeWorker } from '../../kit/concurrency/node-worker.ts';
import type { SpawnWorker, WorkerHandle } from '../../kit/concurrency/spawn-worker.ts';
import { betweenness } from './betweenness.ts';
import { communities } from './communities.ts';
import { GraphCompute } from './graph-compute.ts';
import { compactGraph, randomLinks } from '../graph-test-kit.ts';

const CRASHES = 'self.onmessage = () => { throw new Error("out of luck"); };';
const HANGS = 'self.onmessage = () => { for (;;); };';
const graph = compactGraph(randomLinks(200, 700, 9));

/** Starts real workers, the first of them with the given code instead of their own, and keeps count. */
function countingSpawn(...codes: string[]): { spawn: SpawnWorker; started: () => number; ended: () => number } {
  let started = 0;
  let ended = 0;
  const spawn: SpawnWorker = (code, name): WorkerHandle => {
    const handle = spawnNodeWorker(codes[started++] ?? code, name);
    return {
      ...handle,
      terminate: async () => {
        await handle.terminate();
        ended++;
      },
    };
  };
  return { spawn, started: () => started, ended: () => ended };
}

describe('GraphCompute', () => {
  const open: GraphCompute[] = [];
  const compute = (spawn: SpawnWorker, options?: { idleMs?: number; timeoutMs?: number }): GraphCompute => {
    const created = new GraphCompute(spawn, options);
    open.push(created);
    return created;
  };
  afterEach(async () => {
    await Promise.all(open.splice(0).map((created) => created.close()));
  });

  it('gives what the same algorithms give on this thread', async () => {
    const worker = compute(spawnNodeWorker);
    expect(await worker.communities(graph, 1.5)).toEqual(communities(graph, 1.5));
    expect(await worker.betweenness(graph)).toEqual(betweenness(graph));
  });

  it('leaves the arrays of the graph usable', async () => {
    const own = compactGraph({ nodeCount: 2, links: [[0, 1]] });
    await compute(spawnNodeWorker).communities(own);
    expect([...own.targets]).toEqual([1]);
  });

  it('starts one worker when first asked, for all requests', async () => {
    const { spawn, started } = countingSpawn();
    const worker = compute(spawn);
    expect(started()).toBe(0);
    await Promise.all([worker.communities(graph), worker.betweenness(graph), worker.communities(graph, 2)]);
    expect(started()).toBe(1);
  });

  it('ends an idle worker, and starts another when asked again', async () => {
    const { spawn, started, ended } = countingSpawn();
    const worker = compute(spawn, { idleMs: 10 });
    await worker.communities(graph);
    await vi.waitFor(() => expect(ended()).toBe(1), { timeout: 10_000 });
    await worker.communities(graph);
    expect(started()).toBe(2);
  });

  it('tries once more when a worker crashes', async () => {
    const { spawn, started } = countingSpawn(CRASHES);
    expect(await compute(spawn).communities(graph)).toEqual(communities(graph));
    expect(started()).toBe(2);
  });

  it('reports why when it crashes again, and still serves the next request', async () => {
    const { spawn } = countingSpawn(CRASHES, CRASHES);
    const worker = compute(spawn);
    await expect(worker.betweenness(graph)).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringContaining('out of luck'),
    });
    expect(await worker.betweenness(graph)).toEqual(betweenness(graph));
  });

  it('gives up on a worker that hangs twice, and ends both', async () => {
    const { spawn, ended } = countingSpawn(HANGS, HANGS);
    await expect(compute(spawn, { timeoutMs: 200 }).communities(graph)).rejects.toMatchObject({ code: 'timeout' });
    await vi.waitFor(() => expect(ended()).toBe(2), { timeout: 10_000 });
  });

  it('rejects with a typed error if no worker can be started at all', async () => {
    const refuse: SpawnWorker = () => {
      throw new Error('no workers here');
    };
    await expect(compute(refuse).communities(graph)).rejects.toMatchObject({ code: 'internal' });
  });

  it('rejects pending and later requests when closed', async () => {
    const { spawn, ended } = countingSpawn(HANGS);
    const worker = compute(spawn);
    const [first, second] = [worker.betweenness(graph), worker.communities(graph)];
    const rejections = Promise.all(
      [first, second].map((answer) => expect(answer).rejects.toMatchObject({ code: 'internal' })),
    );
    await worker.close();
    await rejections;
    expect(ended()).toBe(1);
    await expect(worker.communities(graph)).rejects.toMatchObject({ code: 'internal' });
  });
});
