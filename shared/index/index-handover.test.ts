import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { vaultDataFolder } from '../vault/data-folders.ts';
import { createDiskEngine, type DiskEngineOptions } from '../engine/disk-engine.ts';
import { Bench, caughtUp, chosen, find, ToyEmbedder } from '../meaning/embedding-test-kit.ts';
import { ownVectorsFolder } from '../engine/engine-embeddings.ts';
import { until } from '../engine/engine-test-kit.ts';
import type { EngineHost } from '../engine/engine.ts';

const NOTES = Object.fromEntries(
  Array.from({ length: 60 }, (_, i) => [`Note ${i}.md`, `Text of the plain kind, number${i}.\n`]),
);

let bench: Bench;
let isPluginThere: boolean;
const open: EngineHost[] = [];

beforeEach(async () => {
  bench = await Bench.with(NOTES);
  await mkdir(join(bench.vault, '.obsidian', 'plugins', 'vault-loom'), { recursive: true });
  isPluginThere = false;
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
  await bench.remove();
});

interface Side {
  engine: EngineHost;
  embedder: ToyEmbedder;
  /** Notes read from the vault so far. */
  read: () => number;
}

async function start(options: Partial<DiskEngineOptions> = {}): Promise<Side> {
  const embedder = new ToyEmbedder();
  let read = 0;
  const engine = await createDiskEngine({
    vaultPath: bench.vault,
    env: { VAULT_LOOM_DATA_DIR: join(bench.folder, 'data') },
    log: () => undefined,
    embeddings: { createEmbedder: chosen(embedder) },
    ...options,
  });
  open.push(engine);
  engine.onProgress(({ done }) => (read = done));
  await engine.start();
  await engine.whenReady({ timeoutMs: 20_000 });
  return { engine, embedder, read: () => read };
}

const bridge = (options: Partial<DiskEngineOptions> = {}): Promise<Side> =>
  start({ isPluginThere: () => isPluginThere, ...options });

async function stop({ engine }: Side): Promise<void> {
  open.splice(open.indexOf(engine), 1);
  await engine.close();
}

const owns = async ({ engine }: Side): Promise<boolean> => (await engine.status()).hostNote === undefined;
const paths = async ({ engine }: Side, query: string): Promise<string[]> =>
  (await find(engine, query, { mode: 'fulltext' })).map(({ path }) => path);

/** Names of the segments of notes, and of vectors. */
async function segments(): Promise<string[]> {
  const index = join(bench.vault, '.obsidian', 'plugins', 'vault-loom', 'index');
  const folders = await Promise.all([index, join(index, 'vectors')].map((folder) => readdir(folder).catch(() => [])));
  return folders.flat().filter((name) => name.startsWith('segment-'));
}

describe("an engine that runs next to the app's plugin", () => {
  it('leaves the index to it, saved, follows it, and takes it back when it is gone', async () => {
    const own = await bridge();
    await caughtUp(own.engine, 60);
    await bench.write('Before.md', 'A heron, before the app came.\n');
    await until(async () => expect(await paths(own, 'heron')).toEqual(['Before.md']));

    isPluginThere = true;
    const plugin = await start();
    await until(async () => expect([await owns(own), await owns(plugin)]).toEqual([false, true]));
    await caughtUp(plugin.engine, 61);
    expect(plugin.embedder.texts.document).not.toContain(own.embedder.texts.document[0]);

    await bench.write('During.md', 'A toucan, beside the app.\n');
    for (const side of [own, plugin])
      await until(async () => expect(await paths(side, 'toucan')).toEqual(['During.md']));
    await caughtUp(plugin.engine, 62);
    await stop(plugin);
    isPluginThere = false;

    await until(async () => expect(await owns(own)).toBe(true));
    await bench.write('After.md', 'A pelican, after the app.\n');
    await until(async () => expect(await paths(own, 'pelican')).toEqual(['After.md']));
    expect(await paths(own, 'heron toucan pelican')).toHaveLength(3);
    await caughtUp(own.engine, 63);
    await stop(own);

    const next = await start();
    expect(next.read()).toBe(0);
    expect((await next.engine.status()).lastReindexReasons).toEqual([]);
    await caughtUp(next.engine, 63);
    expect(next.embedder.texts.document).toEqual([]);
    expect(await paths(next, 'heron toucan pelican')).toHaveLength(3);
  });

  it('never takes the index, no matter how long it was there first, and writes nothing', async () => {
    isPluginThere = true;
    const own = await bridge();
    expect(await owns(own)).toBe(false);
    await bench.write('During.md', 'A toucan, beside the app.\n');
    await until(async () => expect(await paths(own, 'toucan')).toEqual(['During.md']));
    await stop(own);
    expect(await segments()).toEqual([]);
    expect(own.embedder.texts.document).toEqual([]);
  });

  it('stops embedding when the app comes, and continues when it is gone', async () => {
    let isSlow = true;
    let asked = 0;
    const embedder: ToyEmbedder = new ToyEmbedder({
      before: async () => {
        asked++;
        if (isSlow) await new Promise((resolve) => setTimeout(resolve, 20));
      },
    });
    const own = await bridge({ embeddings: { createEmbedder: chosen(embedder) } });
    await until(async () => expect(asked).toBeGreaterThan(2));
    isPluginThere = true;
    await until(async () => expect((await own.engine.status()).embeddingInProgress).toBe(false));
    expect(embedder.texts.document.length).toBeLessThan(60);
    isSlow = false;
    isPluginThere = false;
    await caughtUp(own.engine, 60);
    expect(new Set(embedder.texts.document).size).toBe(60);
  });

  it('keeps the vectors of its own embedder', async () => {
    isPluginThere = true;
    const data = join(bench.folder, 'data');
    const vectors = ownVectorsFolder(vaultDataFolder(data, bench.vault), 'toy');
    const embedder = new ToyEmbedder();
    const own = await bridge({
      env: { VAULT_LOOM_DATA_DIR: data, VAULT_LOOM_EMBEDDER: 'toy' },
      embeddings: { createEmbedder: chosen(embedder), vectorsFolder: () => Promise.resolve(vectors) },
    });
    await caughtUp(own.engine, 60);
    await stop(own);
    expect((await readdir(vectors)).filter((name) => name.startsWith('segment-'))).not.toEqual([]);
    expect(await segments()).toEqual([]);
  });
});
