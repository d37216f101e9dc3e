import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sideOf, textWith, type DiffLine } from './diff-sides.ts';
import { diffOf, diffSteps } from './note-diff.ts';

/** A line as words: `[-gone-]`, `{+come+}`. */
const written = ({ parts }: DiffLine): string =>
  parts
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `{+${text}+}`))
    .join('')
    .replaceAll('\n', '');
const changed = (before: string, after: string): string[] =>
  diffOf(before, after)
    .lines.filter(({ kind }) => kind !== 'same')
    .map(written);

const word = fc.constantFrom(
  'a',
  'bee',
  'sea',
  '日本語を読む',
  'ไทยดี',
  '👩‍👩‍👧',
  '\u202E',
  '\uD800',
  '[[N]]',
  '---',
  ':',
);
const gap = fc.constantFrom(' ', '  ', '\t', '');
const line = fc.array(fc.tuple(word, gap), { maxLength: 8 }).map((words) => words.flat().join(''));
const text = fc
  .tuple(fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n')), { maxLength: 12 }), line)
  .map(([lines, last]) => lines.flat().join('') + last);

describe('diffOf', () => {
  it('gives both texts back, whatever they are', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = diffOf(before, after);
        expect(sideOf(diff, 'before')).toBe(before);
        expect(sideOf(diff, 'after')).toBe(after);
        expect(textWith(diff, () => true)).toBe(after);
        expect(textWith(diff, () => false)).toBe(before);
        expect(diff.hunks.length === 0).toBe(before === after);
      }),
      { numRuns: 500 },
    );
  });

  it('numbers the lines of both sides and puts every change into one hunk', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { lines, hunks } = diffOf(before, after);
        for (const side of ['before', 'after'] as const) {
          const numbers = lines.flatMap((each) => each[side] ?? []);
          expect(numbers).toEqual(numbers.map((_, index) => index + 1));
        }
        const inHunks = new Set(hunks.flatMap(({ start, end }) => lines.slice(start, end)));
        for (const each of lines) expect(inHunks.has(each)).toBe(each.kind !== 'same');
        for (const { kind, parts } of lines) {
          const kinds = new Set(parts.map((part) => part.kind));
          if (kind !== 'changed') expect([...kinds]).toEqual([kind]);
          else expect(kinds.has('removed') || kinds.has('added')).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('shows the words that changed within a line', () => {
    expect(changed('one\nThe quick brown fox jumps.\n', 'one\nThe slow red fox jumps.\n')).toEqual([
      'The [-quick brown-]{+slow red+} fox jumps.',
    ]);
    expect(changed('- [ ] Call Ada\n', '- [x] Call Ada\n')).toEqual(['- [[- -]{+x+}] Call Ada']);
  });

  it('cuts scripts without blanks into words', () => {
    expect(changed('私は東京に住んでいます。\n', '私は京都に住んでいます。\n')).toEqual([
      '私は[-東京-]{+京都+}に住んでいます。',
    ]);
  });

  it('shows lines that have nothing in common as gone and come, and pairs those that are alike', () => {
    expect(
      changed('Buy milk and bread\nCall the plumber today\n', 'Zebra\nBuy milk, bread\nCall the electrician today\n'),
    ).toEqual(['{+Zebra+}', 'Buy milk[- and-]{+,+} bread', 'Call the [-plumber-]{+electrician+} today']);
    expect(changed('alpha\n', 'omega\n')).toEqual(['[-alpha-]', '{+omega+}']);
  });

  it('shows a missing last line break and another kind of it', () => {
    expect(diffOf('a b c', 'a b c\n').lines[0]?.parts).toEqual([
      { kind: 'same', text: 'a b c' },
      { kind: 'added', text: '\n' },
    ]);
    expect(diffOf('a b\r\n', 'a b\n').lines[0]?.parts).toEqual([
      { kind: 'same', text: 'a b' },
      { kind: 'removed', text: '\r\n' },
      { kind: 'added', text: '\n' },
    ]);
  });

  it('takes a hunk or leaves it', () => {
    const before = 'one\n2\n3\n4\nfive\n';
    const diff = diffOf(before, 'ONE\n2\n3\n4\nFIVE\n');
    expect(diff.hunks).toHaveLength(2);
    expect(textWith(diff, (hunk) => hunk === 1)).toBe('one\n2\n3\n4\nFIVE\n');
  });

  it('names properties and links that changed', () => {
    const before =
      '---\nstatus: draft\ntags:\n  - a\nold: 1\n---\nSee [the docs](https://good.example) and [[Home]].\n';
    const after =
      '---\nstatus: done\ntags:\n  - a\n  - b\nnew: 2\n---\nSee [the docs](https://evil.example) and [[Base|Home]].\n';
    const { properties, links, lines } = diffOf(before, after);
    expect(properties).toEqual([
      { name: 'status', before: 'draft', after: 'done' },
      { name: 'tags', before: 'a', after: 'a, b' },
      { name: 'old', before: '1', after: null },
      { name: 'new', before: null, after: '2' },
    ]);
    expect(links).toEqual([
      { text: 'the docs', before: 'https://good.example', after: 'https://evil.example', line: 8 },
      { text: 'Home', before: 'Home', after: 'Base', line: 8 },
    ]);
    expect(lines.filter(({ isProperty }) => isProperty)).toHaveLength(8);
  });

  it('names a link of a line that is little more than it', () => {
    const { lines, links } = diffOf(
      'Text.\n[md](Sub/New%20phantom.md)\n',
      'Text.\n[md](https://evil.example.net/x/y/z)\n',
    );
    expect(lines.map(({ kind }) => kind)).toEqual(['same', 'removed', 'added']);
    expect(links).toEqual([
      { text: 'md', before: 'Sub/New%20phantom.md', after: 'https://evil.example.net/x/y/z', line: 2 },
    ]);
  });
});

