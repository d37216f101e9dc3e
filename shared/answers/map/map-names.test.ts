import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EngineHost } from '../../engine/engine.ts';
import { until } from '../../engine/engine-test-kit.ts';
import { makePlace, type Place } from '../../engine/suite/suite-kit.ts';
import { startEngine } from './map-test-kit.ts';

const AROUND = [0, 1, 2, 3, 4, 5];

let place: Place;
let engine: EngineHost;

beforeEach(async () => {
  const files: Record<string, string> = {
    'Flower.md': '---\ntitle: Orchids\n---\n[[a0]]\n',
    ...Object.fromEntries(AROUND.map((i) => [`a${i}.md`, `[[Flower]] ${i}\n`])),
    ...Object.fromEntries(AROUND.map((i) => [`b${i}.md`, tagged('forest', 'b', i)])),
    ...Object.fromEntries(AROUND.map((i) => [`c${i}.md`, tagged('meadow', 'c', i)])),
    // With fewer, the map has no themes.
    ...Object.fromEntries(AROUND.map((i) => [`d${i}.md`, tagged('desert', 'd', i)])),
  };
  place = await makePlace(files);
  engine = await startEngine(place, 'none');
});

afterEach(async () => {
  await engine.close();
  await place.remove();
});

describe('the themes of the map', () => {
  it('are named after titles and tags as they are now, though no link has changed', async () => {
    expect(await labels()).toEqual(['Desert', 'Forest', 'Meadow', 'Orchids']);
    const before = await places();
    await write('Flower.md', '---\ntitle: Roses\n---\n[[a0]]\n');
    await until(async () => expect(await labels()).toEqual(['Desert', 'Forest', 'Meadow', 'Roses']));
    for (const i of AROUND) await write(`b${i}.md`, tagged('jungle', 'b', i));
    expect((await engine.map()).stale).toBe(true);
    await until(async () => expect(await labels()).toEqual(['Desert', 'Jungle', 'Meadow', 'Roses']));
    expect((await engine.map()).stale).toBeUndefined();
    // They are the same themes.
    expect(await places()).toEqual(before);
  });

  it('get new names at the next start, after what was changed while nobody was there', async () => {
    expect(await labels()).toEqual(['Desert', 'Forest', 'Meadow', 'Orchids']);
    await engine.close();
    await writeFile(join(place.vault, 'Flower.md'), '---\ntitle: Tulips\n---\n[[a0]]\n');
    engine = await startEngine(place, 'none');
    await until(async () => expect(await labels()).toEqual(['Desert', 'Forest', 'Meadow', 'Tulips']));
  });
});

describe('the notes of a theme', () => {
  it('come by their links with others there, and by their names where these are as many', async () => {
    await write('Chapter 10.md', 'Alone.\n');
    await write('Chapter 9.md', 'Alone, too.\n');
    await write('Écrit.md', 'So is this.\n');
    await write('Zebra.md', 'And this.\n');
    await until(async () => expect(await titles('unsorted')).toEqual(['Chapter 9', 'Chapter 10', 'Écrit', 'Zebra']));
    const flower = (await engine.map()).circles?.find(({ label }) => label === 'Orchids');
    expect(await titles(flower?.id ?? '')).toEqual(['Orchids', 'a0', 'a1', 'a2', 'a3', 'a4', 'a5']);
  });
});

describe('a vault of few notes', () => {
  it('shows them by their links, then by their names', async () => {
    const paths = ['b', 'c', 'd'].flatMap((name) => AROUND.map((i) => `${name}${i}.md`));
    for (const path of paths) await rm(join(place.vault, path));
    await engine.refresh({ paths });
    await write('Zoo 10.md', 'Alone.\n');
    await write('Zoo 9.md', 'Alone, too.\n');
    await until(async () => {
      const { notes } = await engine.map();
      const all = notes?.map(({ title }) => title);
      expect(all).toEqual(['Orchids', 'a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'Zoo 9', 'Zoo 10']);
    });
  });
});

async function titles(id: string): Promise<string[]> {
  return ((await engine.themeMap({ id })).notes ?? []).map(({ title }) => title);
}

async function labels(): Promise<string[]> {
  return ((await engine.map()).circles ?? []).map(({ label }) => label).sort();
}

async function places(): Promise<unknown[]> {
  return ((await engine.map()).circles ?? []).map(({ id, size, x, y, ties }) => ({ id, size, x, y, ties }));
}

async function write(path: string, text: string): Promise<void> {
  await writeFile(join(place.vault, path), text);
  await engine.refresh({ paths: [path] });
}

function tagged(tag: string, name: string, i: number): string {
  return `#${tag} [[${name}${(i + 1) % 6}]] [[${name}${(i + 2) % 6}]]\n`;
}
