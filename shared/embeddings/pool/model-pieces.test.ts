import { describe, expect, it } from 'vitest';
import { inPieces, ModelPieces } from './model-pieces.ts';

const MODEL = { weights: 'ab'.repeat(1_250_000), graph: '{}', tokens: 512 };

describe('a model on its way to a worker', () => {
  it('goes in pieces of a million characters, and is reassembled there', () => {
    const { pieces, rest } = inPieces(MODEL);
    expect(pieces.map(({ field, text }) => [field, text.length])).toEqual([
      ['weights', 1_000_000],
      ['weights', 1_000_000],
      ['weights', 500_000],
    ]);
    expect(rest).toEqual({ weights: '', graph: '{}', tokens: 512 });
    const there = new ModelPieces();
    for (const piece of pieces) there.add(piece);
    expect(there.joined(rest as typeof MODEL)).toEqual(MODEL);
    expect(there.joined({ weights: 'next' })).toEqual({ weights: 'next' });
  });

  it('is sent unchanged if nothing in it is long or it is not an object', () => {
    expect(inPieces({ path: 'a' })).toEqual({ pieces: [], rest: { path: 'a' } });
    for (const model of [null, 'x'.repeat(2_000_000), 7]) expect(inPieces(model)).toEqual({ pieces: [], rest: model });
  });
});
