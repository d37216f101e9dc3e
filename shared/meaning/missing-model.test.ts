import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BUILT_IN_MODEL } from '../embeddings/use/weights/built-in-model.ts';
import { modelFolder } from '../embeddings/use/weights/model-test-kit.ts';
import { until } from '../engine/engine-test-kit.ts';
import type { EngineHost } from '../engine/engine.ts';
import { indexStatusOutput } from '../protocol/schemas/maintenance.ts';
import { Bench, caughtUp, find } from './embedding-test-kit.ts';

/** Enough texts, with words in common, for something to be learned from them. */
const NOTES: Record<string, string> = Object.fromEntries(
  Array.from({ length: 40 }, (_, i) => [
    `Note ${i}.md`,
    i % 2 === 0
      ? `The gardener waters the tomatoes and the beans in bed ${i}, and the compost feeds the soil.\n`
      : `The sailor mends the sail of boat ${i}, and the wind fills the harbour with waves.\n`,
  ]),
);

let bench: Bench;
let place: string;

beforeEach(async () => {
  bench = await Bench.with(NOTES);
  place = join(bench.folder, 'package');
  await mkdir(place);
});
afterEach(() => bench.remove());

const start = (): Promise<EngineHost> => bench.start(undefined, [place]);
const file = (): string => join(place, BUILT_IN_MODEL.name);
const provide = async (): Promise<void> => copyFile(join(await modelFolder(), BUILT_IN_MODEL.name), file());

describe('an engine without the file of the built-in model', () => {
  it('finds by words and by what was learned, and says what is missing and the way out', async () => {
    const engine = await start();
    await until(async () => expect((await engine.status()).missingModel).toMatchObject({ problem: 'missing' }));
    const status = indexStatusOutput.parse(await engine.status());
    expect(status).toMatchObject({
      provider: 'use',
      embedderReady: false,
      missingModel: { file: BUILT_IN_MODEL.name, hint: expect.stringContaining('install-plugin') },
      initError: expect.stringMatching(/^ModelMissingError: .*install-plugin/u),
      summary: expect.stringContaining('whose model file is missing'),
    });
    expect((await find(engine, 'tomatoes', { mode: 'fulltext' })).length).toBeGreaterThan(0);
    expect((await find(engine, 'tomatoes'))[0]?.excerpt).toContain('tomatoes');
    await until(async () => {
      const rows = await find(engine, 'compost', { mode: 'semantic', limit: 5 });
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.every(({ excerpt }) => excerpt?.includes('gardener'))).toBe(true);
    });
  });

  it('refuses a damaged one by name, and never loads it', async () => {
    await writeFile(file(), Buffer.alloc(BUILT_IN_MODEL.bytes, 1));
    const engine = await start();
    await until(async () =>
      expect(await engine.status()).toMatchObject({
        notesWithEmbeddings: 0,
        missingModel: { problem: 'damaged', message: expect.stringContaining(join('package', BUILT_IN_MODEL.name)) },
        initError: expect.stringMatching(/^ModelDamagedError: .*Delete it/u),
      }),
    );
  });

  it('embeds as soon as the file has come and it is asked to try', async () => {
    const engine = await start();
    await until(async () => expect((await engine.status()).missingModel).toBeDefined());
    await provide();
    await engine.reindex({});
    expect(await caughtUp(engine, 40)).toMatchObject({ notesWithEmbeddings: 40, embedderReady: true, initError: null });
    expect((await engine.status()).missingModel).toBeUndefined();
  });

  it('keeps the vectors it has when the file vanishes, and uses them when it is back', async () => {
    await provide();
    await bench.stop(await caughtUpEngine());
    const before = await segments();
    expect(before.length).toBeGreaterThan(0);
    await rm(file());
    const without = await start();
    await until(async () =>
      expect(await without.status()).toMatchObject({
        provider: 'use',
        notesWithEmbeddings: 40,
        missingModel: { problem: 'missing' },
      }),
    );
    await bench.write('New.md', 'A new note about the harbour.\n');
    await without.refresh({ paths: ['New.md'] });
    expect((await find(without, 'harbour'))[0]?.excerpt).toContain('harbour');
    await bench.stop(without);
    expect(await segments()).toEqual(expect.arrayContaining(before));
    await provide();
    const again = await start();
    expect(await caughtUp(again, 41)).toMatchObject({ notesWithEmbeddings: 41, initError: null });
  });
});

async function caughtUpEngine(): Promise<EngineHost> {
  const engine = await start();
  expect(await caughtUp(engine, 40)).toMatchObject({ notesWithEmbeddings: 40 });
  return engine;
}

async function segments(): Promise<string[]> {
  return (await readdir(await bench.vectors())).filter((name) => name.startsWith('segment-'));
}