describe('diffSteps', () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `Line ${index} has a few words, some of them twice.\n`);
  const pairs: [string, string, string][] = [
    ['a note where each line changed', lines.join(''), lines.map((each) => each.replace('few', 'lot')).join('')],
    ['two notes with nothing in common', lines.join(''), lines.map((_, index) => `Other ${index * 7}\n`).join('')],
    ['a line of a megabyte', 'word '.repeat(200_000), `${'word '.repeat(100_000)}other ${'word '.repeat(100_000)}`],
    ['one word of a megabyte', 'a'.repeat(1_000_000), 'b'.repeat(1_000_000)],
    ['links that all read the same', '[x](a)\n'.repeat(10_000), '[x](https://b.example/long)\n'.repeat(10_000)],
    ['the same few lines over and over', 'a\nb\nc\n'.repeat(6_000), 'b\na\nc\nc\n'.repeat(5_000)],
  ];

  it.each(pairs)('stays in small steps and gives back %s', (_, before, after) => {
    const steps = diffSteps(before, after);
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count++;
    expect(count).toBeGreaterThan(2);
    expect(sideOf(step.value, 'before') === before).toBe(true);
    expect(sideOf(step.value, 'after') === after).toBe(true);
  });

  it('finds the one changed line of a large note', () => {
    const after = lines.with(12_345, 'Line 12345 has a few words, none of them twice.\n');
    const { hunks, lines: drawn } = diffOf(lines.join(''), after.join(''));
    expect(hunks).toEqual([{ start: 12_345, end: 12_346 }]);
    expect(written(drawn[12_345] as DiffLine)).toContain('[-some-]{+none+}');
  });

  it('finds a part that was moved', () => {
    const after = [
      ...lines.slice(0, 100),
      ...lines.slice(5_000, 5_100),
      ...lines.slice(100, 5_000),
      ...lines.slice(5_100),
    ];
    expect(diffOf(lines.join(''), after.join('')).hunks).toHaveLength(2);
  });
});
