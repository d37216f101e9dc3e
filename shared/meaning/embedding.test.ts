import { mkdir, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { Bench, caughtUp, chosen, find, ToyEmbedder } from './embedding-test-kit.ts';
import { until } from '../engine/engine-test-kit.ts';

const VAULT = {
  'Garage.md': '# Cars\n\nThe car needs new tyres before winter.\n\n## Paint\n\nIt should be blue.\n',
  'Pets.md': 'A cat sleeps on the sofa all day.\n',
  'House/Basement.md': '---\ntags: [home]\n---\nThe basement is damp, shelves hold jars.\n',
  'Empty.md': '',
  'Numbers.md': '---\nkind: none\n---\n',
};
const NOTES = 3;

let bench: Bench;
afterEach(() => bench.remove());

describe('search by meaning', () => {
  it('finds a note that shares no word with the query, in semantic and in hybrid', async () => {
    bench = await Bench.with(VAULT);
    const engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder()) });
    await caughtUp(engine, NOTES);
    for (const mode of ['semantic', 'hybrid']) {
      const [row] = await find(engine, 'automobile', { mode });
      expect(row).toMatchObject({ path: 'Garage.md', matchedBy: ['semantic'] });
      expect(row?.excerpt).toContain('tyres');
      expect((await find(engine, 'feline kitten', { mode }))[0]?.path).toBe('Pets.md');
    }
    expect(await find(engine, 'automobile', { mode: 'fulltext' })).toEqual([]);
    const [row] = await find(engine, 'damp basement', { mode: 'hybrid' });
    expect(row).toMatchObject({ path: 'House/Basement.md', matchedBy: ['fulltext', 'semantic'] });
  });

  it('finds cards of canvases, under the name of their group, and forgets them with the canvas', async () => {
    const card = (id: string, text: string, x: number): object => ({
      id,
      type: 'text',
      text,
      x,
      y: 10,
      width: 50,
      height: 50,
    });
    const canvas = (...texts: string[]): string =>
      JSON.stringify({
        nodes: [
          { id: 'g', type: 'group', label: 'Trips', x: 0, y: 0, width: 100, height: 100 },
          ...texts.map((text, at) => card(String(at), text, at === 0 ? 10 : 500)),
        ],
        edges: [],
      });
    bench = await Bench.with({ ...VAULT, 'Board.canvas': canvas('Rent a bicycle', 'Buy wine for the feast') });
    const embedder = new ToyEmbedder();
    const engine = await bench.start({ createEmbedder: chosen(embedder) });
    await caughtUp(engine, NOTES);
    const beverages = (): Promise<unknown[]> => find(engine, 'beverage', { mode: 'semantic', limit: 1 });
    await until(async () =>
      expect(await beverages()).toMatchObject([{ path: 'Board.canvas', kind: 'canvas', matchedBy: ['semantic'] }]),
    );
    expect(embedder.texts.document.some((text) => text.includes('Trips') && text.includes('bicycle'))).toBe(true);

    await bench.write('Board.canvas', canvas('A kitten'));
    await until(async () =>
      expect(await find(engine, 'kitten', { mode: 'semantic', unique: 'chunks', limit: 2 })).toMatchObject(
        expect.arrayContaining([expect.objectContaining({ path: 'Board.canvas', chunkHeading: 'Trips' })]) as unknown[],
      ),
    );
    await until(async () =>
      expect((await find(engine, 'beverage', { mode: 'semantic' })).map(({ path }) => path)).not.toContain(
        'Board.canvas',
      ),
    );
    await rm(join(bench.vault, 'Board.canvas'));
    await until(async () =>
      expect((await find(engine, 'kitten', { mode: 'semantic' })).map(({ path }) => path)).not.toContain(
        'Board.canvas',
      ),
    );
  });

  it('finds by a few words without any that reveal the language', async () => {
    bench = await Bench.with(VAULT);
    const engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder(), { readsEnglishOnly: true }) });
    await caughtUp(engine, NOTES);
    for (const mode of ['semantic', 'hybrid'])
      expect((await find(engine, 'automobile', { mode }))[0]?.path).toBe('Garage.md');
  });

  it('gives the passage, its heading and its line, and keeps to folder and tag', async () => {
    bench = await Bench.with(VAULT);
    const engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder()) });
    await caughtUp(engine, NOTES);
    for (const mode of ['semantic', 'hybrid']) {
      const [row] = await find(engine, 'blue paint', { mode, unique: 'chunks' });
      expect(row).toMatchObject({
        path: 'Garage.md',
        chunkHeading: 'Paint',
        chunkStartLine: 5,
        chunkExcerpt: 'It should be blue.',
      });
      expect((await find(engine, 'automobile', { mode, directory: 'House' })).map(({ path }) => path)).not.toContain(
        'Garage.md',
      );
      expect((await find(engine, 'the car', { mode, tag: 'home' })).map(({ path }) => path)).not.toContain('Garage.md');
    }
  });

  it('finds for a quoted phrase only notes that contain it', async () => {
    bench = await Bench.with(VAULT);
    const engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder()) });
    await caughtUp(engine, NOTES);
    expect((await find(engine, '"new tyres"')).map(({ path }) => path)).toEqual(['Garage.md']);
    expect(await find(engine, '"automobile"')).toEqual([]);
  });

  it('waits for the first vectors if nothing else can answer', async () => {
    bench = await Bench.with(VAULT);
    const slow = new ToyEmbedder({ before: () => delay(100) });
    const engine = await bench.start({ createEmbedder: () => delay(200).then(chosen(slow)) });
    expect(await engine.status()).toMatchObject({ embeddingsComplete: false });
    expect((await find(engine, 'feline', { mode: 'semantic' })).length).toBeGreaterThan(0);
  });

  it('reports it truthfully in the status', async () => {
    bench = await Bench.with(VAULT);
    const engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder({ maxTokens: 90 })) });
    const status = await caughtUp(engine, NOTES);
    expect(status).toMatchObject({
      notesTotal: 5,
      notesWithEmbeddings: 3,
      notesNoEmbeddableContent: 2,
      notesMissingEmbeddings: 0,
      chunksTotal: 4,
      provider: 'toy',
      embeddingModel: 'toy',
      embeddingDim: 1024,
      advertisedMaxTokens: 90,
      discoveredMaxTokens: 90,
      embedderReady: true,
      embeddingInProgress: false,
      embeddingsComplete: true,
      initError: null,
      lastReindexReasons: ['There was no index yet.'],
      failedChunksTotal: 2,
    });
    expect(status.failedChunks.map(({ note, reason }) => `${note} ${reason}`).sort()).toEqual([
      'Empty.md no-embeddable-content',
      'Numbers.md no-embeddable-content',
    ]);
    expect(status.summary).toContain('embedded by toy');
  });

  it('is refused with the cause if embeddings are off', async () => {
    bench = await Bench.with(VAULT);
    const engine = await bench.start({
      createEmbedder: () => Promise.resolve(null),
      learnTerms: () => Promise.resolve(false),
    });
    await expect(find(engine, 'automobile', { mode: 'semantic' })).rejects.toMatchObject({
      code: 'embedder_unavailable',
      message: expect.stringContaining('turned off') as string,
    });
    expect(await engine.status()).toMatchObject({ provider: 'none', embedderReady: false, initError: null });
  });
});

