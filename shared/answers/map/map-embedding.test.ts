import { afterEach, expect, it } from 'vitest';
import { until } from '../../engine/engine-test-kit.ts';
import { Bench, caughtUp, chosen, ToyEmbedder } from '../../meaning/embedding-test-kit.ts';
import { manySubjects, SUBJECTS } from './map-test-kit.ts';

const HELD = 'afterwards';

let bench: Bench;
afterEach(() => bench.remove());

it('says why notes are not compared: of too few words nothing is learned, and a model may not work', async () => {
  bench = await Bench.with({ 'A.md': SUBJECTS.bread, 'B.md': SUBJECTS.bread });
  const learning = await bench.start({});
  await until(async () => {
    const { comparing, uncompared } = await learning.map();
    expect([comparing, uncompared]).toEqual([undefined, { reason: 'words' }]);
  });
  const failing = await bench.start({ createEmbedder: () => Promise.reject(new Error('no such model')) });
  await until(async () => {
    const { comparing, uncompared } = await failing.map();
    expect(comparing).toBeUndefined();
    expect(uncompared).toMatchObject({ reason: 'model', problem: expect.stringContaining('no such model') as string });
  });
});

it('a note whose text is embedded in part is placed on the map once it is embedded in full', async () => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let reach = (): void => undefined;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const toy = new ToyEmbedder({
    before: (text) => {
      if (!text.includes(HELD)) return;
      reach();
      return released;
    },
  });
  // So many that the held texts are a small share: with fewer vectors, the learned model would compare the notes.
  const files = manySubjects();
  const count = Object.keys(files).length;
  bench = await Bench.with(files);
  const engine = await bench.start({ createEmbedder: chosen(toy) });
  await caughtUp(engine, count);
  const circlesOf = async (path: string): Promise<string[]> =>
    (await engine.mapPlaces({ paths: [path] })).places[0]?.circles ?? [];
  await until(async () => {
    expect((await engine.map()).comparing).toBeUndefined();
    expect(await circlesOf('Alone.md')).not.toContain('unsorted');
  });

  // The embedder makes two texts a call, two calls at once: four are whole calls.
  const sections = Array.from({ length: 14 }, (_, i) => (i < 4 ? SUBJECTS.boats : `${HELD} ${SUBJECTS.bread}`));
  const text = sections.map((words, i) => `# Part ${i}\n\n${`${words} ${i} `.repeat(5)}\n`).join('\n');
  await bench.write('Long.md', text);
  await engine.refresh({ paths: ['Long.md'] });
  await reached;
  await until(async () => {
    const { stale, comparing } = await engine.map();
    expect([stale, comparing]).toEqual([undefined, undefined]);
    expect(await circlesOf('Long.md')).not.toEqual([]);
  });
  release();
  await caughtUp(engine, count + 1);
  await until(async () => {
    await engine.map();
    expect(await circlesOf('Long.md')).toEqual(await circlesOf('Alone.md'));
  });
});
