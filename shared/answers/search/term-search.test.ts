import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { VaultLoomError } from '../../protocol/errors.ts';
import { searchInput, type SearchFound } from '../../protocol/schemas/find.ts';
import { Bench, caughtUp, chosen, find, ToyEmbedder } from '../../meaning/embedding-test-kit.ts';
import { until } from '../../engine/engine-test-kit.ts';

const TERMS_ONLY = { createEmbedder: () => Promise.resolve(null) };
const TOPICS = [
  ['horno', 'harina', 'levadura', 'masa', 'pan'],
  ['vela', 'viento', 'barco', 'puerto', 'marea'],
  ['raíz', 'semilla', 'riego', 'huerto', 'tomate'],
];

/** Notes of three topics, each with most of its topic's words. */
function topics(): Record<string, string> {
  const files: Record<string, string> = {};
  for (const [number, words] of TOPICS.entries()) {
    for (let i = 0; i < 20; i++) {
      const own = words.filter((_, word) => word !== i % words.length);
      files[`${number}/Nota ${number} ${i}.md`] = `Hoy ${own.join(' con ')} para la casa ${i}.\n`;
    }
  }
  files['Solo.md'] = 'Mucha levadura para la casa.\n';
  return files;
}

let bench: Bench;
afterEach(() => bench.remove());

