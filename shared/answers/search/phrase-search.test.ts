import { afterEach, describe, expect, it } from 'vitest';
import { Bench, caughtUp, chosen, find, ToyEmbedder } from '../../meaning/embedding-test-kit.ts';

const SCATTERED = 'A seam of boats, boats of seams, boat and seam.';
const FILES = {
  'Shed.md': `# Boats\n\n${SCATTERED}\n\n# Work\n\nToday a plank and a nail, and one boat seam.\n\n# Rest\n\n${SCATTERED}\n`,
  'Other.md': `${SCATTERED}\n`,
  'Garden.md': 'Compost and a spade.\n',
};

let bench: Bench;
afterEach(() => bench.remove());

describe('a search for words in quotation marks', () => {
  it.each(['"boat seam"', '“boat seam”'])('shows the passage with them, in order, in every mode: %s', async (query) => {
    bench = await Bench.with(FILES);
    const engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder()) });
    await caughtUp(engine, 3);
    for (const mode of ['fulltext', 'hybrid']) {
      const rows = await find(engine, query, { mode });
      expect(rows).toMatchObject([
        { path: 'Shed.md', line: 7, excerpt: 'Today a plank and a nail, and one boat seam.' },
      ]);
      const passages = await find(engine, query, { mode, unique: 'chunks' });
      expect(passages.map(({ path, line }) => [path, line])).toEqual([['Shed.md', 7]]);
    }
    // Many words that no note has: meaning counts most.
    const rare = await find(engine, `${query} sail mast rope anchor`, { mode: 'hybrid' });
    expect(rare).toMatchObject([{ path: 'Shed.md', line: 7 }]);
    const rows = await find(engine, 'boat seam', { mode: 'hybrid' });
    expect(rows.map(({ path }) => path)).toContain('Other.md');
  });
});
