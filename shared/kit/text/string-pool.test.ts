import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heldBytes } from '../memory/kept-test-kit.ts';
import { StringPool } from './string-pool.ts';

describe('a text from the pool', () => {
  it('is the same string', () => {
    const pool = new StringPool();
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => pool.of(text) === text));
  });

  it('has one copy in memory, however often it was parsed', () => {
    const json = JSON.stringify('a text '.repeat(1_000));
    const pool = new StringPool();
    const kept: string[] = [];
    const before = heldBytes();
    for (let i = 0; i < 1_000; i++) kept.push(pool.of(JSON.parse(json) as string));
    expect(heldBytes() - before).toBeLessThan((kept.length * json.length) / 4);
  });

  it('is not kept by a pool of very many others', () => {
    const pool = new StringPool();
    const before = heldBytes();
    for (let i = 0; i < 200_000; i++) pool.of(`text number ${i}, which nobody needs any more`);
    expect((heldBytes() - before) / 200_000).toBeLessThan(60);
  });
});
