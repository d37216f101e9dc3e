import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EngineHost } from '../../engine/engine.ts';
import { until } from '../../engine/engine-test-kit.ts';
import { makePlace, type Place } from '../../engine/suite/suite-kit.ts';
import { relatedInput } from '../../protocol/schemas/related.ts';
import { startEngine, subjects, SUBJECTS } from './map-test-kit.ts';

let place: Place;
let engine: EngineHost;

async function open(files: Record<string, string>, embedder: string): Promise<void> {
  place = await makePlace(files);
  engine = await startEngine(place, embedder);
}

afterEach(async () => {
  await engine.close();
  await place.remove();
});

describe('near copies', () => {
  beforeEach(() => open(subjects(), 'lsa'));

  it.each(['Alone before.md', 'Later.md'])('are listed, the newer one being %s', async (path) => {
    await until(async () => {
      await engine.map();
      expect((await engine.mapPlaces({ paths: ['Alone.md'] })).places[0]?.circles).not.toEqual(['unsorted']);
    });
    await writeFile(join(place.vault, path), `${SUBJECTS.bread}\n\n`);
    await engine.refresh({ paths: [path] });
    await until(async () => {
      const { copies } = await engine.map();
      const paths = copies.rows.map((rows) => rows.map((row) => row.path));
      expect(paths).toEqual([['Alone.md', path]]);
    });
    await writeFile(join(place.vault, path), `${SUBJECTS.boats}\n`);
    await engine.refresh({ paths: [path] });
    expect((await engine.map()).copies.rows).toEqual([]);
  });
});

describe('notes of the same bytes', () => {
  it.each(['none', 'lsa'])('are near copies, whether notes are compared by meaning or not: %s', async (embedder) => {
    await open({ ...subjects(), 'Twin.md': `${SUBJECTS.bread}\n`, 'Empty.md': '', 'Also empty.md': '' }, embedder);
    const { copies } = await engine.map();
    expect(copies.rows.map((rows) => rows.map(({ path }) => path))).toEqual([['Alone.md', 'Twin.md']]);
  });
});

describe('short notes with words of their own', () => {
  it('are no near copies, however alike they are by what was learned', async () => {
    const card = (name: string): string => `Sourdough bread, baked by ${name}\n`;
    const names = ['Anna', 'Peter', 'Maria', 'John'];
    const cards = Object.fromEntries(names.map((name) => [`cards/${name}.md`, card(name)]));
    await open({ ...subjects(), ...cards }, 'lsa');
    await until(async () => {
      const { comparing, copies } = await engine.map();
      expect(comparing).toBeUndefined();
      expect((await engine.mapPlaces({ paths: ['cards/Anna.md'] })).places[0]?.circles).not.toEqual(['unsorted']);
      expect(copies.rows).toEqual([]);
    });
    const { notes } = await engine.related(relatedInput.parse({ path: 'cards/Anna.md', limit: 50 }));
    expect(notes.filter(({ path }) => path.startsWith('cards/')).map(({ copy, copies }) => [copy, copies])).toEqual(
      names.slice(1).map(() => [undefined, undefined]),
    );
  });
});
