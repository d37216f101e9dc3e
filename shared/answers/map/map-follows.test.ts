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
