import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EngineHost } from '../../engine/engine.ts';
import { until } from '../../engine/engine-test-kit.ts';
import { makePlace, VAULT, type Place } from '../../engine/suite/suite-kit.ts';
import type { MapCircle, MapOutput } from '../../protocol/schemas/map.ts';
import { manySubjects, startEngine } from './map-test-kit.ts';

let place: Place;
let engine: EngineHost;

async function open(files: Record<string, string>, embedder: string): Promise<void> {
  place = await makePlace(files);
  await reopen(embedder);
}

async function reopen(embedder: string): Promise<void> {
  engine = await startEngine(place, embedder);
}

/** Its circles once all notes have been compared, after which they stay. */
async function settledCircles(): Promise<MapCircle[]> {
  let circles: MapCircle[] = [];
  await until(async () => {
    const answer = await engine.map();
    expect(answer.comparing).toBeUndefined();
    circles = circlesOf(answer);
  });
  return circles;
}

const circlesOf = ({ circles = [] }: MapOutput): MapCircle[] => circles;

afterEach(async () => {
  await engine.close();
  await place.remove();
});

describe('the map of a vault', () => {
  beforeEach(() => open(manySubjects(), 'lsa'));

  it('shows themes as circles, by size, with ties, none of them covering another', async () => {
    const circles = circlesOf(await engine.map());
    expect(circles.length).toBeGreaterThanOrEqual(4);
    for (const { id, radius, size } of circles) expect([id, radius]).toEqual([id, 10 * Math.sqrt(size)]);
    for (const a of circles)
      for (const b of circles)
        if (a.id < b.id) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(0.9 * (a.radius + b.radius));
    expect(circles.reduce((sum, { size }) => sum + size, 0)).toBe(Object.keys(manySubjects()).length);
  });

  it('finds every note that has the words, and says where it is', async () => {
    const found = async (query: string): Promise<string[]> =>
      (await engine.mapFound({ query })).places.map(({ path }) => path).sort();
    const all = Object.keys(manySubjects()).sort();
    const letters = all.filter((path) => path.startsWith('big/'));
    await engine.map();
    expect(letters).toHaveLength(161);
    expect(await found('letters')).toEqual(letters);
    expect(await found('lett')).toEqual(letters);
    expect(await found('lett ')).toEqual([]);
    expect(await found('bake the flour')).toEqual(all.filter((path) => /^(?:bread|Alone)/u.test(path)));
    expect(await found('flour letters')).toEqual([]);
    for (const [open, close] of ['""', '“”', '„“']) {
      expect(await found(`${open}needs flour${close}`)).toEqual(await found('needs flour'));
      expect(await found(`${open}flour needs${close}`)).toEqual([]);
    }
    expect(await found('part -flour')).toEqual(all.filter((path) => /^(?:boats|bees)/u.test(path)));
    expect(await found('path:bees')).toHaveLength(12);
    await writeFile(join(place.vault, 'Runs.md'), 'Of drag-and-drop, WiFi and 東京都の図書館.\n');
    await writeFile(join(place.vault, 'Parts.md'), 'Drop what you drag. 京都の図書, 東京\n');
    await engine.refresh({ paths: ['Runs.md', 'Parts.md'] });
    const both = ['Parts.md', 'Runs.md'];
    expect(await found('path:s.md drop drag ')).toEqual(both);
    for (const whole of ['drag-and-drop', 'drag-and-dr', 'wi-fi', 'WiFi', '東京都', '東京都の', '図書館'])
      expect([whole, await found(whole)]).toEqual([whole, ['Runs.md']]);
    for (const parts of ['drop-drag', 'what-drag', 'DropDrag', 'drag/drop', '東京図', '図書東京'])
      expect([parts, await found(parts)]).toEqual([parts, []]);
    expect(await found('path:s.md -drag-and-drop')).toEqual(['Parts.md']);
    expect(await found('big/Index')).toEqual(['big/Index.md']);
    expect(await found('big/ind')).toEqual(['big/Index.md']);
    expect(await found('big/ind -letters')).toEqual([]);
    expect(await found(']]')).toHaveLength(all.length - 2);
    expect(await found('')).toEqual([]);
    expect((await engine.mapFound({ query: 'part -flour path:bees "a b"' })).words).toBe('part "a b"');
    const { places, isPart } = await engine.mapFound({ query: 'letters' });
    expect(places.every(({ circles }) => circles.length > 0)).toBe(true);
    expect(isPart).toBeUndefined();
    await expect(engine.mapFound({ query: 'letters' }, AbortSignal.abort())).rejects.toThrow('aborted');
  });

  it('gives a note without links a place by meaning, and lists it; until then it is unsorted', async () => {
    expect((await engine.map()).unlinked.rows).toEqual([{ path: 'Alone.md', title: 'Alone' }]);
    await until(async () => {
      const now = await engine.map();
      expect(circlesOf(now).map(({ id }) => id)).not.toContain('unsorted');
      expect(now.comparing).toBeUndefined();
    });
  });

  it('lists unresolved links and hubs', async () => {
    const { unresolved, hubs } = await engine.map();
    expect(unresolved.total).toBe(3);
    expect(unresolved.rows[0]).toMatchObject({ links: 12, stub: true });
    expect(hubs.map(({ path }) => path)).toContain('big/Index.md');
  });

  it('counts the links to a missing note, and says on which lines they are', async () => {
    const links = ['one', 'two', 'three', 'four', 'five', 'six'].map((word) => `${word}: [[Phantom]], [[phantom|it]]`);
    await writeFile(join(place.vault, 'Five.md'), `---\na: 1\n---\n${links.join('\n')}\n`);
    await writeFile(join(place.vault, 'Once.md'), 'Text.\n\nOne [[Phantom]].\n');
    await engine.refresh({ paths: ['Five.md', 'Once.md'] });
    const { unresolved } = await engine.map();
    expect(unresolved.rows[0]).toMatchObject({ title: 'Phantom', links: 13 });
    expect(await engine.missingLinks({ path: unresolved.rows[0]?.path ?? '' })).toEqual({
      notes: [
        {
          path: 'Five.md',
          title: 'Five',
          lines: links.slice(0, 5).map((text, index) => ({ text, line: index + 4 })),
          lineCount: 6,
        },
        { path: 'Once.md', title: 'Once', lines: [{ text: 'One [[Phantom]].', line: 3 }], lineCount: 1 },
      ],
      total: 2,
    });
  });

  it('goes into a theme: its notes with ties, or themes of its own if it has many', async () => {
    const circles = await settledCircles();
    for (const { id, size, label } of circles) {
      const inner = await engine.themeMap({ id });
      expect(inner).toMatchObject({ id, label, size });
      if (inner.circles === undefined) {
        expect(inner.notes).toHaveLength(size);
        continue;
      }
      const [first] = inner.circles;
      expect(await engine.themeMap({ id: first?.id ?? '' })).toMatchObject({ label: first?.label, size: first?.size });
    }
    const small = circles.find(({ size }) => size > 5 && size < 20);
    const { notes = [] } = await engine.themeMap({ id: small?.id ?? '' });
    expect(notes[0]?.ties.length).toBeGreaterThan(0);
    for (const tie of notes.flatMap(({ ties }) => ties)) expect(tie).toMatch(/\.md$/);
    await expect(engine.themeMap({ id: 'theme-none' })).rejects.toMatchObject({ code: 'theme_not_found' });
  });

  it('goes as far in as there are themes, and says where a note is', async () => {
    const [outer] = await settledCircles();
    const visit = async (id: string): Promise<void> => {
      const { circles = [], notes = [] } = await engine.themeMap({ id });
      for (const inner of circles) await visit(inner.id);
      const [note] = notes;
      if (note === undefined) return;
      const { places } = await engine.mapPlaces({ paths: ['None.md', note.path] });
      const steps = id.split('/');
      expect(places).toEqual([{ path: note.path, circles: steps.map((_, i) => steps.slice(0, i + 1).join('/')) }]);
    };
    await visit(outer?.id ?? '');
    await expect(engine.themeMap({ id: 'unsorted/none' })).rejects.toMatchObject({ code: 'theme_not_found' });
  });

  it('keeps its circles where they are when a theme is added, and from one start to the next', async () => {
    const before = await settledCircles();
    await engine.close();
    await reopen('lsa');
    const again = new Map(circlesOf(await engine.map()).map((circle) => [circle.id, circle]));
    const width = Math.max(...before.flatMap(({ x, y }) => [x, y])) - Math.min(...before.flatMap(({ x, y }) => [x, y]));
    const kept = before.filter(({ id }) => again.has(id));
    expect(kept.length).toBeGreaterThanOrEqual(before.length - 1);
    for (const { id, x, y } of kept) {
      const now = again.get(id);
      expect(Math.hypot((now?.x ?? 0) - x, (now?.y ?? 0) - y)).toBeLessThanOrEqual(0.1 * width + 1e-6);
    }
  });

  it('takes its circles from the last start if no link has changed since, and computes them again if one has', async () => {
    const before = await settledCircles();
    await engine.close();
    await reopen('lsa');
    expect(circlesOf(await engine.map())).toEqual(before);
    await engine.close();
    for (let i = 0; i < 6; i++)
      await writeFile(join(place.vault, `tea ${i}.md`), `Green tea is steeped. [[tea ${(i + 1) % 6}]]\n`);
    await reopen('lsa');
    await until(async () => expect(circlesOf(await engine.map())).toHaveLength(before.length + 1));
  });

  it('does not change what the tool answers', async () => {
    const before = await engine.themes({ includeStubs: false });
    await engine.map();
    expect(await engine.themes({ includeStubs: false })).toEqual(before);
  });
});

describe('the map of a small vault', () => {
  beforeEach(() => open(VAULT, 'none'));

  it('shows the notes themselves, without excluded and hidden ones', async () => {
    const { circles, notes = [] } = await engine.map();
    expect(circles).toBeUndefined();
    const paths = notes.map(({ path }) => path);
    expect(paths).toContain('Garden.md');
    expect(paths.filter((path) => /^(Archive|Private|_stub)\//.test(path))).toEqual([]);
    expect(notes.find(({ path }) => path === 'Garden.md')?.ties).toContain('Recipes/Soup.md');
  });

  it('follows notes that go', async () => {
    await engine.map();
    await rm(join(place.vault, 'Lonely.md'));
    await engine.refresh({ paths: ['Lonely.md'] });
    await until(async () => expect((await engine.map()).notes?.map(({ path }) => path)).not.toContain('Lonely.md'));
  });
});
