import { expect, it } from 'vitest';
import { linkChanges } from './link-changes.ts';

const changes = (before: string, after: string): string[] =>
  linkChanges(before, after, 1).map((change) => `${change.text}: ${change.before} > ${change.after}`);

it('names links of every kind that lead elsewhere', () => {
  expect(changes('[[A|see]]', '[[B|see]]')).toEqual(['see: A > B']);
  expect(changes('![[a.png]]', '![[b.png]]')).toEqual([': a.png > b.png']);
  expect(changes('[x](<a b.md> "t")', '[x](c.md)')).toEqual(['x: a b.md > c.md']);
  expect(changes('[x](a_(b).md)', '[x](a_(c).md)')).toEqual(['x: a_(b).md > a_(c).md']);
  expect(changes('[ref]: https://a.example', '[ref]: https://b.example')).toEqual([
    'ref: https://a.example > https://b.example',
  ]);
  expect(changes('at https://a.example now', 'at https://b.example now')).toEqual([
    ': https://a.example > https://b.example',
  ]);
});

it('names nothing where a link only moved, came, went or reads otherwise', () => {
  expect(changes('[[A]] and [[B]]', '[[B]] and [[A]]')).toEqual([]);
  expect(changes('[[A]]', '[[A]] and [[B]]')).toEqual([]);
  expect(changes('[[A]]', '[[A|the first]]')).toEqual([]);
  expect(changes('[[A]] [[A]]', '[[A]] [[B]]')).toEqual([': A > B']);
});

it('answers soon for hostile lines', () => {
  for (const piece of ['[', '![[', '[](', '[x](a(', 'http://', '[[a|', '\\['])
    expect(changes(piece.repeat(4_000), `${piece.repeat(4_000)}x`).length).toBeLessThan(2);
});
