import { afterEach, describe, expect, it } from 'vitest';
import { searchInput, type SearchFound } from '../../protocol/schemas/find.ts';
import { Bench, caughtUp, chosen, ToyEmbedder } from '../../meaning/embedding-test-kit.ts';
import { until } from '../../engine/engine-test-kit.ts';
import type { EngineHost } from '../../engine/engine.ts';

const MODES = ['hybrid', 'semantic', 'fulltext'] as const;
const NOTES: Record<string, string> = {
  'Garden/Beans.md':
    '---\nstatus: active\ntags: [vegetable/legume]\n---\nRunner beans climb along strings; water them at the root.\n',
  'Garden/Compost.md': 'Compost needs air, water and time. Turn the heap each month.\n',
  'Kitchen/Soup.md': 'A soup of beans and tomatoes, with bread. #recipe\n',
  'Kitchen/Bread.md': 'Bread from sourdough: flour, water, salt. #recipe\n',
  'Travel/Car.md': 'The car is at the garage until Monday.\n',
};

let bench: Bench;
afterEach(() => bench.remove());

function ask(engine: EngineHost, query: string, more: object = {}): Promise<SearchFound> {
  return engine.search(searchInput.parse({ query, ...more }));
}

async function embeddedBench(more: Record<string, string> = {}): Promise<EngineHost> {
  bench = await Bench.with({ ...NOTES, ...more });
  const engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder()) });
  await caughtUp(engine, Object.keys(NOTES).length);
  return engine;
}

describe('a search reports how much of the query it found', () => {
  it('strong if a note has all of it, in every mode', async () => {
    const engine = await embeddedBench();
    for (const mode of MODES)
      expect(await ask(engine, 'sourdough bread', { mode }), mode).toMatchObject({ match: 'strong' });
    expect(await ask(engine, 'beans', { unique: 'chunks' })).toMatchObject({ match: 'strong' });
  });

  it('partial if it has some of it', async () => {
    const engine = await embeddedBench();
    for (const mode of MODES)
      expect(await ask(engine, 'sourdough zeppelin', { mode }), mode).toMatchObject({ match: 'partial' });
  });

  it('weak for meaningless letters, in every mode, whatever the nearest note is', async () => {
    const engine = await embeddedBench();
    for (const query of ['xqzv blorf', 'zzzzqq', 'wub wub zorp bleem', '12x9q 77qq']) {
      for (const mode of MODES)
        expect(await ask(engine, query, { mode }), `${mode} ${query}`).toMatchObject({ match: 'weak' });
    }
  });
});

describe('a search reports how much of the text can be found by meaning', () => {
  it('none of it yet, then part of it, then no report', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [`Note ${n}.md`, `Note ${n} about wombat number ${n}.\n`]),
    );
    bench = await Bench.with(files);
    let left = 0;
    const held: (() => void)[] = [];
    const wait = (text: string): Promise<void> | undefined =>
      text.includes('about') && left-- <= 0 ? new Promise((resolve) => held.push(resolve)) : undefined;
    const go = (): void => held.splice(0).forEach((resume) => resume());
    const engine = await bench.start({ createEmbedder: chosen(new ToyEmbedder({ before: wait })) });
    await until(async () => expect(await ask(engine, 'wombat')).toMatchObject({ embedded: 0 }));
    expect(await ask(engine, 'wombat', { mode: 'fulltext' })).toMatchObject({ embedded: 0, match: 'strong' });
    left = 4;
    go();
    await until(async () => {
      const { embedded } = await ask(engine, 'wombat');
      expect(embedded).toBeGreaterThan(0);
      expect(embedded).toBeLessThan(0.5);
    });
    left = 1_000;
    go();
    await caughtUp(engine, 40);
    expect(await ask(engine, 'wombat')).not.toHaveProperty('embedded');
  });

  it('nothing if embeddings are turned off', async () => {
    bench = await Bench.with(NOTES);
    const engine = await bench.start({
      createEmbedder: () => Promise.resolve(null),
      learnTerms: () => Promise.resolve(false),
    });
    for (const mode of ['hybrid', 'fulltext'])
      expect(await ask(engine, 'beans', { mode })).not.toHaveProperty('embedded');
  });
});

