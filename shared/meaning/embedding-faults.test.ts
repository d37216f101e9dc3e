import { mkdir, readdir, rm, stat, symlink, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { EmbedError } from '../embeddings/embedder.ts';
import { VaultLoomError } from '../protocol/errors.ts';
import { Bench, caughtUp, chosen, find, ToyEmbedder } from './embedding-test-kit.ts';
import { until } from '../engine/engine-test-kit.ts';
import { LocalEngine } from '../engine/local-engine.ts';

let bench: Bench;
afterEach(() => bench.remove());

const words = (count: number, word: string): string => Array.from({ length: count }, () => word).join(' ');

describe('a model with a limit', () => {
  it('is given parts of what it refuses, and its limit is trusted from then on until reindex', async () => {
    bench = await Bench.with({ 'Long.md': `${words(1_000, 'a')} kitten.\n`, 'Short.md': 'A car.\n' });
    const real = 300;
    const refuse = (text: string): void => {
      if (text.split(/\s+/).length > real) throw new EmbedError('too-long', 'Too many words.');
    };
    // A word of one letter is a tenth of a word to the chunker, so a chunk holds many more tokens than usual.
    const embedder = new ToyEmbedder({ maxTokens: 1_024, before: refuse });
    const engine = await bench.start({ createEmbedder: chosen(embedder) });
    const status = await caughtUp(engine, 2);
    expect(status.notesMissingEmbeddings).toBe(0);
    expect(status.advertisedMaxTokens).toBe(1_024);
    expect(status.discoveredMaxTokens).toBeGreaterThanOrEqual(256);
    expect((await find(engine, 'feline', { mode: 'semantic' }))[0]?.path).toBe('Long.md');
    await engine.reindex({});
    expect((await engine.status()).discoveredMaxTokens).toBe(1_024);
  });

  it('that refuses everything costs each note, with the reason', async () => {
    bench = await Bench.with({ 'A.md': '# One\n\nFirst text.\n\n# Two\n\nSecond text.\n', 'B.md': 'Third.\n' });
    const refuse = (): never => {
      throw new EmbedError('too-long', 'Too long.');
    };
    const engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder({ maxTokens: 64, before: refuse })) });
    const status = await caughtUp(engine, 2);
    expect(status).toMatchObject({
      notesWithEmbeddings: 0,
      notesMissingEmbeddings: 2,
      discoveredMaxTokens: 64,
      failedChunksTotal: 2,
    });
    expect(status.failedChunks.map(({ reason }) => reason)).toEqual(['note-too-long', 'note-too-long']);
    expect(status.summary).toContain('2 failed');
    expect((await find(engine, 'first'))[0]?.path).toBe('A.md');
  });
});

describe('a note of which one text has failed and others still wait', () => {
  it('counts neither as embedded nor as failed', async () => {
    bench = await Bench.with({ 'Parts.md': '# A\n\nUndigestible, undigestible.\n\n# B\n\nFine.\n' });
    const hung = (text: string): unknown => (text.includes('Fine') ? new Promise(() => undefined) : undefined);
    const engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder({ before: hung })) });
    await until(async () => expect(await engine.status()).toMatchObject({ chunksSkippedInLastRun: 1 }));
    expect(await engine.status()).toMatchObject({ notesWithEmbeddings: 0, notesMissingEmbeddings: 0 });
  });
});

describe('an embedder that fails with a way out', () => {
  const failure = new VaultLoomError('embedder_unavailable', 'There is no toy.', { hint: 'Pull a toy.' });
  const TOLD = 'VaultLoomError: There is no toy. Pull a toy.';

  it('tells it in the status and in the answer of a semantic search, while texts are embedded', async () => {
    bench = await Bench.with({ 'A.md': 'About a car.\n' });
    const engine = await bench.start({
      createEmbedder: chosen(new ToyEmbedder({ before: () => Promise.reject(failure) })),
    });
    await until(async () => expect((await engine.status()).initError).toBe(TOLD));
    await expect(find(engine, 'automobile', { mode: 'semantic' })).rejects.toMatchObject({
      message: expect.stringContaining(TOLD) as string,
    });
  });

  it('tells it when it cannot be made', async () => {
    bench = await Bench.with({ 'A.md': 'About a car.\n' });
    const engine = await bench.start({ createEmbedder: () => Promise.reject(failure) });
    await until(async () => expect((await engine.status()).initError).toBe(TOLD));
  });

  it('tells it when only queries fail', async () => {
    bench = await Bench.with({ 'A.md': 'About a car.\n' });
    let isAway = false;
    const before = (): unknown => (isAway ? Promise.reject(failure) : undefined);
    const engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder({ before })) });
    await caughtUp(engine, 1);
    isAway = true;
    await expect(find(engine, 'automobile', { mode: 'semantic' })).rejects.toMatchObject({
      message: expect.stringContaining(TOLD) as string,
    });
    await until(async () => expect((await engine.status()).initError).toBe(TOLD));
  });
});

