import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { PORTION_LENGTH } from '../../embeddings/lsa/train-lsa.ts';
import { Placing } from './placing.ts';

/** Half a portion each, so that a few texts are several portions. */
const text = (name: string): string => name.padEnd(PORTION_LENGTH / 2, '.');

interface Kept {
  placing: Placing;
  /** The keys of each portion, and what was added. */
  portions: string[][];
  added: [string, number][];
}

function start(fail: (portion: number) => void = () => undefined): Kept {
  const kept: Omit<Kept, 'placing'> = { portions: [], added: [] };
  let busy = 0;
  const placing = new Placing({
    place: async (texts) => {
      expect(++busy).toBe(1);
      kept.portions.push(texts.map((one) => one.replace(/\.+$/u, '')));
      await delay(2);
      busy--;
      fail(kept.portions.length);
      return texts.map((one) => Float32Array.of(one.charCodeAt(0)));
    },
    add: async (keys, vectors) => {
      await delay(1);
      for (const [i, key] of keys.entries()) kept.added.push([key, vectors[i]?.[0] ?? Number.NaN]);
    },
  });
  return { placing, ...kept };
}

describe('texts that are placed', () => {
  it('are placed in order, a portion at a time, each once', async () => {
    const { placing, portions, added } = start();
    for (const key of ['a', 'b', 'a', 'b', 'c', 'c', 'd', 'e']) await placing.take(key, text(key));
    await placing.end();
    expect(portions).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    expect(added).toEqual(['a', 'b', 'c', 'd', 'e'].map((key) => [key, key.charCodeAt(0)]));
  });

  it('may be none', async () => {
    const { placing, portions } = start();
    await placing.end();
    expect(portions).toEqual([]);
  });

  it('that fail are heard of with the next portion, or at the end', async () => {
    const fail = (): never => {
      throw new Error('no vectors today');
    };
    const early = start(fail);
    await early.placing.take('a', text('a'));
    await early.placing.take('b', text('b'));
    await delay(10);
    await early.placing.take('c', text('c'));
    await expect(early.placing.take('d', text('d'))).rejects.toThrow('no vectors today');
    const late = start(fail);
    await late.placing.take('a', 'a');
    await expect(late.placing.end()).rejects.toThrow('no vectors today');
  });
});
