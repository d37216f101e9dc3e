import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asTyped } from '../../kit/text/typed-text.ts';
import { runSteps } from '../../kit/concurrency/slices.ts';
import { anyNote, errorOf, noteLine, SETTINGS } from '../edit-test-kit.ts';
import { normaliseLine } from './line-windows.ts';
import { replaceWindow } from './replace-window.ts';
import { readLines, toLf } from '../text-lines.ts';

function replace(text: string, search: string, content: string): string {
  return runSteps(replaceWindow(text, { mode: 'replace_window', search, content, fuzzy: false, fuzzyThreshold: 0.7 }))
    .text;
}

function replaceFuzzy(text: string, search: string, content: string, fuzzyThreshold = 0.7): string {
  return runSteps(replaceWindow(text, { mode: 'replace_window', search, content, fuzzy: true, fuzzyThreshold })).text;
}

describe('a passage that occurs once', () => {
  it('is replaced', () => {
    expect(replace('one two three', 'two', '2')).toBe('one 2 three');
    expect(replace('one\ntwo\nthree\n', 'two\n', '')).toBe('one\nthree\n');
  });

  it.each([
    ['CRLF in the note', 'a\r\nb\r\nc\r\n', 'a\nb', 'x\ny\nz', 'x\r\ny\r\nz\r\nc\r\n'],
    ['CRLF in the search', 'a\nb\nc\n', 'a\r\nb', 'x\r\ny', 'x\ny\nc\n'],
    ['CR in the note', 'a\rb\rc', 'b\nc', 'x', 'a\rx'],
    ['both kinds in the note', 'a\r\nb\nc\r\nd\r\n', 'b\nc\nd', 'b\nX\nd', 'a\r\nb\nX\r\nd\r\n'],
    ['a search that begins with a line end', 'a\r\nb\r\n', '\nb', '\nc', 'a\r\nc\r\n'],
    ['a byte order mark', '\uFEFFa\r\nb', 'a\nb', 'c', '\uFEFFc'],
  ])('is found with any line ends: %s', (_name, text, search, content, expected) => {
    expect(replace(text, search, content)).toBe(expected);
  });

  it.each([
    ['NFD in the note', 'Ka\u0308se\nBrot\n', 'Käse', 'Quark', 'Quark\nBrot\n'],
    ['NFD in the search', 'Käse\nBrot\n', 'Ka\u0308se', 'Quark', 'Quark\nBrot\n'],
    ['both in the note, with CRLF', 'u\u0308b\r\nü\r\nKa\u0308se\r\n', 'ü\nKäse', 'x', 'u\u0308b\r\nx\r\n'],
    ['marks in part', 'Vie\u0302\u0323t Nam, Viê\u0323t\n', 'Việt Nam', 'VN', 'VN, Viê\u0323t\n'],
    ['syllables in parts', '한글 문서'.normalize('NFD'), '문서', '글', `${'한글 '.normalize('NFD')}글`],
  ])('is found in any Unicode form: %s', (_name, text, search, content, expected) => {
    expect(replace(text, search, content)).toBe(expected);
  });

  it('is the one in the form given, if there is one', () => {
    expect(replace('ü\nu\u0308\n', 'u\u0308', 'x')).toBe('ü\nx\n');
    expect(errorOf(() => replace('Ka\u0308se\nKa\u0308se\n', 'Käse', 'x')).code).toBe('multiple_matches');
  });

  it('takes no part of a letter', () => {
    expect(errorOf(() => replace('e\u0302\u0301\n', 'ê', 'x')).code).toBe('no_match');
  });

  it.each([
    [
      'quotes',
      '“I don’t know,” he said. “No.”\n',
      '"I don\'t know," he',
      '"I do know," he',
      '“I do know,” he said. “No.”\n',
    ],
    [
      'dashes and dots',
      'Well… it was low—“so low”.\n',
      'Well... it was low-"so low"',
      'Well... it is low-"so low"',
      'Well… it is low—“so low”.\n',
    ],
    [
      'spaces',
      '«\u00a0Quoi\u202f?\u00a0» 12\u202f000\u00a0€\n',
      'Quoi ? » 12 000 €',
      'Quoi ? » 13 000 €',
      '«\u00a0Quoi\u202f?\u00a0» 13\u202f000\u00a0€\n',
    ],
    ['curly in the search', "It's so.\n", 'It’s so', 'It’s not so', "It's not so.\n"],
    ['several lines with CRLF', '‘a’\r\n‘b’\r\nc\r\n', "'a'\n'b'", "'a'\nx\n'b'", '‘a’\r\nx\r\n‘b’\r\nc\r\n'],
    ['a change of typography', 'a – b\n', 'a - b', 'a — b', 'a — b\n'],
  ])('is found with other typography, of which the rest stays: %s', (_name, text, search, content, expected) => {
    expect(replace(text, search, content)).toBe(expected);
  });

  it('is the one with the typography given, if there is one; others are several, and a sign alone is none', () => {
    expect(replace('“a”\n"a"\n', '"a"', 'x')).toBe('“a”\nx\n');
    expect(errorOf(() => replace('“a”\n„a“\n', '"a"', 'x')).code).toBe('multiple_matches');
    expect(errorOf(() => replace('a — b\n', '-', 'x')).code).toBe('no_match');
    expect(errorOf(() => replace('a…b\n', '.b', 'x')).code).toBe('no_match');
  });

  it('keeps its typography wherever search and content are equal', () => {
    const letter = fc.constantFrom('a', 'b', '“', '’', '—', '…', '\u00a0', ' ', '\n', '🙂');
    const passage = fc.array(letter, { maxLength: 20 }).map((letters) => `word${letters.join('')}end`);
    fc.assert(
      fc.property(passage, fc.nat(20), (own, at) => {
        const typed = asTyped(own);
        const text = `before\n${own}\nafter\n`;
        expect(replace(text, typed, typed)).toBe(text);
        expect(replace(text, typed, `new ${typed}`)).toBe(`before\nnew ${own}\nafter\n`);
        const inserted = replace(text, typed, `${typed.slice(0, at)} X ${typed.slice(at)}`);
        expect(asTyped(inserted)).toBe(`before\n${typed.slice(0, at)} X ${typed.slice(at)}\nafter\n`);
      }),
      SETTINGS,
    );
  });

  it('takes precedence over similar windows, and ignores the threshold', () => {
    expect(replaceFuzzy('word one\nword two\n', 'word one', 'x', 1)).toBe('x\nword two\n');
  });

  it('is unchanged if the content is the same, in any note', () => {
    fc.assert(
      fc.property(anyNote, fc.nat(), fc.nat(), (text, a, b) => {
        const lf = toLf(text);
        const [start = 0, end = 0] = [a % (lf.length + 1), b % (lf.length + 1)].sort((x, y) => x - y);
        const search = lf.slice(start, end);
        fc.pre(search !== '' && lf.indexOf(search) === lf.lastIndexOf(search));
        expect(replace(text, search, search)).toBe(text);
      }),
      SETTINGS,
    );
  });

  it('is all that changes, in any note', () => {
    fc.assert(
      fc.property(anyNote, anyNote, fc.nat(), fc.nat(), (text, content, a, b) => {
        const lf = toLf(text);
        const [start = 0, end = 0] = [a % (lf.length + 1), b % (lf.length + 1)].sort((x, y) => x - y);
        const search = lf.slice(start, end);
        fc.pre(search !== '' && lf.indexOf(search) === lf.lastIndexOf(search));
        const changed = replace(text, search, content);
        expect(toLf(changed)).toBe(lf.slice(0, start) + toLf(content) + lf.slice(end));
        const head =
          readLines(text).lines.findLast((line) => toLf(text.slice(0, line.start)).length <= start)?.start ?? 0;
        expect(changed.startsWith(text.slice(0, head))).toBe(true);
      }),
      SETTINGS,
    );
  });
});

