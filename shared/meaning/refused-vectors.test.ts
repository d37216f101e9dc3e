import type * as FsPromises from 'node:fs/promises';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EmbedError } from '../embeddings/embedder.ts';
import { until } from '../engine/engine-test-kit.ts';
import type { EngineHost } from '../engine/engine.ts';
import { decodeManifest, MANIFEST_NAME } from '../store/manifest.ts';
import { Bench, caughtUp, chosen, find, ToyEmbedder } from './embedding-test-kit.ts';
import { VECTORS_FORMAT } from './vectors/saved-vectors.ts';

const system = vi.hoisted(() => ({ full: '', refused: 0 }));

// As if the disk had room for the list of segments, but not for another one.
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof FsPromises>();
  const rename = (from: string, to: string): Promise<void> => {
    if (dirname(to) !== system.full || !basename(to).startsWith('segment-')) return fs.rename(from, to);
    system.refused++;
    return Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
  };
  return { ...fs, rename };
});

// The real one waits for half a minute.
vi.mock('../kit/time/backoff.ts', () => import('./quick-backoff-test-kit.ts'));

const NOTES = 6;
const VAULT = Object.fromEntries(
  Array.from({ length: NOTES }, (_, i) => [`Note ${i}.md`, `The car number${i} needs tyres.\n`]),
);

let bench: Bench;
afterEach(async () => {
  system.full = '';
  await bench.remove();
});

/** Starts with a new embedder on a vault that another one has embedded. */
async function switchedTo(
  wanted: ToyEmbedder,
  prepare: () => Promise<void> = () => Promise.resolve(),
): Promise<EngineHost> {
  bench = await Bench.with(VAULT);
  const engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder({ model: 'old' })) });
  await caughtUp(engine, NOTES);
  await bench.stop(engine);
  await prepare();
  return bench.start({
    createEmbedder: chosen(wanted),
    createFormerEmbedder: () =>
      Promise.resolve({ embedder: new ToyEmbedder({ model: 'old' }), readsEnglishOnly: false }),
  });
}

describe('vectors of a new embedder that the disk has no room for', () => {
  it('replace the old ones only once they are saved, which is tried again by itself', async () => {
    const made = new ToyEmbedder({ model: 'new' });
    const engine = await switchedTo(made, async () => {
      system.full = await bench.vectors();
    });
    await caughtUp(engine, NOTES);
    expect(await modelsOnDisk()).toEqual(['old']);
    await until(async () => expect((await engine.status()).hostNote).toContain('Vectors could not be saved'));
    expect((await engine.status()).hostNote).toMatch(/are kept in memory.*ENOSPC/);
    const before = system.refused;
    await until(async () => Promise.resolve(expect(system.refused).toBeGreaterThan(before + 1)));
    expect(await modelsOnDisk()).toEqual(['old']);
    system.full = '';
    await until(async () => expect(await modelsOnDisk()).toEqual(['new']));
    await until(async () => expect((await engine.status()).hostNote).toBeUndefined());
    expect(made.texts.document).toHaveLength(NOTES);
  });
});

describe('a folder of vectors that cannot be made', () => {
  it('is told in the status', async () => {
    bench = await Bench.with(VAULT);
    const first = await bench.start({ createEmbedder: chosen(new ToyEmbedder()) });
    await caughtUp(first, NOTES);
    await bench.stop(first);
    const folder = await bench.vectors();
    await rm(folder, { recursive: true });
    await writeFile(folder, 'In the way.');
    const engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder()) });
    await caughtUp(engine, NOTES);
    expect((await engine.status()).hostNote).toMatch(/^Vectors cannot be saved and stay in memory: /);
  });
});

describe('a new embedder that fails with all texts', () => {
  it('does not take away the vectors of the one before', async () => {
    const refuse = (): never => {
      throw new EmbedError('embed-error', 'It is not for texts.');
    };
    const engine = await switchedTo(new ToyEmbedder({ model: 'new', before: refuse }));
    await until(async () => expect((await engine.status()).notesMissingEmbeddings).toBe(NOTES));
    await until(async () => expect((await engine.status()).embeddingInProgress).toBe(false));
    expect((await find(engine, 'automobile', { mode: 'semantic' })).length).toBe(NOTES);
    expect(await modelsOnDisk()).toContain('old');
  });
});

async function modelsOnDisk(): Promise<string[]> {
  const stored = decodeManifest(await readFile(join(await bench.vectors(), MANIFEST_NAME), 'utf8'), VECTORS_FORMAT);
  const infos = 'manifest' in stored ? stored.manifest.segments : [];
  const models = infos
    .filter(({ kind }) => kind === 'vectors')
    .map(({ meta }) => meta['identity'] as { model: string });
  return [...new Set(models.map(({ model }) => model))].sort();
}
