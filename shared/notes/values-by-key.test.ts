import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ValuesByKey } from './values-by-key.ts';

const WORDS = ['a', 'b', 'c', ''];

it('has what was added and not deleted, in order of arrival, as a map of sets', () => {
  const change = fc.record({
    kind: fc.constantFrom('add', 'delete'),
    key: fc.constantFrom(...WORDS),
    value: fc.constantFrom(...WORDS),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const values = new ValuesByKey();
      const sets = new Map<string, Set<string>>(WORDS.map((key) => [key, new Set<string>()]));
      for (const { kind, key, value } of changes) {
        if (kind === 'add') values.add(key, value);
        else values.delete(key, value);
        if (kind === 'add') sets.get(key)?.add(value);
        else sets.get(key)?.delete(value);
        for (const word of WORDS) expect([...values.of(word)]).toEqual([...(sets.get(word) ?? [])]);
      }
    }),
  );
});

it('has many values under a key just so', () => {
  const value = fc.integer({ min: 0, max: 15 }).map(String);
  const changes = fc.array(fc.record({ adds: fc.boolean(), value }), { minLength: 20, maxLength: 200 });
  fc.assert(
    fc.property(changes, (all) => {
      const values = new ValuesByKey();
      const set = new Set<string>();
      for (const { adds, value } of all) {
        if (adds) values.add('key', value);
        else values.delete('key', value);
        if (adds) set.add(value);
        else set.delete(value);
        expect([[...values.of('key')], values.count('key')]).toEqual([[...set], set.size]);
      }
    }),
  );
});
