import { afterEach, describe, expect, it } from 'vitest';
import { Bench, caughtUp, chosen, find, ToyEmbedder } from '../../meaning/embedding-test-kit.ts';
import { until } from '../../engine/engine-test-kit.ts';
import { seededRandom } from '../../kit/random.ts';

const WORDS = ['horno', 'harina', 'levadura', 'masa', 'pan', 'vela', 'viento', 'barco', 'puerto', 'marea', 'semilla'];
/** More than the fusion of rankings takes of each. */
const NOTES = 260;

let bench: Bench;
afterEach(() => bench.remove());

/** Notes of some words of a few, once or several times, most with "pan". */
function notes(): Record<string, string> {
  const random = seededRandom(5);
  const word = (): string => random.pick(WORDS);
  const text = (): string => Array.from({ length: 3 + random.below(12) }, word).join(' con ');
  return Object.fromEntries(
    Array.from({ length: NOTES }, (_, i) => [
      `Nota ${i}.md`,
      `${text()}\n\n## ${word()} ${i}\n\n${text()} pan ${i}.\n`,
    ]),
  );
}

describe('the pages of a search by words and meaning', () => {
  it('follow on each other without a row twice or left out, however large they are', async () => {
    bench = await Bench.with(notes());
    const engine = await bench.start({ createEmbedder: () => Promise.resolve(null) });
    await until(async () => expect((await engine.status()).notesWithEmbeddings).toBe(NOTES));
    for (const asked of [
      { query: 'pan' },
      { query: 'pan barco', unique: 'chunks' },
      { query: '"pan" marea' },
      { query: 'marea', variants: ['pan', 'harina semilla'] },
      { query: 'pan', variants: ['barco viento'], mode: 'fulltext' },
    ]) {
      const page = async (limit: number, offset: number): Promise<string[]> => {
        const rows = await find(engine, asked.query, { ...asked, limit, offset });
        return rows.map(({ path, chunkId }) => `${path} ${chunkId ?? ''}`);
      };
      const all = await page(1_000, 0);
      expect(all.length).toBeGreaterThan(120);
      expect(new Set(all).size).toBe(all.length);
      for (const limit of [20, 90]) {
        const pages: string[] = [];
        for (let at = 0; at < all.length; at += limit) pages.push(...(await page(limit, at)));
        expect(pages).toEqual(all);
      }
    }
  });

  it('are ranked as the first was, although the model answers only later', async () => {
    const count = 30;
    // By words only the long ones are found, by meaning the short ones first.
    const text = (i: number): string => (i < 10 ? `The moon. ${'Houses stand there in rows. '.repeat(9)}` : 'A car.');
    bench = await Bench.with(
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`N${i}.md`, `${text(i)} This is ${i}.\n`])),
    );
    let answer = (): void => undefined;
    const late = new Promise<void>((resolve) => (answer = resolve));
    const embedder = new ToyEmbedder({ before: (text) => (text === 'automobile moon' ? late : undefined) });
    const engine = await bench.start({ createEmbedder: chosen(embedder) });
    await caughtUp(engine, count);
    for (const more of [{}, { variants: ['moon'] }]) {
      const page = async (limit: number, offset: number): Promise<string[]> =>
        (await find(engine, 'automobile moon', { ...more, limit, offset })).map(({ path }) => path);
      const pages = [...(await page(5, 0))];
      answer();
      for (let offset = 5; offset < 2 * count; offset += 5) pages.push(...(await page(5, offset)));
      expect(pages.filter((path, i) => pages.indexOf(path) !== i)).toEqual([]);
      // Asked from the start, it has all that the model finds.
      expect(await page(2 * count, 0)).toHaveLength(count);
    }
  });
});