describe('vectors', () => {
  it('are made once: not again after a restart, a move, or an edit elsewhere in the note', async () => {
    bench = await Bench.with(VAULT);
    const first = new ToyEmbedder();
    let engine = await bench.start({ createEmbedder: chosen(first) });
    await caughtUp(engine, NOTES);
    expect(first.texts.document).toHaveLength(4);
    expect(first.texts.document).toContain('Garage > Cars > Paint\nIt should be blue.');
    await bench.stop(engine);
    await mkdir(join(bench.vault, 'Moved'));
    await rename(join(bench.vault, 'Pets.md'), join(bench.vault, 'Moved', 'Pets.md'));
    const second = new ToyEmbedder();
    engine = await bench.start({ createEmbedder: chosen(second) });
    await until(async () =>
      expect((await find(engine, 'feline', { mode: 'semantic' }))[0]?.path).toBe('Moved/Pets.md'),
    );
    await caughtUp(engine, NOTES);
    await bench.write('Garage.md', `${VAULT['Garage.md']}\n## Radio\n\nNone.\n`);
    await engine.refresh({ paths: ['Garage.md'] });
    await until(async () =>
      expect((await find(engine, 'radio none', { mode: 'semantic', unique: 'chunks' }))[0]?.chunkHeading).toBe('Radio'),
    );
    await rename(join(bench.vault, 'Moved', 'Pets.md'), join(bench.vault, 'Pets.md'));
    await engine.refresh({ paths: ['Pets.md', 'Moved/Pets.md'] });
    await until(async () => expect((await find(engine, 'feline', { mode: 'semantic' }))[0]?.path).toBe('Pets.md'));
    expect(second.texts.document).toEqual(['Garage > Cars > Radio\nNone.']);
  });

  it.each(['cut off', 'foreign', 'damaged'])('that are %s on disk are rebuilt, at no other cost', async (how) => {
    bench = await Bench.with(VAULT);
    let engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder()) });
    await caughtUp(engine, NOTES);
    await bench.stop(engine);
    const folder = await bench.vectors();
    for (const name of (await readdir(folder)).filter((file) => file.startsWith('segment-'))) {
      const file = join(folder, name);
      const bytes = await readFile(file);
      if (how === 'cut off') await truncate(file, bytes.length - 100);
      else if (how === 'foreign') await writeFile(file, Buffer.alloc(bytes.length, 'no vectors of ours '));
      else await writeFile(file, bytes.fill(0x5a, bytes.length - 60, bytes.length - 40));
    }
    const again = new ToyEmbedder();
    engine = await bench.start({ createEmbedder: chosen(again) });
    expect((await engine.status()).notesTotal).toBe(5);
    await caughtUp(engine, NOTES);
    expect(again.texts.document.length).toBeGreaterThan(0);
    expect((await engine.status()).lastReindexReasons).toEqual([expect.stringMatching(/vectors.*rebuilt/)]);
    expect((await find(engine, 'automobile', { mode: 'semantic' }))[0]?.path).toBe('Garage.md');
    await bench.stop(engine);
    const third = new ToyEmbedder();
    engine = await bench.start({ createEmbedder: chosen(third) });
    await caughtUp(engine, NOTES);
    expect(third.texts.document).toEqual([]);
    expect((await engine.status()).lastReindexReasons).toEqual([]);
  });

  it('of a previous embedder answer until those of the new one are complete', async () => {
    bench = await Bench.with(VAULT);
    let engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder({ model: 'old' })) });
    await caughtUp(engine, NOTES);
    await bench.stop(engine);
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const asked = new ToyEmbedder({ model: 'old' });
    const slow = new ToyEmbedder({ model: 'new', before: () => gate });
    engine = await bench.start({
      createEmbedder: chosen(slow),
      createFormerEmbedder: () => Promise.resolve({ embedder: asked, readsEnglishOnly: false }),
    });
    expect((await find(engine, 'automobile', { mode: 'semantic' }))[0]?.path).toBe('Garage.md');
    expect(asked.texts.query).toEqual(['automobile']);
    expect((await engine.status()).lastReindexReasons).toEqual([
      expect.stringContaining('changed from toy (old) to toy (new)'),
    ]);
    release();
    await caughtUp(engine, NOTES);
    await until(async () => {
      await find(engine, 'kitten', { mode: 'semantic' });
      expect(slow.texts.query).toContain('kitten');
    });
  });
});

