import { describe, expect, it } from 'vitest';
import { find, startEmbedded } from '../../meaning/embedding-test-kit.ts';
import type { EngineHost } from '../../engine/engine.ts';

const LONG = 'Rain and wind over the hills.\n\n'.repeat(30);
const NEAR_NOTES = 6;

/** Notes that have these words, and little else. */
function near(...texts: string[]): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: NEAR_NOTES }, (_, i) => [`Near ${i}.md`, `${texts[i % texts.length] ?? ''}\n`]),
  );
}

async function first(engine: EngineHost, query: string, mode = 'hybrid'): Promise<string | undefined> {
  return (await find(engine, query, { mode }))[0]?.path;
}

/** Nearer in meaning than a long note: each has a few of the words, and others for the rest. */
const NEAR = near('Vehicle: automobile. Basement, wine, drink.', 'Car, basement. Beverage or wine or drink.');

const TEXT = 'Hid an automobile under the cellar, behind every beverage';
const MINUTES = { 'Minutes.md': `${LONG}# End\n\n${TEXT}.\n` };
const FILES = { ...NEAR, ...MINUTES };

describe('the only note with the words of a query together', () => {
  it.each([TEXT, 'automobile under the cellar, behind every beverage'])(
    'comes first, whatever is nearer in meaning: %s',
    async (query) => {
      const engine = await startEmbedded(FILES);
      expect(await first(engine, query, 'fulltext')).toBe('Minutes.md');
      expect(await first(engine, query)).toBe('Minutes.md');
    },
  );
});

describe('a note that is clearly the best by words', () => {
  it.each([
    'beverage cellar automobile hid',
    'automobile under the cellar, behind every bev',
    'automobile under the celar, behind every beverage',
  ])('comes first if it has all, or but one, of them in one passage: %s', async (query) => {
    const engine = await startEmbedded(FILES);
    expect(await first(engine, query, 'fulltext')).toBe('Minutes.md');
    expect(await first(engine, query)).toBe('Minutes.md');
  });

  it('comes first among many other words if the query has its name', async () => {
    const engine = await startEmbedded({ ...NEAR, 'Lilac.md': LONG });
    const query = 'tell me whatever that lilac vehicle was, beverage or drink, please';
    expect(await first(engine, query, 'fulltext')).toBe('Lilac.md');
    expect(await first(engine, query)).toBe('Lilac.md');
  });
});

describe('a note whose name is the query but for a slip', () => {
  it('comes first, though its text says nothing of it', async () => {
    const engine = await startEmbedded({
      ...near('Drink policy: beverage.', 'Policy: wine.'),
      'Wine-retention policy.md': LONG,
    });
    expect(await first(engine, 'wine-retentiion policy', 'fulltext')).toBe('Wine-retention policy.md');
    expect(await first(engine, 'wine-retentiion policy')).toBe('Wine-retention policy.md');
    expect(await first(engine, 'wine-retention-polcy')).toBe('Wine-retention policy.md');
  });
});

describe('a note whose name is the query but for an article', () => {
  it('comes first, as by words', async () => {
    const others = near('Zauberberg: car, vehicle.', 'Automobile in the Zauberberg, Zauberberg.');
    const engine = await startEmbedded({ ...others, 'Der Zauberberg.md': LONG });
    expect(await first(engine, 'Zauberberg', 'fulltext')).toBe('Der Zauberberg.md');
    expect(await first(engine, 'Zauberberg')).toBe('Der Zauberberg.md');
  });
});

describe('a query that is a code', () => {
  it.each(['cellar.wine.yml', 'cellar_wine_7', 'cellar-wine'])(
    'finds notes that have it before all others: %s',
    async (code) => {
      const files = { ...NEAR, 'A.md': `${LONG}${code}\n`, 'B.md': `${LONG}${LONG}See ${code}, and ${code}.\n` };
      const engine = await startEmbedded(files);
      const paths = async (mode: string): Promise<string[]> =>
        (await find(engine, code, { mode })).slice(0, 2).map(({ path }) => path);
      expect((await paths('fulltext')).sort()).toEqual(['A.md', 'B.md']);
      expect(await paths('hybrid')).toEqual(await paths('fulltext'));
    },
  );
});
