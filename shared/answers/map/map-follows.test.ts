import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDiskEngine } from '../../engine/disk-engine.ts';
import type { EngineHost } from '../../engine/engine.ts';
import { makePlace, type Place } from '../../engine/suite/suite-kit.ts';
import type { MapOutput } from '../../protocol/schemas/map.ts';
import { subjects } from './map-test-kit.ts';

let place: Place;
let engine: EngineHost;

beforeEach(async () => {
  place = await makePlace({ ...subjects(), 'Elsewhere.md': '[[Secret/Ghost]] [[Alone]]\n' });
  engine = await createDiskEngine({
    vaultPath: place.vault,
    env: { VAULT_LOOM_DATA_DIR: place.data, VAULT_LOOM_EMBEDDER: 'none' },
    log: () => undefined,
  });
  await engine.start();
  await engine.map();
});

afterEach(async () => {
  await engine.close();
  await place.remove();
});

const pathsOf = (rows: readonly { path: string }[]): string[] => rows.map(({ path }) => path);
const unlinked = async (): Promise<MapOutput['unlinked']['rows']> => (await engine.map()).unlinked.rows;
const unresolved = async (): Promise<string[]> => pathsOf((await engine.map()).unresolved.rows);

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(place.vault, path)), { recursive: true });
  await writeFile(join(place.vault, path), text);
  await engine.refresh({ paths: [path] });
}

describe('the next answer about the map', () => {
  it('is the same if nothing has changed', async () => {
    expect(await engine.map()).toEqual(await engine.map());
  });

  it('knows notes that were added, renamed in their frontmatter, moved and deleted', async () => {
    await write('New.md', 'No links.\n');
    expect(await unlinked()).toEqual([{ path: 'New.md', title: 'New' }]);
    await write('New.md', '---\ntitle: Newer\n---\nNo links.\n');
    expect(await unlinked()).toEqual([{ path: 'New.md', title: 'Newer' }]);
    await rename(join(place.vault, 'New.md'), join(place.vault, 'Moved.md'));
    await engine.refresh({ paths: ['New.md', 'Moved.md'] });
    expect(pathsOf(await unlinked())).toEqual(['Moved.md']);
    await rm(join(place.vault, 'Moved.md'));
    await engine.refresh({ paths: ['Moved.md'] });
    expect(await unlinked()).toEqual([]);
  });

  it('knows links that were added and taken out, in notes and canvases', async () => {
    await write('Elsewhere.md', '[[Nowhere]]\n');
    expect(pathsOf(await unlinked())).toEqual(['Alone.md']);
    expect(await unresolved()).toContain('_stub/Nowhere.md');
    await write('Board.canvas', '{"nodes":[{"id":"1","type":"text","text":"[[On board]]"}],"edges":[]}');
    expect(await unresolved()).toContain('_stub/On board.md');
    await rm(join(place.vault, 'Board.canvas'));
    await engine.refresh({ paths: ['Board.canvas'] });
    expect(await unresolved()).not.toContain('_stub/On board.md');
  });

  it('lists names as they are read: numbers by their value, letters with accents next to those without', async () => {
    for (const [path, text] of [
      ['Note 10.md', 'See [[Draft 10]], [[Draft 9]], [[Élan]] and [[Zinc]].\n'],
      ['Other/Note 9.md', 'Alone, first.\n'],
      ['Other/Écho.md', 'Alone, second.\n'],
      ['note 10.md', 'Alone, third.\n'],
      ['A.md', '---\ntitle: Note 11\n---\nAlone, fourth.\n'],
      ['Zebra.md', 'Twice.\n'],
      ['Later/Zebra.md', 'Twice.\n'],
      ['Yak 10.md', 'Thrice.\n'],
      ['Yak 9.md', 'Thrice.\n'],
    ] as const)
      await write(path, text);
    const { unlinked: alone, copies } = await engine.map();
    expect(pathsOf(alone.rows)).toEqual([
      'Other/Écho.md',
      'Other/Note 9.md',
      'note 10.md',
      'A.md',
      'Yak 9.md',
      'Yak 10.md',
      'Later/Zebra.md',
      'Zebra.md',
    ]);
    expect(copies.rows.map(pathsOf)).toEqual([
      ['Yak 9.md', 'Yak 10.md'],
      ['Later/Zebra.md', 'Zebra.md'],
    ]);
    const missing = (await unresolved()).filter((path) => /Draft|lan|Zinc/u.test(path));
    expect(missing).toEqual(['_stub/Draft 9.md', '_stub/Draft 10.md', '_stub/Élan.md', '_stub/Zinc.md']);
  });

  it('lists every one of hundreds of missing notes', async () => {
    await write('Plans.md', Array.from({ length: 450 }, (_, i) => `[[Plan ${i}]]`).join(' '));
    const plans = (await unresolved()).filter((path) => path.startsWith('_stub/Plan '));
    expect([plans.length, plans.at(-1)]).toEqual([450, '_stub/Plan 449.md']);
  });

  it('leaves out what is hidden or excluded by now', async () => {
    await write('New.md', 'No links.\n');
    await write('Newer.md', 'No links.\n');
    expect(pathsOf(await unlinked())).toEqual(['New.md', 'Newer.md']);
    await writeFile(join(place.vault, '.vaultloomignore'), 'New.md\n');
    expect(pathsOf(await unlinked())).toEqual(['Newer.md']);
    await mkdir(join(place.vault, '.obsidian'));
    await writeFile(join(place.vault, '.obsidian/app.json'), '{"userIgnoreFilters":["Newer.md"]}');
    expect(await unlinked()).toEqual([]);
  });

  it('does not name a missing note in a place that is hidden by now, though no note has changed', async () => {
    expect(await unresolved()).toContain('_stub/Secret/Ghost.md');
    await writeFile(join(place.vault, '.vaultloomignore'), 'Secret/\n');
    expect(await unresolved()).not.toContain('_stub/Secret/Ghost.md');
  });
});
