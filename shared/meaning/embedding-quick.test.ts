import { readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../engine/engine-test-kit.ts';
import { decodeManifest, MANIFEST_NAME } from '../store/manifest.ts';
import { Bench, caughtUp, chosen, find, ToyEmbedder } from './embedding-test-kit.ts';
import { VECTORS_FORMAT } from './vectors/saved-vectors.ts';

const FILLER = 'Much else was written down here, in no order at all, by people who had long left the house again. ';
const VAULT = {
  'Garage.md': `The car needs new tyres before winter. ${FILLER}`,
  'Pets.md': `${FILLER}Nobody knows why a cat sleeps on the sofa all day.\n`,
  'Basement.md': `The basement is damp, shelves hold jars. ${FILLER}\n`,
};
const NOTES = 3;
const MANY = 150;
const WORDS_FILE = 'words-quick.bin';

let bench: Bench;
afterEach(() => bench.remove());

/** An embedder with words, which does whole passages only when told to: one, or all from now on. */
function gated(): { embedder: ToyEmbedder; doOne: () => void; doAll: () => void } {
  const waiting: (() => void)[] = [];
  let isOpen = false;
  const isWhole = (text: string): boolean => text.split(/\s+/).length > 20;
  const before = (text: string): unknown =>
    isOpen || !isWhole(text) ? undefined : new Promise<void>((resolve) => waiting.push(resolve));
  return {
    embedder: new ToyEmbedder({ model: 'quick', hasWords: true, before }),
    doOne: () => waiting.shift()?.(),
    doAll: () => {
      isOpen = true;
      for (const go of waiting) go();
    },
  };
}

/** The kinds of vectors on disk. */
async function kinds(): Promise<string[]> {
  const text = await readFile(join(await bench.vectors(), MANIFEST_NAME), 'utf8');
  const stored = decodeManifest(text, VECTORS_FORMAT);
  return 'manifest' in stored ? [...new Set(stored.manifest.segments.map(({ kind }) => kind))].sort() : [];
}

describe('an embedder that does single words', () => {
  it('finds by them, and by the beginnings of notes, before the whole notes are embedded', async () => {
    bench = await Bench.with(VAULT);
    const { embedder, doAll } = gated();
    const engine = await bench.start({ createEmbedder: chosen(embedder) });
    // Far from the beginning of the note.
    await until(async () => expect((await find(engine, 'feline'))[0]?.path).toBe('Pets.md'));
    await until(async () =>
      expect((await find(engine, 'automobile', { mode: 'semantic' }))[0]).toMatchObject({
        path: 'Garage.md',
        matchedBy: ['semantic'],
      }),
    );
    expect(await engine.status()).toMatchObject({ notesWithEmbeddings: 0, embeddingsComplete: false });
    doAll();
    await caughtUp(engine, NOTES);
    for (const mode of ['semantic', 'hybrid'])
      expect((await find(engine, 'feline', { mode }))[0]?.path).toBe('Pets.md');
  });

  it('takes in a new note at once, however long the whole notes take', async () => {
    const others = Array.from(
      { length: MANY },
      (_, i) => [`Other ${i}.md`, `${FILLER}This is number ${i}.\n`] as const,
    );
    bench = await Bench.with({ ...VAULT, ...Object.fromEntries(others) });
    const { embedder, doOne, doAll } = gated();
    const engine = await bench.start({ createEmbedder: chosen(embedder) });
    await until(async () => expect((await find(engine, 'feline'))[0]?.path).toBe('Pets.md'));
    await bench.write('Party.md', `${FILLER}Someone brought wine.\n`);
    await engine.refresh({ paths: ['Party.md'] });
    await until(async () => {
      doOne();
      expect((await find(engine, 'beverage'))[0]?.path).toBe('Party.md');
    });
    const { notesWithEmbeddings } = await engine.status();
    expect(notesWithEmbeddings).toBeLessThan(NOTES + MANY);
    doAll();
    expect((await caughtUp(engine, NOTES + MANY + 1)).embeddingsComplete).toBe(true);
  });

  it('makes each vector once: not again after a restart, and words not even in another vault', async () => {
    bench = await Bench.with(VAULT);
    const first = new ToyEmbedder({ model: 'quick', hasWords: true });
    let engine = await bench.start({ createEmbedder: chosen(first) });
    await caughtUp(engine, NOTES);
    expect(new Set(first.alone).size).toBe(first.alone.length);
    expect(first.alone).toEqual(expect.arrayContaining(['tyres', 'shelves', 'sofa']));
    expect(first.texts.document).toHaveLength(2 * NOTES);
    await bench.stop(engine);
    const data = join(bench.folder, 'data');
    if (process.platform !== 'win32') expect((await stat(join(data, WORDS_FILE))).mode & 0o777).toBe(0o600);

    const second = new ToyEmbedder({ model: 'quick', hasWords: true });
    engine = await bench.start({ createEmbedder: chosen(second) });
    await caughtUp(engine, NOTES);
    expect((await find(engine, 'feline'))[0]?.path).toBe('Pets.md');
    expect([second.texts.document, second.alone]).toEqual([[], ['feline']]);
    await bench.stop(engine);

    await rm(await bench.vectors(), { recursive: true });
    const third = new ToyEmbedder({ model: 'quick', hasWords: true });
    engine = await bench.start({ createEmbedder: chosen(third) });
    await caughtUp(engine, NOTES);
    expect(third.texts.document).toHaveLength(2 * NOTES);
    expect(third.alone).toEqual([]);
  });

  it('gives way to another embedder, with all that it made first', async () => {
    bench = await Bench.with(VAULT);
    let engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder({ model: 'quick', hasWords: true })) });
    await caughtUp(engine, NOTES);
    await bench.stop(engine);
    expect(await kinds()).toEqual(['static-vectors', 'vectors']);
    engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder({ model: 'plain' })) });
    await caughtUp(engine, NOTES);
    await until(async () => expect((await find(engine, 'automobile'))[0]?.path).toBe('Garage.md'));
    await bench.stop(engine);
    engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder({ model: 'plain' })) });
    await caughtUp(engine, NOTES);
    expect(await kinds()).toEqual(['vectors']);
  });

  it('tells how far it is while the words alone are done', async () => {
    bench = await Bench.with(VAULT);
    let goOn = (): void => undefined;
    const first = new Promise<void>((resolve) => (goOn = resolve));
    const embedder = new ToyEmbedder({ model: 'quick', hasWords: true, before: () => first });
    const engine = await bench.start({ createEmbedder: chosen(embedder) });
    await until(async () => expect((await engine.status()).progress).toEqual({ done: NOTES, total: 3 * NOTES }));
    goOn();
    await caughtUp(engine, NOTES);
  });

  it('that is down leaves everything else as it is, and goes on once it is back', async () => {
    bench = await Bench.with(VAULT);
    const embedder = new ToyEmbedder({ model: 'quick', hasWords: true });
    embedder.isDown = true;
    const engine = await bench.start({ createEmbedder: chosen(embedder) });
    await until(async () => expect((await engine.status()).initError).toBe('VaultLoomError: The toy is broken.'));
    expect((await find(engine, 'tyres'))[0]).toMatchObject({ path: 'Garage.md', matchedBy: ['fulltext'] });
    embedder.isDown = false;
    await engine.reindex({});
    await caughtUp(engine, NOTES);
    expect((await find(engine, 'feline'))[0]?.path).toBe('Pets.md');
  });
});