describe('a passage that occurs more than once', () => {
  it('is not edited; each place is listed with its context', () => {
    const error = errorOf(() => replace('a\nword\nb\nword\n', 'word', 'x'));
    expect(error.code).toBe('multiple_matches');
    expect(error.name).toBe('MultipleMatchesError');
    expect(error.message).toBe('MultipleMatchesError: the search text occurs 2 times (lines 2, 4).');
    expect(error.details?.['matches']).toEqual([
      { line: 2, text: 'word', before: 'a', after: 'b' },
      { line: 4, text: 'word', before: 'b' },
    ]);
  });

  it('may overlap itself', () => {
    expect(errorOf(() => replace('aaa', 'aa', 'x')).code).toBe('multiple_matches');
  });

  it('lists ten places and counts all', () => {
    const error = errorOf(() => replace('word\n'.repeat(25), 'word', 'x'));
    expect(error.details?.['matches']).toHaveLength(10);
    expect(error.details?.['total']).toBe(25);
  });
});

describe('a passage that does not occur', () => {
  it('is answered with the three closest, changing nothing', () => {
    const error = errorOf(() =>
      replace('The quick brown fox\nsome other line\njumps over the lazy dog\n\nnothing\n', 'The quick brown ox', 'x'),
    );
    expect(error.code).toBe('no_match');
    const closest = error.details?.['closest'] as { line: number; score: number; text: string }[];
    expect(closest).toHaveLength(3);
    expect(closest[0]).toEqual({ line: 1, score: 0.9474, text: 'The quick brown fox' });
    expect(closest.map(({ score }) => score)).toEqual(closest.map(({ score }) => score).sort((a, b) => b - a));
    expect(error.hint).toContain('from_buffer');
  });

  it('is answered with the run of words that is closest, if less than a line was looked for', () => {
    const error = errorOf(() =>
      replace('# Boris\n\nA knight, sworn to the old king, who fought at the ford.\n\n## Secrets\n', 'knigt', 'x'),
    );
    expect(error.message).toContain('the closest passage (line 3) has a similarity of 0.8333');
    expect(error.details?.['closest']).toMatchObject([{ line: 3, score: 0.8333, text: 'knight' }, { line: 5 }]);
  });

  it('is offered from the buffer only if that would find something', () => {
    const line = 'Water the beans in the evening, when the sun is off the wall and the butt is full.\n';
    expect(errorOf(() => replace(line, 'when the sun is of the wal', 'x')).hint).toContain('from_buffer');
    expect(errorOf(() => replace(line, 'quarterly figures', 'x')).hint).toBe(
      'Read the note as it stands now, and copy `search` from it.',
    );
    expect(errorOf(() => replaceFuzzy('The quick brown fox\n', 'A slow green toad', 'x', 0.5)).hint).not.toContain(
      'from_buffer',
    );
  });

  it('has nothing close in an empty note, or in one with fewer lines', () => {
    expect(errorOf(() => replace('', 'x', 'y')).details?.['closest']).toEqual([]);
    expect(errorOf(() => replaceFuzzy('a', 'a\nb', 'y')).details?.['closest']).toEqual([]);
  });
});