describe('an embedder that is away', () => {
  it('is tried again after half a minute, however many notes are edited meanwhile', async () => {
    bench = await Bench.with({ 'A.md': 'About a car.\n' });
    const embedder = new ToyEmbedder();
    embedder.isDown = true;
    const said: string[] = [];
    const engine = await bench.start({ createEmbedder: chosen(embedder) }, [], said);
    const tries = (): string[] => said.flatMap((message) => /tried again in (\d+) s/.exec(message)?.[1] ?? []);
    await until(async () => Promise.resolve(expect(tries().length).toBeGreaterThan(0)));
    for (const name of ['B.md', 'C.md']) {
      const before = tries().length;
      await bench.write(name, `Of a feline, ${name}.\n`);
      await engine.refresh({ paths: [name] });
      await until(async () => Promise.resolve(expect(tries().length).toBeGreaterThan(before)));
    }
    expect(Math.max(...tries().map(Number))).toBeLessThanOrEqual(30);
  });
});

describe('an embedder that is back', () => {
  it('is not said to be away while the rest is embedded, which can take hours', async () => {
    bench = await Bench.with({ 'A.md': 'About a car.\n' });
    // Of two calls of two texts at once, one ends and the other hangs.
    let left = Infinity;
    const embedder = new ToyEmbedder({ before: () => (left-- > 0 ? undefined : new Promise(() => undefined)) });
    embedder.isDown = true;
    const engine = await bench.start({ createEmbedder: chosen(embedder) });
    await until(async () => expect((await engine.status()).initError).toContain('The toy is broken.'));
    embedder.isDown = false;
    left = 3;
    const more = ['B.md', 'C.md', 'D.md', 'E.md'];
    for (const path of more) await bench.write(path, `About a cat in ${path}.\n`);
    await engine.refresh({ paths: more });
    await until(async () => {
      const status = await engine.status();
      expect(status.notesWithEmbeddings).toBeGreaterThan(0);
      expect(status).toMatchObject({ embeddingInProgress: true, initError: null, embedderReady: true });
      expect(status.summary).toMatch(/% embedded by toy\.$/u);
    });
  });
});

describe('an embedder that hangs', () => {
  it('is never said to have embedded the notes, not even before they are taken in', async () => {
    const notes = Array.from({ length: 200 }, (_, i) => [`N${i}.md`, `About car ${i}.\n`] as const);
    bench = await Bench.with(Object.fromEntries(notes));
    let isAsked = false;
    const before = (): Promise<void> => new Promise(() => (isAsked = true));
    const engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder({ before })) });
    const said = new Set<string>();
    while (!isAsked) said.add((await engine.status()).summary.replace(/^.*; /, ''));
    expect([...said]).not.toContain('embedded by toy.');
  });

  it('delays no query that words can answer, and lets everything end', async () => {
    bench = await Bench.with({ 'A.md': 'About a car.\n', 'B.md': 'About a cat.\n' });
    let isHung = false;
    const embedder = new ToyEmbedder({ before: () => (isHung ? new Promise(() => undefined) : undefined) });
    const engine = await bench.start({ createEmbedder: chosen(embedder) });
    await caughtUp(engine, 2);
    isHung = true;
    await bench.write('C.md', 'About a car as well.\n');
    await engine.refresh({ paths: ['C.md'] });
    await until(async () =>
      expect(await engine.status()).toMatchObject({ embeddingInProgress: true, progress: { done: 2, total: 3 } }),
    );
    expect((await find(engine, 'well'))[0]).toMatchObject({ path: 'C.md', matchedBy: ['fulltext'] });
    expect(await find(engine, 'car', { mode: 'fulltext' })).toHaveLength(2);
    const started = performance.now();
    await bench.stop(engine);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('an engine that ends while it embeds', () => {
  it('does not warn of vectors that it can no longer save', async () => {
    bench = await Bench.with({ 'A.md': 'About a car.\n', 'B.md': 'About a cat.\n' });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let asked = 0;
    const embedder = new ToyEmbedder({ before: () => (++asked > 1 ? held : undefined) });
    const log: string[] = [];
    const engine = await bench.start({ createEmbedder: chosen(embedder) }, [], log);
    await until(async () => expect(asked).toBeGreaterThan(1));
    await bench.stop(engine);
    release();
    await new Promise<void>((resolve) => setImmediate(resolve));
    expect(log.filter((line) => line.startsWith('warn'))).toEqual([]);
  });
});

describe('an engine that is killed', () => {
  it('keeps what was embedded before, and a torn file costs only its own vectors', async () => {
    bench = await Bench.with({ 'First.md': 'About a car.\n' });
    let engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder()) });
    await caughtUp(engine, 1);
    await bench.stop(engine);
    const before = new Set(await readdir(await bench.vectors()));
    await bench.write('Second.md', 'About a cat.\n');
    engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder()) });
    await caughtUp(engine, 2);
    await bench.stop(engine);
    const folder = await bench.vectors();
    const newest = (await readdir(folder)).filter((name) => name.startsWith('segment-') && !before.has(name));
    expect(newest).toHaveLength(1);
    const file = join(folder, newest[0] ?? '');
    await truncate(file, (await stat(file)).size - 8);
    const embedder = new ToyEmbedder();
    engine = await bench.start({ createEmbedder: chosen(embedder) });
    const status = await caughtUp(engine, 2);
    expect(embedder.texts.document).toEqual(['Second\nAbout a cat.']);
    expect(status.lastReindexReasons).toEqual([expect.stringContaining('Vectors of 1 in 2 files are rebuilt')]);
  });
});