describe('the beginnings of passages', () => {
  const SECTIONS = {
    'Garage.md': `The car needs new tyres. ${FILLER}\n\n## Floor\n\nA cat sleeps there. ${FILLER}\n`,
    'House.md': `The basement is damp. ${FILLER}\n\n## Roof\n\nWine is kept under it. ${FILLER}\n`,
  };
  const SECTION_NOTES = 2;
  const lengthOf = (text: string): number => text.split(/\s+/).length;

  it('are embedded before any whole passage, the first of every note before the others', async () => {
    bench = await Bench.with(SECTIONS);
    const embedder = new ToyEmbedder({ model: 'quick', hasWords: true });
    const engine = await bench.start({
      createEmbedder: chosen(Object.assign(embedder, { pace: { textsPerCall: 1, callsAtOnce: 1 } })),
    });
    await caughtUp(engine, SECTION_NOTES);
    const texts = embedder.texts.document;
    expect(texts.slice(0, 4).map(lengthOf)).toEqual([20, 20, 15, 15]);
    expect(texts).toHaveLength(8);
    for (const [i, text] of texts.slice(0, 4).entries())
      expect(
        texts.slice(4).filter((whole) => whole.startsWith(text)),
        `text ${i}`,
      ).toHaveLength(1);
  });

  it('find passages far down in a note, also after a restart, and are not made twice', async () => {
    bench = await Bench.with(SECTIONS);
    const { embedder } = gated();
    let engine = await bench.start({ createEmbedder: chosen(embedder) });
    for (const mode of ['semantic', 'hybrid'])
      await until(async () => expect((await find(engine, 'beverage', { mode }))[0]?.path).toBe('House.md'));
    expect(embedder.texts.document).toHaveLength(4);
    // The words of each, its beginning, and then the whole.
    expect((await engine.status()).progress).toEqual({ done: 8, total: 12 });
    await bench.stop(engine);
    const again = gated();
    engine = await bench.start({ createEmbedder: chosen(again.embedder) });
    await until(async () => expect((await find(engine, 'feline', { mode: 'semantic' }))[0]?.path).toBe('Garage.md'));
    expect(again.embedder.texts.document).toEqual([]);
  });

  it('are dropped once the passages are embedded, and made again only of what changes', async () => {
    bench = await Bench.with(SECTIONS);
    const { embedder, doAll } = gated();
    const engine = await bench.start({ createEmbedder: chosen(embedder) });
    await until(async () => expect(await kinds()).toContain('short-vectors'));
    doAll();
    await caughtUp(engine, SECTION_NOTES);
    await until(async () => expect(await kinds()).toEqual(['static-vectors', 'vectors']));
    const before = embedder.texts.document.length;
    await bench.write('House.md', SECTIONS['House.md'].replace('Wine', 'Tea'));
    await engine.refresh({ paths: ['House.md'] });
    await until(async () => expect(embedder.texts.document).toHaveLength(before + 2));
    await caughtUp(engine, SECTION_NOTES);
    expect(embedder.texts.document.slice(before).every((text) => text.includes('Tea is kept'))).toBe(true);
    await until(async () => expect(await kinds()).toEqual(['static-vectors', 'vectors']));
    expect(await engine.status()).toMatchObject({ embeddingsComplete: true });
  });
});

