import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EngineHost } from '../../engine/engine.ts';
import { makePlace, type Place } from '../../engine/suite/suite-kit.ts';
import { InnerLevels } from './inner-levels.ts';
import { startEngine, subjects } from './map-test-kit.ts';

interface Spot {
  x: number;
  y: number;
}

let place: Place;
let engine: EngineHost;

/** Many themes of 12 notes, and one of 160 in eight groups, which the map shows as themes of their own. */
function vault(): Record<string, string> {
  const files = subjects();
  const link = (links: readonly string[]): string => links.map((name) => `[[${name}]]`).join(' ');
  for (let ring = 0; ring < 42; ring++)
    for (let i = 0; i < 12; i++)
      files[`rings/r${ring} n${i}.md`] = link([1, 2, 3, 4, 5, 6].map((step) => `r${ring} n${(i + step) % 12}`));
  for (let group = 0; group < 8; group++)
    for (let i = 0; i < 20; i++) {
      const near = [1, 2, 3, 5].map((step) => `g${group} n${(i + step) % 20}`);
      files[`big/g${group} n${i}.md`] = link([...near, `g${(group + 1 + (i % 7)) % 8} n${i}`]);
    }
  return files;
}

beforeEach(async () => {
  place = await makePlace(vault());
  engine = await startEngine(place, 'none');
  await engine.map();
});

afterEach(async () => {
  await engine.close();
  await place.remove();
});

/** Where things are in the theme that holds a note: its themes, or its notes. */
async function spotsIn(path: string): Promise<Map<string, Spot>> {
  const { places } = await engine.mapPlaces({ paths: [path] });
  const { circles = [], notes = [] } = await engine.themeMap({ id: places[0]?.circles[0] ?? '' });
  const spots = [...circles.map(({ id, x, y }) => [id, { x, y }] as const)];
  return new Map([...spots, ...notes.map((note) => [note.path, { x: note.x, y: note.y }] as const)]);
}

async function write(path: string, text: string): Promise<void> {
  await writeFile(join(place.vault, path), text);
  await engine.refresh({ paths: [path] });
  while ((await engine.map()).stale === true);
}

/** How far what is in both has moved at most, as a share of the picture's width. */
function mostMoved(before: ReadonlyMap<string, Spot>, after: ReadonlyMap<string, Spot>): number {
  const ends = [...before.values()].flatMap(({ x, y }) => [x, y]);
  const moved = [...before].flatMap(([key, { x, y }]) => {
    const now = after.get(key);
    return now === undefined ? [] : [Math.hypot(now.x - x, now.y - y)];
  });
  return Math.max(...moved) / (Math.max(...ends) - Math.min(...ends));
}

const addBoat = (): Promise<void> => write('boats/boats 12.md', 'A new boat. [[boats 1]] [[boats 5]] [[boats 7]]\n');
const linkLetters = (): Promise<void> => write('big/g0 n19.md', '[[g0 n0]] [[g0 n1]] [[g0 n2]] [[g3 n2]] [[g5 n2]]\n');

describe('what is within a theme', () => {
  it('stays in its place if something else in the vault changes', async () => {
    const [themes, notes] = [await spotsIn('big/g0 n0.md'), await spotsIn('boats/boats 0.md')];
    expect([themes.size, notes.size]).toEqual([8, 12]);
    await write('bees/bees 3.md', 'Bees. [[bees 4]] [[bees 9]] [[bees 10]]\n');
    expect(await spotsIn('big/g0 n0.md')).toEqual(themes);
    expect(await spotsIn('boats/boats 0.md')).toEqual(notes);
  });

  it('moves by a tenth at most if a note of the theme is added or gets other links', async () => {
    const [themes, notes] = [await spotsIn('big/g0 n0.md'), await spotsIn('boats/boats 0.md')];
    await addBoat();
    await linkLetters();
    const [themesNow, notesNow] = [await spotsIn('big/g0 n0.md'), await spotsIn('boats/boats 0.md')];
    expect([...themesNow.keys()].sort()).toEqual([...themes.keys()].sort());
    expect([...notesNow.keys()].sort()).toEqual([...notes.keys(), 'boats/boats 12.md'].sort());
    expect(mostMoved(themes, themesNow)).toBeLessThanOrEqual(0.1);
    expect(mostMoved(notes, notesNow)).toBeLessThanOrEqual(0.1);
  });

  it('is where it was after the next start', async () => {
    await spotsIn('big/g0 n0.md');
    await spotsIn('boats/boats 0.md');
    await addBoat();
    await linkLetters();
    const before = [await spotsIn('big/g0 n0.md'), await spotsIn('boats/boats 0.md')];
    await engine.close();
    engine = await startEngine(place, 'none');
    expect([await spotsIn('big/g0 n0.md'), await spotsIn('boats/boats 0.md')]).toEqual(before);
  });
});

describe('levels that were saved', () => {
  it('are taken over only as far as they have the shape', () => {
    const circles = { of: 'a', themes: { clusters: [] }, places: {}, radii: {}, ties: {}, rest: [] };
    const restored = (value: unknown): unknown => InnerLevels.restored(value).before;
    expect(restored({ circles: { a: circles, b: { ...circles, rest: null } }, dots: {} })).toEqual({
      circles: { a: circles },
      dots: {},
    });
    expect(
      restored({ dots: { a: { 'A.md': [1, 2, 3] }, b: { 'B.md': [1, 2] }, c: { 'C.md': [1, 2, null] } } }),
    ).toEqual({
      circles: {},
      dots: { a: { 'A.md': [1, 2, 3] } },
    });
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(Object.keys(InnerLevels.restored(value).before)).toEqual(['circles', 'dots']);
      }),
    );
  });
});
