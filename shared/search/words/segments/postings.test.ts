import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Postings } from './postings.ts';

function postingsOf(keys: readonly number[]): Postings {
  const postings = new Postings();
  postings.reserve(keys.length, 0);
  postings.keys.set(keys);
  postings.count = keys.length;
  return postings;
}

describe('the first posting from a place on with a key or more', () => {
  it('is the one of all, if those before the place have lower keys', () => {
    const keys = fc.uniqueArray(fc.nat(200), { maxLength: 60 }).map((all) => all.sort((a, b) => a - b));
    fc.assert(
      fc.property(keys, fc.nat(210), fc.nat(60), (all, key, most) => {
        const postings = postingsOf(all);
        const found = all.filter((each) => each < key).length;
        expect(postings.find(key)).toBe(found);
        expect(postings.findFrom(Math.min(most, found), key)).toBe(found);
      }),
    );
  });

  it('ignores what is left of an earlier list behind the last posting', () => {
    const postings = postingsOf([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    postings.count = 2;
    expect([postings.find(5), postings.findFrom(0, 5), postings.findFrom(2, 5)]).toEqual([2, 2, 2]);
  });
});