describe('what is embedded first', () => {
  it('is the newest note, then the one with most links to it, and so on', async () => {
    const texts = Object.fromEntries(['A', 'B', 'C', 'D'].map((name) => [`${name}.md`, `${name} is a note.\n`]));
    bench = await Bench.with({ ...texts, 'B.md': 'B is a note on [[D]].\n', 'C.md': 'C is a note on [[D]].\n' });
    for (const [i, name] of ['D', 'C', 'B', 'A'].entries())
      await utimes(join(bench.vault, `${name}.md`), 1_700_000_000 + i, 1_700_000_000 + i);
    const embedder = Object.assign(new ToyEmbedder(), { pace: { textsPerCall: 1, callsAtOnce: 1 } });
    const engine = await bench.start({ createEmbedder: chosen(embedder) });
    await caughtUp(engine, 4);
    expect(embedder.texts.document.map((text) => text[0])).toEqual(['A', 'D', 'B', 'C']);
  });
});

describe('several engines with such an embedder', () => {
  it('share what one of them makes first', async () => {
    bench = await Bench.with(VAULT);
    const { embedder } = gated();
    const ofFollower = new ToyEmbedder({ model: 'quick', hasWords: true });
    await bench.start({ createEmbedder: chosen(embedder) });
    const follower = await bench.start({ createEmbedder: chosen(ofFollower) });
    await until(async () => expect((await find(follower, 'feline'))[0]?.path).toBe('Pets.md'));
    expect(ofFollower.texts.document).toEqual([]);
    expect(ofFollower.alone.every((word) => word === 'feline')).toBe(true);
  });

  it('tell how far it is, those too that wait for the one that embeds', async () => {
    bench = await Bench.with(VAULT);
    const { embedder, doAll } = gated();
    await bench.start({ createEmbedder: chosen(embedder) });
    const follower = await bench.start({ createEmbedder: chosen(new ToyEmbedder({ model: 'quick', hasWords: true })) });
    await until(async () =>
      expect(await follower.status()).toMatchObject({
        embeddingInProgress: false,
        progress: { done: 2 * NOTES, total: 3 * NOTES },
      }),
    );
    doAll();
    await until(async () => expect((await follower.status()).embeddingsComplete).toBe(true));
    expect((await follower.status()).progress).toBeUndefined();
  });
});
