import { afterEach, describe, expect, it } from 'vitest';
import { searchInput } from '../../protocol/schemas/find.ts';
import { Bench, caughtUp, chosen, find, ToyEmbedder } from '../../meaning/embedding-test-kit.ts';

/** More than the first page has. */
const NEAR_NOTES = 30;

let bench: Bench;
afterEach(() => bench.remove());

describe('the only note with the rarest word of a query', () => {
  it.each(['notes', 'chunks'])('stays among the first five of %s, and shows it', async (unique) => {
    const near = Array.from({ length: NEAR_NOTES }, (_, i) => [`Topic ${i}.md`, 'The topic of topics is a topic.\n']);
    const long = `${'Rain and wind.\n\n'.repeat(300)}\n# End\n\nOne topic: zylophonics.\n`;
    bench = await Bench.with({ ...Object.fromEntries(near), 'Log.md': long });
    const engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder()) });
    await caughtUp(engine, NEAR_NOTES + 1);
    const rows = await find(engine, 'topics zylophonics nowhere', { mode: 'hybrid', unique });
    const row = rows.slice(0, 5).find(({ path }) => path === 'Log.md');
    expect(row).toMatchObject({ line: long.split('\n').length - 1 });
    expect(row?.excerpt ?? row?.chunkExcerpt).toContain('zylophonics');
  });
});

describe('the only note with the words of a query together', () => {
  it('comes first if it is described so, whatever is nearer in meaning', async () => {
    const near = Array.from({ length: 5 }, (_, i) => [`Slate ${i}.md`, 'Slates, clean. Slates, clean.\n']);
    const described = `---\ndescription: Cleaning the slate\n---\n${'Removing what is left over.\n\n'.repeat(40)}`;
    bench = await Bench.with({ ...Object.fromEntries(near), 'Removal.md': described });
    const engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder()) });
    await caughtUp(engine, 6);
    const rows = await find(engine, 'cleaning the slate', { mode: 'hybrid' });
    expect(rows[0]?.path).toBe('Removal.md');
  });
});

describe('a query that is a code', () => {
  it.each([
    ['smith1985a', '@smith1985a.md'],
    ['[@smith1985a]', '@smith1985a.md'],
    ['p3@example.org', 'Person 3.md'],
    ['DOI 10.1016/j.cog.1999.014', 'Paper.md'],
  ])('is first found where full text finds it first: %s', async (query, path) => {
    const others = Array.from({ length: NEAR_NOTES }, (_, i) => [
      `Note ${i}.md`,
      `p${i + 4}@example.org\n\n10.1016/j.cog.1999.${i + 15}\n\n${i < 9 ? 'smith1985a' : ''}\n`,
    ]);
    const long = 'Rain and wind over the hills.\n\n'.repeat(30);
    bench = await Bench.with({
      ...Object.fromEntries(others),
      '@smith1985a.md': long,
      'Person 3.md': `${long}p3@example.org\n`,
      'Paper.md': `${long}10.1016/j.cog.1999.014\n`,
    });
    const engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder()) });
    await caughtUp(engine, NEAR_NOTES + 3);
    const { rows, match } = await engine.search(searchInput.parse({ query, limit: 5 }));
    expect(rows[0]?.path).toBe(path);
    expect(match).toBe('strong');
  });
});
