import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDiskEngine } from '../engine/disk-engine.ts';
import type { EngineHost } from '../engine/engine.ts';
import { until } from '../engine/engine-test-kit.ts';
import { makePlace, type Place } from '../engine/suite/suite-kit.ts';
import { GraphCompute } from '../graph/compute/graph-compute.ts';
import { rankNotesInput } from '../protocol/schemas/graph.ts';

let place: Place;
let engine: EngineHost;

/** Two groups of notes with a note between them. */
beforeEach(async () => {
  place = await makePlace({
    'a1.md': '[[a2]] [[a3]] [[Bridge]]\n',
    'a2.md': '[[a3]]\n',
    'a3.md': '\n',
    'Bridge.md': '[[b1]]\n',
    'b1.md': '[[b2]] [[b3]]\n',
    'b2.md': '[[b3]]\n',
    'b3.md': '\n',
  });
  engine = await createDiskEngine({
    vaultPath: place.vault,
    env: { VAULT_LOOM_DATA_DIR: place.data, VAULT_LOOM_EMBEDDER: 'none' },
    log: () => undefined,
  });
  await engine.start();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await engine.close();
  await place.remove();
});

it('an answer has the bridges of now, though older ones are still being computed', async () => {
  await until(async () => expect(await bridges()).toContain('Bridge.md'));
  const held = holdBetweenness();
  const before = bridges({ includeStubs: true });
  await held.reached;
  await rm(join(place.vault, 'Bridge.md'));
  await engine.refresh({ paths: ['Bridge.md'] });
  await change('a3.md', '[[New bridge]]\n');
  await change('New bridge.md', '[[b3]]\n');
  const now = bridges({ includeStubs: true });
  // By the time that a later question is answered, this one has come to the computation.
  await bridges();
  held.release();
  await before;
  expect(await now).toContain('New bridge.md');
});

async function bridges(more: { includeStubs?: boolean } = {}): Promise<string[]> {
  const { bridging = [] } = await engine.rankNotes(rankNotesInput.parse({ metric: 'bridging', ...more }));
  return bridging.map(({ path }) => path);
}

async function change(path: string, text: string): Promise<void> {
  await writeFile(join(place.vault, path), text);
  await engine.refresh({ paths: [path] });
}

/** Holds up the next computation of bridges once it has its graph. */
function holdBetweenness(): { reached: Promise<void>; release: () => void } {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const { betweenness } = GraphCompute.prototype;
  const reached = new Promise<void>((resolve) => {
    vi.spyOn(GraphCompute.prototype, 'betweenness').mockImplementationOnce(async function (this: GraphCompute, graph) {
      resolve();
      await released;
      return betweenness.call(this, graph);
    });
  });
  return { reached, release };
}
