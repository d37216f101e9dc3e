import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { Bench, find } from '../../../meaning/embedding-test-kit.ts';
import { searchInput } from '../../../protocol/schemas/find.ts';
import type { EngineHost } from '../../../engine/engine.ts';

const HASH = '3f9a1c7e8b2d4f6a9c0e1d2b3a4f5e6d7c8b9a0f';
const FILES = {
  'Log.md': `Fixed in commit ${HASH}.\n`,
  'Insurance.md': 'Die Haftpflichtversicherung ist bezahlt.\n',
  'Sizes.md': 'Größe und Müller.\n',
};

let bench: Bench;
afterEach(() => bench.remove());

async function start(): Promise<EngineHost> {
  bench = await Bench.with(FILES);
  return bench.start({ createEmbedder: () => Promise.resolve(null), learnTerms: () => Promise.resolve(false) });
}

async function hintsOf(engine: EngineHost, query: string, more: object = {}): Promise<readonly string[]> {
  return (await engine.search(searchInput.parse({ query, ...more }))).hints ?? [];
}

describe('a word that no note has', () => {
  it.each([
    [HASH.slice(0, 7), `${HASH.slice(0, 7)}*`, 'Log.md'],
    ['Haftpflicht', 'Haftpflicht*', 'Insurance.md'],
    ['groesse', 'grösse', 'Sizes.md'],
    ['Muelle', 'Mülle*', 'Sizes.md'],
  ])('%s is reported with what finds it: %s', async (word, instead, path) => {
    const engine = await start();
    for (const mode of ['fulltext', 'hybrid']) {
      const hint = `No note searched has the word \`${word}\`; \`${instead}\` finds some.`;
      expect(await hintsOf(engine, `(${word}), nowhere`, { mode })).toContain(hint);
      expect((await find(engine, instead, { mode }))[0]?.path).toBe(path);
    }
  });

  it('is replaced in a query that found nothing', async () => {
    const engine = await start();
    const ask = (query: string) => engine.search(searchInput.parse({ query, mode: 'fulltext' }));
    const { rows, instead = '' } = await ask('haftpflicht, (groesse) nowhere');
    expect([rows.length, instead]).toEqual([0, 'haftpflicht*, (grösse) nowhere']);
    expect((await ask(instead)).rows).toHaveLength(2);
    expect(await ask('haftpflicht fixed')).not.toHaveProperty('instead');
    expect((await ask('nowhere at all')).instead).toBeUndefined();
  });

  it('is not reported if nothing begins so, if it is short or quoted, or where the search does not look', async () => {
    const engine = await start();
    for (const query of ['nowhere', 'haf', '"haftpflicht"', 'haftpflicht*', 'größe'])
      expect(await hintsOf(engine, query)).toEqual([]);
    expect(await hintsOf(engine, 'haftpflicht', { where: { 'file.name': 'Log' } })).toEqual([]);
  });
});

describe('a slip in the name of a note', () => {
  it.each([
    ['Raghunatan', 'Raghunathan', 'People/Priya Raghunathan.md'],
    ['Katarzina', 'Katarzyna', 'People/Katarzyna Wójcik.md'],
    ['serevrless', 'Serverless', 'Serverless.md'],
    ['wojcyk', 'Wójcik', 'People/Katarzyna Wójcik.md'],
    ['3210', '"3,210"', 'Serverless.md'],
  ])('and a number that is written otherwise are reported: %s', async (word, instead, path) => {
    bench = await Bench.with({
      'People/Priya Raghunathan.md': 'Data.\n',
      'People/Katarzyna Wójcik.md': 'Letters.\n',
      'Serverless.md': 'It took 3,210 seconds.\n',
    });
    const engine = await bench.start({ createEmbedder: () => Promise.resolve(null) });
    const hint = `No note searched has the word \`${word}\`; \`${instead}\` finds some.`;
    expect(await hintsOf(engine, word)).toContain(hint);
    expect((await find(engine, instead, { mode: 'fulltext' }))[0]?.path).toBe(path);
    expect(await hintsOf(engine, word, { directory: 'Elsewhere' })).not.toContain(hint);
  });

  it('is not what a word is that is more than a slip away, or short', async () => {
    bench = await Bench.with({ 'Garden shed.md': 'Tools.\n' });
    const engine = await bench.start({ createEmbedder: () => Promise.resolve(null) });
    for (const word of ['gurdun', 'shad', 'kitchen']) expect(await hintsOf(engine, word)).toEqual([]);
  });

  it('follows the names of notes', async () => {
    bench = await Bench.with({ 'Garden shed.md': 'Tools.\n' });
    const engine = await bench.start({ createEmbedder: () => Promise.resolve(null) });
    expect(await hintsOf(engine, 'greenhuose')).toEqual([]);
    await bench.write('Greenhouse.md', 'Seedlings.\n');
    await engine.refresh({ paths: ['Greenhouse.md'] });
    expect(await hintsOf(engine, 'greenhuose')).toEqual([
      'No note searched has the word `greenhuose`; `Greenhouse` finds some.',
    ]);
    await rm(join(bench.vault, 'Greenhouse.md'));
    await engine.refresh({ paths: ['Greenhouse.md'] });
    expect(await hintsOf(engine, 'greenhuose')).toEqual([]);
  });
});