describe('a search says what it read as words', () => {
  it.each([
    ['/bea.s/i', 'regular expression'],
    ['^Compost\\b.*time$', 'regular expression'],
    ['(bean|tomato)s', 'regular expression'],
    ['[a-z]+ing bread', 'regular expression'],
    ['after:2025-01-01', 'narrow a search by time'],
    ['beans modified:>2025', 'narrow a search by time'],
    ['status:active', 'properties'],
    ['[status:active] beans', 'properties'],
    ['tag:recipe bread', '`tag` and `directory`'],
    ['tag:#recipe', '`tag` and `directory`'],
    ['path:Garden beans', '`tag` and `directory`'],
    ['folder:"My Garden" beans', '`tag` and `directory`'],
    ['file:Beans', 'titles'],
    ['beans AND bread', 'operators'],
    ['beans -bread', 'operators'],
    ['b*ns', 'end of a word'],
  ])('%j', async (query, told) => {
    const engine = await embeddedBench();
    for (const mode of MODES) expect((await ask(engine, query, { mode })).hints?.join(' '), mode).toContain(told);
  });

  it('and nothing about real words, however they look', async () => {
    const engine = await embeddedBench();
    for (const query of [
      'beans',
      '"runner beans"',
      'bea*',
      'drag-and-drop',
      '2026-01-15',
      '12:30',
      'http://example.com/a?b=c',
      'note: beans',
      'std::vector',
      'C++ bread',
      'what is compost?',
      'beans (runner)',
      'salt & water',
      '[[Beans|the beans]]',
      'US$ 5',
      '#recipe bread',
      'and/or beans',
      'NASA',
      'e.g. bread',
      'C:\\bread',
    ]) {
      expect(await ask(engine, query), query).not.toHaveProperty('hints');
    }
  });

  it('suggests tags and folders near missing ones, never a hidden one', async () => {
    const engine = await embeddedBench({
      '.vaultloomignore': 'Garten/\n',
      'Garten/Secret.md': 'Beans of the #recipes kind.\n',
    });
    expect((await ask(engine, 'beans', { directory: 'Gardne' })).hints).toEqual([
      'There is no folder "Gardne" with notes in it. Near: "Garden".',
    ]);
    expect((await ask(engine, 'beans', { directory: 'Garten' })).hints).toEqual([
      'There is no folder "Garten" with notes in it. Near: "Garden".',
    ]);
    expect((await ask(engine, 'beans', { tag: '#recipes' })).hints).toEqual([
      'No note has the tag "recipes". Near: "recipe".',
    ]);
    expect((await ask(engine, 'beans', { tag: 'legume' })).hints).toEqual([
      'No note has the tag "legume". Near: "vegetable/legume".',
    ]);
    expect((await ask(engine, '#recipies bread')).hints).toEqual(['No note has the tag "recipies". Near: "recipe".']);
    expect((await ask(engine, 'Kichen/zeppelin')).hints?.join()).toContain('"Kitchen"');
    expect(await ask(engine, 'bread', { directory: 'kitchen', tag: 'Recipe' })).not.toHaveProperty('hints');
  });
});

describe('a search for the worst queries', () => {
  it('answers without a stack overflow', async () => {
    const engine = await embeddedBench();
    for (const part of ['(', '"', '[', '((a" ', '“a', '*a', '-/:', '"a" ', 'a:"', '\\', '#', '𝒳', '/a/', '[[']) {
      const query = part.repeat(4_000).slice(0, 4_000);
      for (const mode of MODES)
        await expect(ask(engine, query, { mode }), part).resolves.toMatchObject({
          match: expect.any(String) as string,
        });
    }
  });
});
