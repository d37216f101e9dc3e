import { expect, it } from 'vitest';
import { runSteps } from '../../../shared/kit/concurrency/slices.ts';
import { linkChanges } from './link-changes.ts';

/** Each line as it was and is; empty: it was not there, or is not. */
const changesAmong = (...lines: [before: string, after: string][]): string[] =>
  runSteps(linkChanges(lines.map(([before, after], index) => ({ before, after, line: index + 1 })))).map(
    (change) => `${change.text}: ${change.before} > ${change.after}`,
  );
const changes = (before: string, after: string): string[] => changesAmong([before, after]);

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

it('names links that read the same in a line that went and one that came', () => {
  const evil = 'https://evil.example.net/x/y/z';
  expect(changesAmong(['[md](Sub/New.md)', ''], ['', `[md](${evil})`])).toEqual([`md: Sub/New.md > ${evil}`]);
  expect(changesAmong(['[x](a)', ''], ['[x](b)', ''], ['', '[x](c)'], ['', '[x](d)'])).toEqual([
    'x: a > c',
    'x: b > d',
  ]);
  // Of a bare link, a reader saw the address.
  expect(changesAmong(['https://good.example', ''], ['', `[https://good.example](${evil})`])).toEqual([
    `https://good.example: https://good.example > ${evil}`,
  ]);
  expect(changesAmong(['[[Home]]', ''], ['', '[[Base|Home]]'])).toEqual(['Home: Home > Base']);
  expect(changesAmong(['See [md](a) and more.', 'See [other](b) and more.'], ['', '[md](c)'])).toEqual(['md: a > c']);
});

it('names no link that only went to another line, or reads otherwise there', () => {
  expect(changesAmong(['[x](a)', ''], ['and so on', 'and [x](a) so on'], ['', '[y](b)'])).toEqual([]);
  expect(changesAmong(['[[A]]', ''], ['', '[[B]]'])).toEqual([]);
  expect(changesAmong(['to [[A]]', 'to [[B]]'], ['or [[B]]', 'or [[A]]'])).toEqual([': A > B', ': B > A']);
});

it('answers soon for hostile lines', () => {
  for (const piece of ['[', '![[', '[](', '[x](a(', 'http://', '[[a|', '\\['])
    expect(changes(piece.repeat(4_000), `${piece.repeat(4_000)}x`).length).toBeLessThan(2);
});