describe('terms that go together', () => {
  it('are learned from the vault in seconds, and answer by meaning with no embedder at all', async () => {
    bench = await Bench.with(topics());
    const engine = await bench.start(TERMS_ONLY);
    await until(async () =>
      expect(await engine.status()).toMatchObject({ provider: 'lsa', embedderReady: true, notesWithEmbeddings: 61 }),
    );
    const rows = await find(engine, 'horno', { mode: 'semantic', limit: 10 });
    expect(rows).toHaveLength(10);
    for (const row of rows)
      expect(row).toMatchObject({ path: expect.stringMatching(/^0\//) as string, matchedBy: ['semantic'] });
    expect((await find(engine, 'horno'))[0]?.matchedBy).toEqual(['fulltext', 'semantic']);
    expect(await find(engine, 'palabra que falta', { mode: 'semantic' })).toEqual([]);
  });

  it('survive a restart, and new notes are placed with them', async () => {
    bench = await Bench.with(topics());
    let engine = await bench.start(TERMS_ONLY);
    await until(async () => expect((await engine.status()).embedderReady).toBe(true));
    const before = await find(engine, 'barco', { mode: 'semantic' });
    await bench.stop(engine);
    engine = await bench.start(TERMS_ONLY);
    expect(await find(engine, 'barco', { mode: 'semantic' })).toEqual(before);
    await bench.write('Nueva.md', 'Marea.\n');
    await engine.refresh({ paths: ['Nueva.md'] });
    await until(async () =>
      expect((await find(engine, 'marea', { mode: 'semantic' })).map(({ path }) => path)).toContain('Nueva.md'),
    );
    expect((await engine.status()).lastReindexReasons).toEqual([]);
  });

  it('are learned again if the saved ones are damaged', async () => {
    bench = await Bench.with(topics());
    let engine = await bench.start(TERMS_ONLY);
    await until(async () => expect((await engine.status()).embedderReady).toBe(true));
    const before = await find(engine, 'tomate', { mode: 'semantic' });
    await bench.stop(engine);
    const folder = await bench.vectors();
    for (const name of (await readdir(folder)).filter((file) => file.startsWith('segment-'))) {
      const bytes = await readFile(join(folder, name));
      await writeFile(join(folder, name), bytes.fill(0x11, bytes.length - 200, bytes.length - 100));
    }
    engine = await bench.start(TERMS_ONLY);
    await until(async () => expect(await find(engine, 'tomate', { mode: 'semantic' })).toEqual(before));
    expect((await engine.status()).lastReindexReasons).toEqual([expect.stringContaining('terms were damaged')]);
  });

  it('answer in place of a failing embedder, and if they find nothing the failure is reported', async () => {
    bench = await Bench.with(topics());
    const embedder = new ToyEmbedder();
    embedder.isDown = true;
    const engine = await bench.start({ createEmbedder: chosen(embedder) });
    await until(async () => expect((await find(engine, 'horno', { mode: 'semantic' }))[0]?.path).toMatch(/^0\//));
    await expect(find(engine, 'automobile', { mode: 'semantic' })).rejects.toMatchObject({
      code: 'embedder_unavailable',
      message: expect.stringContaining('broken') as string,
    });
    expect(await find(engine, 'automobile')).toEqual([]);
  });

  it.each([
    [
      'cannot be made',
      () => Promise.reject(new VaultLoomError('embedder_unavailable', 'Gone.', { hint: 'Start it.' })),
    ],
    [
      'failed before it had read anything',
      chosen(
        new ToyEmbedder({
          before: () => Promise.reject(new VaultLoomError('embedder_unavailable', 'Gone.', { hint: 'Start it.' })),
        }),
      ),
    ],
  ])('are said to stand in for an embedder that %s', async (_how, createEmbedder) => {
    bench = await Bench.with(topics());
    const engine = await bench.start({ createEmbedder });
    await until(async () => expect((await engine.status()).initError).toContain('Gone.'));
    await until(async () => {
      const found = await engine.search(searchInput.parse({ query: 'horno', mode: 'semantic' }));
      expect(found.rows[0]?.path).toMatch(/^0\//);
      expect(found.hints).toEqual([
        'The model could not read the query: these rows are found by what was learned from the notes (lsa). VaultLoomError: Gone. Start it.',
      ]);
    });
    expect((await engine.search(searchInput.parse({ query: 'horno' }))).hints).toBeUndefined();
  });

  it('are said to stand in for an embedder that fails only with queries', async () => {
    bench = await Bench.with(topics());
    let isAway = false;
    const before = (): unknown =>
      isAway ? Promise.reject(new VaultLoomError('embedder_unavailable', 'Gone.', { hint: 'Start it.' })) : undefined;
    const engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder({ before })) });
    await caughtUp(engine, 61);
    const asked = (more: object = {}): Promise<SearchFound> =>
      engine.search(searchInput.parse({ query: 'horno', mode: 'semantic', ...more }));
    expect((await asked()).hints).toBeUndefined();
    isAway = true;
    for (const more of [{ variants: ['harina'] }, { unique: 'chunks', variants: ['masa'] }]) {
      const found = await asked({ query: 'pan', ...more });
      expect(found.rows.length).toBeGreaterThan(0);
      expect(found.hints).toEqual([
        'The model could not read the query: these rows are found by what was learned from the notes (lsa). VaultLoomError: Gone. Start it.',
      ]);
    }
    const both = await asked({ query: 'masa', mode: 'hybrid' });
    expect(both.rows.length).toBeGreaterThan(0);
    expect(both.hints).toEqual([
      'The model could not read the query: these rows are found without it. VaultLoomError: Gone. Start it.',
    ]);
    expect((await asked({ query: 'masa', mode: 'fulltext' })).hints).toBeUndefined();
    isAway = false;
    for (const mode of ['semantic', 'hybrid']) expect((await asked({ query: 'tomate', mode })).hints).toBeUndefined();
  });

  it('leave a semantic query to an embedder that is still being made, if notes have vectors of it', async () => {
    bench = await Bench.with(topics());
    const learning = await bench.start(TERMS_ONLY);
    await until(async () => expect((await learning.status()).embedderReady).toBe(true));
    await bench.stop(learning);
    const embedding = await bench.start({ createEmbedder: chosen(new ToyEmbedder()) });
    await caughtUp(embedding, 61);
    await bench.stop(embedding);
    let make = (): void => undefined;
    const asked = new Promise<void>((resolve) => (make = resolve));
    const engine = await bench.start({
      createEmbedder: () => asked.then(chosen(new ToyEmbedder())),
    });
    // The saved vectors are open, those of terms are queried.
    await until(async () => expect((await find(engine, 'masa'))[0]?.matchedBy).toContain('semantic'));
    let isAnswered = false;
    const found = engine
      .search(searchInput.parse({ query: 'horno', mode: 'semantic' }))
      .finally(() => (isAnswered = true));
    for (let i = 0; i < 20; i++) await find(engine, 'masa');
    expect(isAnswered).toBe(false);
    make();
    expect((await found).embedded).toBeUndefined();
  });

  it('are waited for once, not for each wording, where the embedder gives no answer', async () => {
    bench = await Bench.with(topics());
    let isHung = false;
    const before = (): unknown => (isHung ? new Promise(() => undefined) : undefined);
    const engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder({ before })) });
    await caughtUp(engine, 61);
    isHung = true;
    const started = performance.now();
    const rows = await find(engine, 'pan', { mode: 'semantic', variants: ['masa', 'horno', 'harina', 'levadura'] });
    expect(rows[0]?.path).toMatch(/^0\//);
    // Ten seconds for the first; 26 where the others are waited for as well.
    expect(performance.now() - started).toBeLessThan(20_000);
  }, 60_000);

  it('say that nothing is embedded yet if they find nothing and the embedder hangs', async () => {
    bench = await Bench.with(topics());
    const engine = await bench.start({
      createEmbedder: chosen(new ToyEmbedder({ before: () => new Promise(() => undefined) })),
    });
    await until(async () => expect((await find(engine, 'horno', { mode: 'semantic' }))[0]?.path).toMatch(/^0\//));
    await expect(find(engine, 'automobile', { mode: 'semantic' })).rejects.toMatchObject({
      code: 'embedder_unavailable',
      message: expect.stringContaining('embedded yet') as string,
    });
  });

  it('and an embedder that cannot help are told from vectors that are still to come', async () => {
    const english = 'This is what you would do with the cat when it wants to be fed and you are not at home.\n';
    const refusal = (message: string): object => ({
      code: 'embedder_unavailable',
      message: expect.stringContaining(message) as string,
    });
    bench = await Bench.with({ 'Pan.md': 'Mucha levadura para la masa.\n', 'English.md': english });
    let engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder(), { readsEnglishOnly: true }) });
    await caughtUp(engine, 2);
    await expect(find(engine, '冷蔵庫で休ませる', { mode: 'semantic' })).rejects.toMatchObject(
      refusal('does not read the query, and there are too few notes to learn from'),
    );
    await bench.stop(engine);
    engine = await bench.start(TERMS_ONLY);
    await until(async () => expect((await engine.status()).embeddingsComplete).toBe(true));
    await expect(find(engine, '冷蔵庫で休ませる', { mode: 'semantic' })).rejects.toMatchObject(
      refusal('there are too few notes to learn from'),
    );
  });

  it('and a vault of empty notes is not blamed on the query', async () => {
    bench = await Bench.with({ 'Empty.md': '', 'Blank.md': '\n\n' });
    const engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder(), { readsEnglishOnly: true }) });
    await until(async () => expect((await engine.status()).embeddingsComplete).toBe(true));
    await expect(find(engine, 'automobile', { mode: 'semantic' })).rejects.toMatchObject({
      message: expect.stringContaining('The model reads none of the notes, and there are too few') as string,
    });
  });

  it('answer what an embedder for English only cannot read', async () => {
    const english = 'This is what you would do with the cat when it wants to be fed and you are not at home.\n';
    bench = await Bench.with({ ...topics(), 'English.md': english });
    const embedder = new ToyEmbedder();
    const engine = await bench.start({ createEmbedder: chosen(embedder, { readsEnglishOnly: true }) });
    const status = await caughtUp(engine, 62);
    expect(status).toMatchObject({ notesWithEmbeddings: 1, notesInOtherLanguages: 61, notesMissingEmbeddings: 0 });
    expect(embedder.texts.document).toEqual([`English\n${english.trim()}`]);
    expect((await find(engine, 'what do you do with the feline', { mode: 'semantic' }))[0]?.path).toBe('English.md');
    await until(async () => expect((await find(engine, 'horno', { mode: 'semantic' }))[0]?.path).toMatch(/^0\//));
    expect(embedder.texts.query).not.toContain('horno');
  });

  it('are waited for by a query that the embedder cannot read, while it has embedded some already', async () => {
    const english = 'This is what you would do with the cat when it wants to be fed and you are not at home.\n';
    bench = await Bench.with({ ...topics(), 'English.md': english });
    const options = chosen(new ToyEmbedder(), { readsEnglishOnly: true });
    const engine = await bench.start({ createEmbedder: options });
    // Embedded while terms are still being learned.
    await until(async () => expect((await engine.status()).notesWithEmbeddings).toBe(1));
    expect((await find(engine, 'horno', { mode: 'semantic' }))[0]?.path).toMatch(/^0\//);
  });

  it('rank what that embedder cannot read on every page alike, among what it can', async () => {
    const english = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [
        `en/Oven ${i}.md`,
        `This is what you would do with the bread when it is hot: ${'another '.repeat(i)}${i % 2 === 0 ? 'stove' : 'tray'}.\n`,
      ]),
    );
    bench = await Bench.with({ ...topics(), ...english });
    const engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder(), { readsEnglishOnly: true }) });
    await caughtUp(engine, 81);
    await until(async () => expect((await find(engine, 'horno', { mode: 'semantic' }))[0]?.path).toMatch(/^0\//));
    const query = 'horno harina masa what is it with the bread when hot';
    for (const unique of ['notes', 'chunks'] as const) {
      const page = (limit: number, offset = 0): Promise<string[]> =>
        find(engine, query, { mode: 'semantic', unique, limit, offset }).then((rows) => rows.map(({ path }) => path));
      const all = await page(24);
      expect(new Set(all.map((path) => path.split('/')[0]))).toEqual(new Set(['0', 'en']));
      const inTurns: string[] = [];
      for (let offset = 0; offset < 24; offset += 4) inTurns.push(...(await page(4, offset)));
      expect(inTurns).toEqual(all);
    }
  });
});