describe('a fuzzy search', () => {
  it('tolerates whitespace and trailing punctuation, and replaces whole lines', () => {
    expect(replaceFuzzy('# T\n\n  The  quick brown\tfox.\njumps;\nend\n', 'The quick brown fox\njumps', 'X\nY')).toBe(
      '# T\n\nX\nY\nend\n',
    );
  });

  it('replaces nothing but the lines, with their own line ends', () => {
    expect(replaceFuzzy('a\r\nfirst line,\r\nsecond  line\nb\r\n', 'first line\nsecond line', '1\n2')).toBe(
      'a\r\n1\r\n2\nb\r\n',
    );
  });

  it('includes the last line end only if the search ends with one and the content is empty', () => {
    expect(replaceFuzzy('a\nfirst  line\nb\n', 'first line\n', 'x\n')).toBe('a\nx\nb\n');
    expect(replaceFuzzy('a\nfirst  line\nb\n', 'first line\n', 'x')).toBe('a\nx\nb\n');
    expect(replaceFuzzy('a\nfirst  line\nb\n', 'first line\n', '')).toBe('a\nb\n');
    expect(replaceFuzzy('a\nfirst  line\nb\n', 'first line', '')).toBe('a\n\nb\n');
  });

  it('accepts what is at the threshold, not below', () => {
    const text = 'abcdefghij\n';
    expect(replaceFuzzy(text, 'abcdefgxyz', 'new', 0.7)).toBe('new\n');
    expect(errorOf(() => replaceFuzzy(text, 'abcdefgxyz', 'new', 0.71)).code).toBe('no_match');
    expect(errorOf(() => replaceFuzzy(text, 'abcdefgxyz', 'new', 0.71)).message).toContain('0.7');
  });

  it('takes the best of several', () => {
    expect(replaceFuzzy('the cat sat on a mat\nthe cat sits on the mats\n', 'the cat sits on those mats', 'x')).toBe(
      'the cat sat on a mat\nx\n',
    );
  });

  it('is not sure if another window is within 0.05 of the best', () => {
    const lines = ['a note about the harbour wall 1', 'something else', 'a note about the harbour wall 2'];
    const error = errorOf(() => replaceFuzzy(lines.join('\n'), 'a note about the harbour wall 3', 'x'));
    expect(error.name).toBe('MultipleMatchesError');
    expect((error.details?.['matches'] as { line: number }[]).map(({ line }) => line)).toEqual([1, 3]);
  });

  it('treats windows that overlap the best one as the same passage, unless they score as high', () => {
    const long = 'a line that is quite long, and goes on and on, and then ends somewhere far to the right';
    expect(replaceFuzzy(`x\n\n${long}\n\n`, `\n${long}!`, 'y')).toBe('x\ny\n\n');
    expect(errorOf(() => replaceFuzzy('- item.\n- item;\n- item,\n', '- item\n- item', 'x')).code).toBe(
      'multiple_matches',
    );
  });

  const alikeLine = fc
    .tuple(
      fc.constantFrom('the harbour wall', 'the harbor wall', 'a harbour', 'x'),
      fc.constantFrom('', ' in winter', ' in the winter', ' in  summer.'),
    )
    .map((parts) => parts.join(''));

  it.each([
    ['any lines', noteLine, 12, 3],
    ['lines that are very similar', alikeLine, 40, 5],
  ] as const)(
    'finds the window of whole lines that a plain search over all windows finds, among %s',
    (_name, line, most, mostSearched) => {
      fc.assert(
        fc.property(
          fc.array(line, { minLength: 1, maxLength: most }),
          fc.array(line, { minLength: 1, maxLength: mostSearched }),
          fc.constantFrom(0.3, 0.5, 0.7, 0.9),
          (lines, search, threshold) => {
            const text = lines.join('\n');
            fc.pre(search.join('') !== '' && search.at(-1) !== '' && !text.includes(search.join('\n')));
            const wanted = plainSearch(
              readLines(text).lines.map(({ start, end }) => text.slice(start, end)),
              search,
              threshold,
            );
            if (wanted.length === 1) {
              const changed = replaceFuzzy(text, `${search.join('\n')}\n`, '<new>', threshold);
              const at = wanted[0] ?? 0;
              expect(changed).toBe([...lines.slice(0, at), '<new>', ...lines.slice(at + search.length)].join('\n'));
            } else {
              const error = errorOf(() => replaceFuzzy(text, `${search.join('\n')}\n`, '<new>', threshold));
              expect(error.code).toBe(wanted.length === 0 ? 'no_match' : 'multiple_matches');
              const lineNumbers =
                (error.details?.['matches'] as { line: number }[] | undefined)?.map((match) => match.line) ?? [];
              if (wanted.length <= 10)
                expect(lineNumbers).toEqual(wanted.map((first) => first + 1).sort((a, b) => a - b));
            }
          },
        ),
        SETTINGS,
      );
    },
  );
});

