import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDiskEngine } from '../../engine/disk-engine.ts';
import type { EngineHost } from '../../engine/engine.ts';
import { until } from '../../engine/engine-test-kit.ts';
import { makePlace, type Place } from '../../engine/suite/suite-kit.ts';

let place: Place;
let engine: EngineHost;

beforeEach(async () => {
  place = await makePlace({
    'Flower.md': flower('Orchids'),
    ...Object.fromEntries([1, 2, 3, 4].map((i) => [`a${i}.md`, `[[Flower]] ${i}\n`])),
    ...Object.fromEntries([1, 2, 3, 4].map((i) => [`b${i}.md`, `[[Boat]] ${i}\n`])),
    'Boat.md': 'Boats.\n',
  });
  await open();
});

afterEach(async () => {
  await engine.close();
  await place.remove();
});

it('names themes after their notes as they are now, though no link has changed', async () => {
  const before = await themes();
  expect(before.map(({ label }) => label)).toEqual(['Boat', 'Orchids']);
  await writeFile(join(place.vault, 'Flower.md'), flower('Roses'));
  await engine.refresh({ paths: ['Flower.md'] });
  await until(async () =>
    expect(await themes()).toEqual(
      before.map((theme) => (theme.label === 'Orchids' ? { ...theme, label: 'Roses' } : theme)),
    ),
  );
  // Saved under that name, and looked at again after each start.
  await engine.close();
  await writeFile(join(place.vault, 'Flower.md'), flower('Tulips'));
  await open();
  await until(async () => expect((await themes()).map(({ label }) => label)).toEqual(['Boat', 'Tulips']));
});

async function open(): Promise<void> {
  engine = await createDiskEngine({
    vaultPath: place.vault,
    env: { VAULT_LOOM_DATA_DIR: place.data, VAULT_LOOM_EMBEDDER: 'none' },
    log: () => undefined,
  });
  await engine.start();
}

async function themes(): Promise<{ id: string; label: string; size: number }[]> {
  const { clusters = [] } = await engine.themes({ includeStubs: false });
  return clusters.map(({ id, label, size }) => ({ id, label, size })).sort((a, b) => (a.label < b.label ? -1 : 1));
}

function flower(title: string): string {
  return `---\ntitle: ${title}\n---\n[[a1]]\n`;
}