describe('an embedder that fails', () => {
  it('costs only the texts it cannot take, which reindex retries', async () => {
    bench = await Bench.with({
      ...VAULT,
      'Bad.md': 'This is undigestible.\n',
      'Half.md': '# A\n\nFine text.\n\n# B\n\nThis is undigestible too.\n',
    });
    const embedder = new ToyEmbedder();
    const engine = await bench.start({ createEmbedder: chosen(embedder) });
    const status = await caughtUp(engine, NOTES + 2);
    expect(status).toMatchObject({ notesWithEmbeddings: 4, notesMissingEmbeddings: 1, chunksSkippedInLastRun: 2 });
    const reasons = status.failedChunks.map(({ note, reason }) => `${note} ${reason}`);
    expect(reasons).toContain('Bad.md note-embed-error');
    expect(reasons).toContain('Half.md embed-error');
    expect((await find(engine, 'fine text', { mode: 'semantic' }))[0]?.path).toBe('Half.md');
    await bench.write('Bad.md', 'This is digestible.\n');
    await engine.reindex({});
    await until(async () => expect((await engine.status()).notesMissingEmbeddings).toBe(0));
  });

  it('as a whole affects nothing that does not need meaning', async () => {
    bench = await Bench.with(VAULT);
    const embedder = new ToyEmbedder();
    embedder.isDown = true;
    const engine = await bench.start({ createEmbedder: chosen(embedder) });
    await until(async () => expect((await engine.status()).initError).toBe('VaultLoomError: The toy is broken.'));
    expect((await find(engine, 'tyres'))[0]).toMatchObject({ path: 'Garage.md', matchedBy: ['fulltext'] });
    await expect(find(engine, 'automobile', { mode: 'semantic' })).rejects.toMatchObject({
      code: 'embedder_unavailable',
      message: expect.stringContaining('broken') as string,
    });
    embedder.isDown = false;
    await engine.reindex({});
    expect(await caughtUp(engine, NOTES)).toMatchObject({ initError: null, embedderReady: true });
    expect(embedder.retries).toBe(1);
  });

  it('to be created is reported in the status, and created by reindex once possible', async () => {
    bench = await Bench.with(VAULT);
    let isBad = true;
    const engine = await bench.start({
      createEmbedder: () =>
        isBad ? Promise.reject(new SyntaxError('model-overrides.json is no JSON')) : chosen(new ToyEmbedder())(),
    });
    await until(async () =>
      expect((await engine.status()).initError).toBe('SyntaxError: model-overrides.json is no JSON'),
    );
    expect((await find(engine, 'tyres'))[0]?.path).toBe('Garage.md');
    isBad = false;
    await engine.reindex({});
    expect(await caughtUp(engine, NOTES)).toMatchObject({ initError: null, provider: 'toy' });
  });
});

describe('several engines', () => {
  it('share what one of them embeds, and continue when it ends', async () => {
    bench = await Bench.with(VAULT);
    const ofOwner = new ToyEmbedder();
    const ofFollower = new ToyEmbedder();
    const owner = await bench.start({ createEmbedder: chosen(ofOwner) });
    const follower = await bench.start({ createEmbedder: chosen(ofFollower) });
    await caughtUp(owner, NOTES);
    await until(async () =>
      expect((await find(follower, 'automobile', { mode: 'semantic' }))[0]?.path).toBe('Garage.md'),
    );
    expect(ofFollower.texts.document).toEqual([]);
    await bench.stop(owner);
    await bench.write('Boats.md', 'A sailing boat.\n');
    await until(async () =>
      expect((await find(follower, 'sailing boat', { mode: 'semantic' }))[0]?.path).toBe('Boats.md'),
    );
    expect(ofFollower.texts.document).toEqual(['Boats\nA sailing boat.']);
    await rm(join(bench.vault, 'Boats.md'));
  });
});
