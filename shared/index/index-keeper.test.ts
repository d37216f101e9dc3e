import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listNotesInput, readNoteInput, searchInput } from '../protocol/schemas/find.ts';
import { createDiskEngine } from '../engine/disk-engine.ts';
import type { EngineHost } from '../engine/engine.ts';
import { decodeManifest, encodeManifest, type StoredManifest } from '../store/manifest.ts';
import { INDEX_FORMAT } from './saved/saved-index.ts';
import { until } from '../engine/engine-test-kit.ts';

let folder: string;
let vault: string;
const open: EngineHost[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-loom-keeper-'));
  vault = join(folder, 'vault');
  await mkdir(vault);
  for (let i = 0; i < 80; i++)
    await writeFile(join(vault, `Note ${i}.md`), `Common text, number${i}. See [[Note ${(i * 7) % 80}]].\n`);
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<EngineHost> {
  const { engine, started } = await begin();
  await started;
  await engine.whenReady({ timeoutMs: 20_000 });
  return engine;
}

/** An engine that is still opening its index. */
async function begin(): Promise<{ engine: EngineHost; started: Promise<void> }> {
  const engine = await createDiskEngine({
    vaultPath: vault,
    env: { VAULT_LOOM_DATA_DIR: join(folder, 'data'), VAULT_LOOM_EMBEDDER: 'none' },
    log: () => undefined,
  });
  open.push(engine);
  return { engine, started: engine.start() };
}

async function stop(engine: EngineHost): Promise<void> {
  open.splice(open.indexOf(engine), 1);
  await engine.close();
}

const paths = async (engine: EngineHost, query: string): Promise<string[]> =>
  (await engine.search(searchInput.parse({ query }))).rows.map((row) => row.path);

async function indexFolder(): Promise<string> {
  const vaults = join(folder, 'data', 'vaults');
  const [name = ''] = await readdir(vaults);
  return join(vaults, name, 'index');
}

async function segments(): Promise<string[]> {
  return (await readdir(await indexFolder())).filter((name) => name.startsWith('segment-'));
}

describe('a saved index', () => {
  it('is in the per-user folder, out of git', async () => {
    await stop(await start());
    expect(await readFile(join(await indexFolder(), '.gitignore'), 'utf8')).toBe('*\n');
    expect(await readdir(vault)).toHaveLength(80);
  });

  it('resumes the reading of a huge note after a restart, and loses nothing if closed in the middle of it', async () => {
    const huge = join(vault, 'Huge.md');
    const text = (i: number): string => `## Part ${i}\n\n${`Plain words about topic${i}. `.repeat(80)}\n\n`;
    await writeFile(huge, Array.from({ length: 2_800 }, (_, i) => text(i)).join(''));
    await stop(await start());
    for (const word of ['kaon', 'pion']) {
      const engine = await start();
      await appendFile(huge, `A ${word}, see [[Unwritten ${word}]].\n`);
      await engine.refresh({ paths: ['Huge.md'] });
      const { outgoing } = await engine.readNote(readNoteInput.parse({ name: 'Huge' }));
      expect(outgoing?.map(({ title }) => title)).toContain(`Unwritten ${word}`);
      if (word === 'pion') await until(async () => expect(await paths(engine, word)).toEqual(['Huge.md']));
      await stop(engine);
    }
    const engine = await start();
    for (const word of ['kaon', 'pion', 'topic7', 'topic2799']) expect(await paths(engine, word)).toEqual(['Huge.md']);
  });

  it.each(['folder', 'segment'])(
    'whose %s is deleted while it is open is saved again with the next change',
    async (what) => {
      const engine = await start();
      await until(async () => expect(await segments()).not.toEqual([]));
      // Written last: a folder that is still being written to cannot be deleted.
      await until(async () => expect(await readdir(await indexFolder())).toContain('manifest.json'));
      const [segment = ''] = await segments();
      const gone = what === 'folder' ? await indexFolder() : join(await indexFolder(), segment);
      await rm(gone, { recursive: true });
      await writeFile(join(vault, 'Later.md'), 'A later kaon.\n');
      await engine.refresh({ paths: ['Later.md'] });
      await until(async () => expect(await readdir(await indexFolder())).toContain('manifest.json'));
      await stop(engine);
      const next = await start();
      expect((await next.status()).lastReindexReasons).toEqual([]);
      expect(await paths(next, 'kaon')).toEqual(['Later.md']);
      expect(await paths(next, 'number7')).toEqual(['Note 7.md']);
    },
  );

  it.each(['manifest', 'segment'])('is rebuilt, with the reason, when its %s is damaged', async (what) => {
    await stop(await start());
    const index = await indexFolder();
    const names = what === 'manifest' ? ['manifest.json'] : await segments();
    for (const name of names) {
      const bytes = await readFile(join(index, name));
      bytes.fill(0x5a, Math.floor(bytes.length / 3), Math.floor(bytes.length / 2));
      await writeFile(join(index, name), bytes);
    }
    const engine = await start();
    expect(await paths(engine, 'number7')).toEqual(['Note 7.md']);
    expect((await engine.status()).lastReindexReasons).toHaveLength(1);
    await stop(engine);
    const again = await start();
    expect((await again.status()).lastReindexReasons).toEqual([]);
    expect(await paths(again, 'number7')).toEqual(['Note 7.md']);
  });

  it('is rebuilt, with the reason, when it has the layout of an older version', async () => {
    await stop(await start());
    const place = join(await indexFolder(), 'manifest.json');
    const text = await readFile(place, 'utf8');
    const { manifest } = decodeManifest(text, INDEX_FORMAT) as StoredManifest;
    await writeFile(place, encodeManifest({ ...manifest, format: INDEX_FORMAT - 1 }).text);
    const engine = await start();
    expect(await paths(engine, 'number7')).toEqual(['Note 7.md']);
    expect((await engine.status()).lastReindexReasons).toEqual([
      `The index had layout ${INDEX_FORMAT - 1}; this version uses layout ${INDEX_FORMAT}.`,
    ]);
  });

  it('gives excerpts although a saved text is damaged', async () => {
    await stop(await start());
    const engine = await start();
    const index = await indexFolder();
    for (const name of await segments()) {
      const bytes = await readFile(join(index, name));
      // Texts come last in the file; the engine holds the file itself open.
      bytes.fill(0xee, Math.floor(bytes.length * 0.9));
      await writeFile(join(index, name), bytes);
    }
    const { rows } = await engine.search(searchInput.parse({ query: 'common', limit: 80 }));
    expect(rows).toHaveLength(80);
    for (const row of rows) expect(row.excerpt).toContain('Common text');
  });

  it('answers while it is being opened, with what changed since it was saved', async () => {
    await writeFile(join(vault, 'Picture.md'), 'See ![[one.png]] and [[Note 5]].\n');
    await stop(await start());
    const links = async (engine: EngineHost): Promise<string[]> =>
      ((await engine.readNote(readNoteInput.parse({ name: 'Picture' }))).outgoing ?? []).map(({ path }) => path);
    const same = await begin();
    expect(await paths(same.engine, 'number7')).toEqual(['Note 7.md']);
    expect(await links(same.engine)).toEqual(['Note 5.md']);
    await stop(same.engine);
    await writeFile(join(vault, 'Note 7.md'), 'Something else.\n');
    await rm(join(vault, 'Note 5.md'));
    const changed = await begin();
    expect(await paths(changed.engine, 'number7')).toEqual([]);
    expect(await paths(changed.engine, 'something else')).toEqual(['Note 7.md']);
    expect(await links(changed.engine)).toEqual(['_stub/Note 5.md']);
    await changed.started;
  });

  it('grows with changes', async () => {
    const engine = await start();
    await until(async () => expect((await segments()).length).toBeGreaterThan(0));
    const sizes: number[] = [];
    for (let i = 0; i < 2; i++) {
      const before = new Set(await segments());
      await writeFile(join(vault, 'Note 3.md'), `Edited ${i} times.\n`);
      await engine.refresh({ paths: ['Note 3.md'] });
      await until(async () => expect((await segments()).filter((name) => !before.has(name)).length).toBeGreaterThan(0));
      for (const name of await segments())
        if (!before.has(name)) sizes.push((await stat(join(await indexFolder(), name))).size);
    }
    expect(Math.min(...sizes)).toBeLessThan(4_000);
    await stop(engine);
    const again = await start();
    expect(await paths(again, '"edited 1 times"')).toEqual(['Note 3.md']);
  });
});

describe('several engines on one vault', () => {
  it('all answer correctly, one writes, and another takes over when it ends', async () => {
    const owner = await start();
    const follower = await start();
    expect((await owner.status()).hostNote).toBeUndefined();
    expect((await follower.status()).hostNote).toContain('Another process');
    await writeFile(join(vault, 'New.md'), 'A pelican, of all things.\n');
    for (const engine of [owner, follower]) {
      await until(async () => expect(await paths(engine, 'pelican')).toEqual(['New.md']));
    }
    await stop(owner);
    await writeFile(join(vault, 'Newer.md'), 'A toucan as well.\n');
    await until(async () => expect((await follower.status()).hostNote).toBeUndefined());
    await until(async () => expect(await paths(follower, 'toucan')).toEqual(['Newer.md']));
    await stop(follower);
    const third = await start();
    expect((await third.status()).lastReindexReasons).toEqual([]);
    expect((await third.listNotes(listNotesInput.parse({}))).total).toBe(82);
    expect(await paths(third, 'pelican toucan')).toHaveLength(2);
  });

  it('a follower that started without an index answers too', async () => {
    const [a, b] = await Promise.all([start(), start()]);
    expect(await paths(a, 'number11')).toEqual(await paths(b, 'number11'));
    expect(await paths(b, 'number11')).toEqual(['Note 11.md']);
  });
});

it('continues in memory, and says so, if the index cannot be written', async () => {
  await writeFile(join(folder, 'data'), 'a file where the data folder should be');
  const engine = await start();
  expect(await paths(engine, 'number5')).toEqual(['Note 5.md']);
  expect((await engine.status()).hostNote).toContain('memory');
});
