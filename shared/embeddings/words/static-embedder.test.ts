import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { eventLoopYield, Slicer } from '../../kit/concurrency/slices.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import type { Embedder, WordEncoder } from '../embedder.ts';
import { KnownWords } from './known-words.ts';
import { createStaticEmbedder } from './static-embedder.ts';

const SENSES: Record<string, number[]> = {
  money: [1, 0, 0],
  cash: [1, 0, 0],
  notes: [0, 1, 0],
  note: [0, 1, 0.2],
  cat: [0, 0, 1],
};

interface Setup {
  embedder: Embedder;
  /** The words asked for, call by call. */
  asked: string[][];
  priorities: (string | undefined)[];
}

const NOWHERE = join(tmpdir(), 'vault-loom-no-such-folder');

function setUp({
  rarityOf = (_term: string): number => 1,
  isDown = (): boolean => false,
  folder = NOWHERE,
} = {}): Setup {
  const asked: string[][] = [];
  const priorities: (string | undefined)[] = [];
  const slicer = new Slicer(10, eventLoopYield());
  const words: WordEncoder = {
    space: 'toy',
    dimensions: 3,
    embed: async (forms, options) => {
      if (isDown()) throw new VaultLoomError('embedder_unavailable', 'It is down.');
      asked.push([...forms]);
      priorities.push(options?.priority);
      return forms.map((form) => Float32Array.from(SENSES[form] ?? [0.5, 0.5, 0.5]));
    },
  };
  const known = new KnownWords({ folder, space: 'toy', dimensions: 3, slicer, log: () => undefined });
  return { embedder: createStaticEmbedder({ words, known, rarityOf, slicer, maxTokens: 128 }), asked, priorities };
}

const rounded = (vectors: readonly Float32Array[]): number[][] =>
  vectors.map((vector) => {
    const length = Math.hypot(...vector) || 1;
    return [...vector].map((value) => Math.round((value / length) * 100) / 100 + 0);
  });

describe('static embeddings', () => {
  it('put a text where its words are, and a text without any nowhere', async () => {
    const { embedder } = setUp();
    const vectors = await embedder.embed(['money', 'cash and cat', '12 + 4', ''], 'document');
    expect(rounded(vectors)).toEqual([
      [1, 0, 0],
      [0.71, 0, 0.71],
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });

  it('let rare words decide', async () => {
    const { embedder } = setUp({ rarityOf: (term) => (term === 'cat' ? 8 : 0.1) });
    const [[money = 0, , cat = 0] = []] = rounded(await embedder.embed(['money money money cat'], 'document'));
    expect(cat).toBeGreaterThan(0.99);
    expect(money).toBeGreaterThan(0);
  });

  it('ask the model once for each word', async () => {
    const { embedder, asked } = setUp();
    await embedder.embed(['A note of notes', 'notes on cash', 'my note'], 'document');
    expect(asked).toEqual([['cash', 'note', 'notes']].map((words) => expect.arrayContaining(words) as string[]));
    await embedder.embed(['Cash notes'], 'document');
    expect(asked).toHaveLength(1);
  });

  it('are the same, whatever was embedded before', async () => {
    const [first, second] = [setUp(), setUp()];
    await first.embedder.embed(['notes'], 'document');
    await second.embedder.embed(['Note'], 'document');
    expect(await first.embedder.embed(['note'], 'document')).toEqual(await second.embedder.embed(['note'], 'document'));
  });

  it('keep no words of queries, but understand them', async () => {
    const { embedder, asked, priorities } = setUp();
    await embedder.embed(['money'], 'document');
    expect(rounded(await embedder.embed(['cat money'], 'query'))).toEqual([[0.71, 0, 0.71]]);
    await embedder.embed(['cat'], 'query');
    expect(asked).toEqual([['money'], ['cat'], ['cat']]);
    expect(priorities).toEqual(['background', 'now', 'now']);
  });

  it('answer queries by the words they know while the model is away, and fail for documents with new ones', async () => {
    let isDown = false;
    const { embedder } = setUp({ isDown: () => isDown });
    await embedder.embed(['money'], 'document');
    isDown = true;
    expect(rounded(await embedder.embed(['money cat'], 'query'))).toEqual([[1, 0, 0]]);
    expect(rounded(await embedder.embed(['money'], 'document'))).toEqual([[1, 0, 0]]);
    await expect(embedder.embed(['cat'], 'document')).rejects.toMatchObject({ code: 'embedder_unavailable' });
  });

  it('keep and save what was learned of many words before the model failed, or the process was killed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vault-loom-static-'));
    try {
      let isDown = false;
      const { embedder, asked } = setUp({ folder, isDown: () => isDown || (isDown = asked.length > 0) });
      const letters = 'abcdefghij';
      const many = Array.from(
        { length: 900 },
        (_, i) => `word${[...String(i)].map((n) => letters[Number(n)]).join('')}`,
      );
      await expect(embedder.embed([many.join(' ')], 'document')).rejects.toMatchObject({
        code: 'embedder_unavailable',
      });
      const known = asked.flat();
      expect(known.length).toBeGreaterThanOrEqual(500);
      // As a process would that is started after the kill.
      const again = setUp({ folder });
      await again.embedder.embed([many.join(' ')], 'document');
      expect(again.asked.flat().sort()).toEqual(many.filter((word) => !known.includes(word)).sort());
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('stop when they are told to', async () => {
    const { embedder, asked } = setUp();
    const stop = AbortSignal.abort(new Error('enough'));
    await expect(embedder.embed(['money'], 'document', { signal: stop })).rejects.toThrow('enough');
    expect(asked).toEqual([]);
  });
});
