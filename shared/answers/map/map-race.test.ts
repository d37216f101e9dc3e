import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDiskEngine } from '../../engine/disk-engine.ts';
import type { EngineHost } from '../../engine/engine.ts';
import { until } from '../../engine/engine-test-kit.ts';
import { makePlace, type Place } from '../../engine/suite/suite-kit.ts';
import { GraphCompute } from '../../graph/compute/graph-compute.ts';
import { subjects, SUBJECTS } from './map-test-kit.ts';

let place: Place;
let engine: EngineHost;

beforeEach(async () => {
  place = await makePlace({ ...subjects(), 'Word.md': 'Zyzzyva.\n' });
  engine = await createDiskEngine({
    vaultPath: place.vault,
    env: { VAULT_LOOM_DATA_DIR: place.data, VAULT_LOOM_EMBEDDER: 'lsa' },
    log: () => undefined,
  });
  await engine.start();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await engine.close();
  await place.remove();
});

describe('circles that are being computed', () => {
  it('are computed again if notes were compared meanwhile', async () => {
    await until(async () => {
      await engine.map();
      expect(await circlesOf('Alone.md')).not.toContain('unsorted');
    });
    expect(await circlesOf('Word.md')).toEqual(['unsorted']);
    const held = holdCommunities();
    await write('bread/bread 0.md', `${SUBJECTS.bread} [[bread 1]] [[bread 5]]\n`);
    expect((await engine.map()).stale).toBe(true);
    await held.reached;
    // Its links are as before: only its neighbours by meaning are new. It has the words of another note, but other
    // bytes, so it is a copy only once the two were compared.
    await write('Word.md', `${SUBJECTS.bread}\n\n`);
    await until(async () => expect(JSON.stringify((await engine.map()).copies)).toContain('Word.md'));
    held.release();
    await until(async () => {
      const { stale, comparing } = await engine.map();
      expect([stale, comparing]).toEqual([undefined, undefined]);
    });
    expect(await circlesOf('Word.md')).not.toContain('unsorted');
  });
});

async function write(path: string, text: string): Promise<void> {
  await writeFile(join(place.vault, path), text);
  await engine.refresh({ paths: [path] });
}

async function circlesOf(path: string): Promise<string[]> {
  return (await engine.mapPlaces({ paths: [path] })).places[0]?.circles ?? [];
}

/** Holds up the next computation of the map, which has half edges, once it has taken its graph. */
function holdCommunities(): { reached: Promise<void>; release: () => void } {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const { communities } = GraphCompute.prototype;
  const reached = new Promise<void>((resolve) => {
    vi.spyOn(GraphCompute.prototype, 'communities').mockImplementation(async function (this: GraphCompute, graph, at) {
      if (graph.weights.every((weight) => Number.isInteger(weight))) return communities.call(this, graph, at);
      resolve();
      await released;
      return communities.call(this, graph, at);
    });
  });
  return { reached, release };
}
