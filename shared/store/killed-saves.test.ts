import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readManifest } from './manifest.ts';
import { openSegment } from './open-segment.ts';
import { buildScript, removeFolder, runScript, temporaryFolder } from './store-test-kit.ts';

const KILLS = Number(process.env['VAULT_LOOM_KILLS'] ?? 20);
const PATIENCE = { timeout: 20_000, interval: 2 };

/**
 * Commits as fast as it can: adds a segment, merges when there are five; prints each generation once it is complete.
 */
const WRITER = `
import { IndexStore } from './segment-store.ts';

const [folder, dataFolder] = process.argv.slice(2) as [string, string];
const store = await IndexStore.open(folder, { dataFolder, format: 1, lockTiming: { renew: 50, stale: 1000, poll: 5 } });
while (!store.isOwner) await new Promise((resolve) => setTimeout(resolve, 5));
const found = await store.read();
let manifest = 'manifest' in found ? found.manifest : { generation: 0, segments: [], state: { values: [] as number[] } };

for (;;) {
  const value = manifest.generation + 1;
  const merge = manifest.segments.length >= 5;
  const values = merge ? [...(manifest.state['values'] as number[]), value] : [value];
  // Longer than one write of a segment, so that kills also come between two.
  const content = Float64Array.from({ length: 150_000 + values.length }, (_, i) => values[Math.max(0, i - 150_000)] as number);
  const segment = await store.writeSegment('notes', { values: content, tail: Uint8Array.of(value & 255) }, { values });
  const result = await store.commit({
    add: [segment],
    remove: merge ? manifest.segments.map(({ key }) => key) : [],
    state: { values: merge ? values : [...(manifest.state['values'] as number[]), value] },
  });
  if (result.outcome !== 'committed') throw new Error(result.outcome);
  manifest = result.manifest;
  console.log(manifest.generation);
}
`;

let root: string;
beforeEach(async () => {
  root = await temporaryFolder();
});
afterEach(() => removeFolder(root));

describe(`an index whose writer is killed ${KILLS} times`, () => {
  it(
    'always opens to a complete generation, at least as new as the last printed',
    async () => {
      const folder = join(root, 'index');
      const script = await buildScript(root, WRITER);
      let reached = 0;
      for (let kill = 0; kill < KILLS; kill++) {
        const writer = runScript(script, folder, join(root, 'data'));
        await expect.poll(() => writer.lines.length, PATIENCE).toBeGreaterThan(Math.floor(Math.random() * 12));
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 8));
        writer.kill();
        expect(await writer.ended).toBe('');

        const generation = await verifyWhole(folder);
        const said = Number(writer.lines.at(-1));
        expect(said).toBeGreaterThan(reached);
        expect(generation - said).toBeOneOf([0, 1]);
        reached = generation;
      }
      expect(reached).toBeGreaterThan(KILLS);
      expect((await readdir(join(root, 'data', 'locks'))).length).toBeLessThanOrEqual(2);
    },
    60_000 + KILLS * 2_000,
  );
});

/** Reads every byte of the index with its checksums, and answers its generation. */
async function verifyWhole(folder: string): Promise<number> {
  const stored = await readManifest(folder, 1);
  if ('reason' in stored) throw new Error(stored.reason);
  const { generation, segments, state } = stored.manifest;
  for (const info of segments) {
    const reader = await openSegment(folder, info);
    const bytes = await reader.section('values');
    await reader.section('tail');
    await reader.close();
    expect([...new Set(new Float64Array(bytes.buffer))]).toEqual(info.meta['values']);
  }
  expect(segments.flatMap(({ meta }) => meta['values'])).toEqual(state['values']);
  expect(state['values']).toEqual(Array.from({ length: generation }, (_, i) => i + 1));
  return generation;
}