describe('a fuzzy search for less than a line', () => {
  it.each([
    [
      'in a sentence',
      'We met at the harbour wall in winter, late.\n',
      'the harbor wall',
      'the pier',
      'We met at the pier in winter, late.\n',
    ],
    [
      'whose words it does not cut',
      'I receive the parcels daily.\n',
      'recieve the parcel',
      'get them',
      'I get them daily.\n',
    ],
    [
      'with punctuation left outside',
      'First, boil  the water; then wait.',
      'Boil the water.',
      'heat it',
      'First, heat it; then wait.',
    ],
    [
      'in a list, with CRLF',
      '- [ ] call Anna about the invoce\r\n- [ ] rest\r\n',
      'about the invoice',
      'back',
      '- [ ] call Anna back\r\n- [ ] rest\r\n',
    ],
    [
      'with the whole of a link',
      'Sworn to [[Old King]]. Fought on.\n',
      'Sworn to the Old King',
      'Once sworn to [[Old King]]',
      'Once sworn to [[Old King]]. Fought on.\n',
    ],
    ['in a script without spaces', '今日は港の壁で会いました。\n', '港の壁に', '駅', '今日は駅会いました。\n'],
  ])('replaces that passage %s', (_name, text, search, content, expected) => {
    expect(replaceFuzzy(text, search, content, 0.6)).toBe(expected);
  });

  it.each([
    [
      'which both texts have',
      'He sat. “You’re late,” he said.\n',
      '"You\'re late," he said.',
      'He went.',
      'He sat. He went.\n',
    ],
    [
      'which both have, and the new one has not',
      'He sat. “I’m late,” he said.\n',
      '"I\'m late," he said.',
      'no',
      'He sat. no\n',
    ],
    [
      'of another kind',
      'He sat. “You’re late,” he said! So.\n',
      '"You\'re late," he said.',
      'Go.',
      'He sat. Go. So.\n',
    ],
    [
      'of a passage taken out',
      'He sat. “You’re late,” he said! So.\n',
      '"You\'re late," he said.',
      '',
      'He sat.  So.\n',
    ],
    [
      'that the search lacks',
      'He sat. “You’re late,” he said! So.\n',
      '"You\'re late," he said',
      'Go',
      'He sat. Go! So.\n',
    ],
    [
      'and the blanks around it',
      'He sat. “You’re late,” he said! So.\n',
      ' "You\'re late," he said! ',
      ' Go! ',
      'He sat. Go! So.\n',
    ],
  ])('leaves no punctuation twice %s', (_name, text, search, content, expected) => {
    expect(replaceFuzzy(text, search, content)).toBe(expected);
  });

  it('replaces the whole line if that is about as similar', () => {
    expect(replaceFuzzy('Boil the water!\nWait.\n', 'boil the water', 'Heat it.')).toBe('Heat it.\nWait.\n');
  });

  it('refuses if several passages are about as similar, in one line or in two', () => {
    const several = errorOf(() => replaceFuzzy('See the harbour wall, and the harbour hall.\n', 'the harbor all', 'x'));
    expect(several.code).toBe('multiple_matches');
    expect(
      errorOf(() => replaceFuzzy('See the harbour wall.\nAt the harbour wall, too.\n', 'the harbor wall', 'x')).code,
    ).toBe('multiple_matches');
  });

  it('finds nothing in what is about something else', () => {
    expect(errorOf(() => replaceFuzzy('- [ ] task\n', 'x y', 'z', 0.3)).code).toBe('no_match');
  });
});

/** First lines of the best window and of its rivals. */
function plainSearch(lines: readonly string[], search: readonly string[], threshold: number): number[] {
  const pattern = search.map(normaliseLine).join('\n');
  const windows = lines.slice(0, Math.max(0, lines.length - search.length + 1)).map((_, first) => {
    const passage = lines
      .slice(first, first + search.length)
      .map(normaliseLine)
      .join('\n');
    const longer = Math.max(passage.length, pattern.length);
    return { first, score: longer === 0 ? 1 : (longer - edits(pattern, passage)) / longer };
  });
  const best = windows
    .filter(({ score }) => score >= threshold)
    .sort((a, b) => b.score - a.score || a.first - b.first)[0];
  if (best === undefined) return [];
  const rivals = windows.filter(
    ({ first, score }) => score >= threshold && best.score - score <= 0.05 + 1e-9 && first !== best.first,
  );
  return [
    best.first,
    ...rivals
      .filter(({ first, score }) => score === best.score || Math.abs(first - best.first) >= search.length)
      .map(({ first }) => first),
  ];
}

function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
