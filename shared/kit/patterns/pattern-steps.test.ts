import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern } from './pattern-program.ts';
import { stepsOfSearch } from './pattern-steps.ts';

const stepsOf = (pattern: string, text: string, most = 1e6): number =>
  stepsOfSearch(compilePattern(pattern, ''), text, { all: false, most }).steps;
const A40 = `${'a'.repeat(40)}!`;

describe('a search that would hold up the app', () => {
  it.each([
    ['^(a+)+$', A40],
    ['(a|a)*$', A40],
    ['(a|aa)+$', A40],
    ['(.*a){20}', A40],
    ['(\\w+\\s?)*$', A40],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', A40],
    ['(a*)*\\1b', A40],
    ['((a+)\\2)+$', A40.repeat(2)],
    ['(?=(a+)+$)b', A40],
    ['^(?!(a+)+$).*', A40],
    ['(?<=^(a+)+)b', A40.replace('!', 'b').replace(/^/, '!')],
    ['(?:(?=(a+))\\1)+b', 'a'.repeat(3_000)],
    ['(a{1,30}){1,30}$', A40],
    ['^(?:a?){40}a{40}$', 'a'.repeat(40)],
    [`^${'a?'.repeat(40)}${'a'.repeat(40)}$`, 'a'.repeat(40)],
    ['(x+x+)+y', 'x'.repeat(40)],
    ['\\s*\\s*\\s*\\s*\\s*x', ' '.repeat(300)],
    ['.*.*.*.*=', 'x'.repeat(300)],
    ['(?:a|b|ab)*c', 'ab'.repeat(40)],
  ])('%s takes more steps than are counted', (pattern, text) => {
    expect(stepsOf(pattern, text)).toBe(Infinity);
  });
});

describe('an everyday search', () => {
  it.each([
    ['\\d{4}-\\d{2}-\\d{2}', 'It was on 2026-03-04, a Wednesday.'],
    ['.*foo.*', 'a line with foo in it, and some more'],
    ['^.*foo.*bar.*$', 'a line with foo in it, and no other '.repeat(5)],
    ['\\[\\[([^\\]|]+)(\\|[^\\]]+)?\\]\\]', 'See [[A note|that]] and [[Another]].'],
    ['^[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+$', 'some.one@mail.example.org'],
    ['^(?=.*foo)(?=.*bar).*$', `${'x '.repeat(200)}foo bar`],
    ['(?<y>\\d{4})-(?<m>\\d\\d)', '2026-03'],
    ['(\\w)\\1', 'committee'],
    ['^\\s+|\\s+$', '   some text   '],
    ['(\\d+)\\s*(min|h)', 'It takes 20 min or 1 h. '.repeat(20)],
    ['^(\\w+\\s)*\\w+$', 'a few words and no more'],
  ])('%s takes few', (pattern, text) => {
    expect(stepsOf(pattern, text)).toBeLessThan(100_000);
  });
});

describe('the steps that are counted', () => {
  const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '\\b', '^', '$', 'é', '\\1');
  const { pattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
    part: fc.oneof(
      { maxDepth: 4, depthSize: 'medium' },
      atom,
      fc
        .tuple(tie('pattern'), fc.constantFrom('(', '(?:', '(?=', '(?!', '(?<=', '(?<!'))
        .map(([inner, open]) => `${open}${inner})`),
      fc
        .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '*?', '+?', '??', '{0,2}?'))
        .map(([inner, mark]) => `(${inner})${mark}`),
      fc.constantFrom('a*', 'b+', '.?', '[ab]{1,3}', '.*?', 'a+?'),
    ),
    pattern: fc.oneof(
      fc.array(tie('part'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
      fc.tuple(tie('part'), tie('part')).map((parts) => parts.join('|')),
    ),
  }));

  it('are of the matches that the language itself finds', () => {
    fc.assert(
      fc.property(
        pattern,
        fc.string({ unit: fc.constantFrom('a', 'b', 'é', ' ', '\n'), maxLength: 8 }),
        (source, text) => {
          const { steps, hits } = stepsOfSearch(compilePattern(source, ''), text, { all: true, most: 200_000 });
          if (steps !== Infinity) expect(hits).toBe([...text.matchAll(new RegExp(source, 'g'))].length);
        },
      ),
      { seed: 11, numRuns: 3_000 },
    );
  });

  it('are recognized from the start as too slow for any engine', () => {
    expect(compilePattern('(a+)+', '').bound).toBeNull();
    expect(compilePattern('(?:ab?){1,3}c*', '').bound).toEqual({ ways: 27, degree: 1 });
    expect(compilePattern('a.*b.*c', '').bound).toEqual({ ways: 1, degree: 3 });
    expect(compilePattern('a+b+', '').bound).toEqual({ ways: 1, degree: 2 });
    expect(compilePattern('(?:ab)*c', '').bound).toEqual({ ways: 1, degree: 2 });
  });
});