describe.runIf(process.platform !== 'win32')('in the place of a file of vectors', () => {
  it.each([
    ['a symlink to itself', (file: string) => symlink(file, file)],
    ['a folder', (file: string) => mkdir(file)],
  ])('%s costs only that file’s vectors', async (_what, put) => {
    bench = await Bench.with({ 'First.md': 'About a car.\n' });
    let engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder()) });
    await caughtUp(engine, 1);
    await bench.stop(engine);
    const folder = await bench.vectors();
    const [first = ''] = (await readdir(folder)).filter((name) => name.startsWith('segment-'));
    await bench.write('Second.md', 'About a cat.\n');
    engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder()) });
    await caughtUp(engine, 2);
    await bench.stop(engine);
    await rm(join(folder, first));
    await put(join(folder, first));
    const embedder = new ToyEmbedder();
    engine = await bench.start({ createEmbedder: chosen(embedder) });
    const status = await caughtUp(engine, 2);
    expect(embedder.texts.document).toEqual(['First\nAbout a car.']);
    expect(status.lastReindexReasons).toEqual([expect.stringContaining('Vectors of 1 in 2 files are rebuilt')]);
    await bench.stop(engine);
    const again = new ToyEmbedder();
    await caughtUp(await bench.start({ createEmbedder: chosen(again) }), 2);
    expect(again.texts.document).toEqual([]);
  });
});

describe('a model whose queries alone failed', () => {
  it('is tried by one question at a time, however long it gives no answer', async () => {
    bench = await Bench.with({ 'A.md': 'About a car.\n' });
    let isFailing = false;
    let tries = 0;
    let goOn = (): void => undefined;
    const silence = new Promise<void>((resolve) => (goOn = resolve));
    const before = (text: string): unknown => {
      if (text === 'note' && ++tries > 0) return silence;
      return isFailing ? Promise.reject(new EmbedError('embed-error', 'Not now.')) : undefined;
    };
    const engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder({ before })) });
    await caughtUp(engine, 1);
    isFailing = true;
    await find(engine, 'automobile', { mode: 'semantic' }).catch(() => undefined);
    if (!(engine instanceof LocalEngine)) throw new Error('Another kind of engine.');
    const asked = [engine.tryModel(), engine.tryModel(), engine.tryModel()];
    await until(async () => expect(tries).toBeGreaterThan(0));
    goOn();
    await Promise.all(asked);
    expect(tries).toBe(1);
  });
});

describe('a note of 20 MB', () => {
  it('is taken in without delaying anyone', async () => {
    const paragraph = `${words(60, 'lorem ipsum')}.\n\n`;
    bench = await Bench.with({
      'Small.md': 'A car.\n',
      'Huge.md': `${paragraph.repeat(Math.ceil((20 * 1024 * 1024) / paragraph.length))}The end has a kitten.\n`,
    });
    const engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder()) });
    let longest = 0;
    await until(async () => {
      const asked = performance.now();
      const rows = await find(engine, 'car', { mode: 'fulltext' });
      longest = Math.max(longest, performance.now() - asked);
      expect(rows[0]?.path).toBe('Small.md');
      expect((await engine.status()).notesWithEmbeddings).toBe(2);
    });
    expect((await find(engine, 'feline', { mode: 'semantic' }))[0]?.path).toBe('Huge.md');
    // A bound that only blocking the loop for seconds can break, however busy the machine is.
    expect(longest).toBeLessThan(5_000);
  });
});
