import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
import { contentWindowSteps } from './content-window.ts';
import { partSteps } from './note-part.ts';

function blockOf(text: string, block: string): string {
  const { start, end } = runSteps(partSteps(text, { block }));
  return text.slice(start, end);
}

function linesOf(text: string, lines: [number, number]): unknown {
  const { startLine, endLine, content } = runSteps(
    contentWindowSteps(text, runSteps(partSteps(text, { lines })), { bodyStart: 0, most: 1_000 }),
  );
  return [startLine, endLine, content];
}

it('a section at the beginning of a file is without its byte order mark', () => {
  const { start, end } = runSteps(partSteps('\uFEFF# A\n\nb\n', { section: 'A' }));
  expect([start, end]).toEqual([1, 7]);
});

describe('lines of a note', () => {
  it.each<[string, [number, number], unknown]>([
    ['a\n\nb\n', [1, 2], [1, 2, 'a\n']],
    ['a\n\nb\n', [2, 2], [2, 2, '']],
    ['a\n\nb\n', [3, 9], [3, 3, 'b\n']],
    ['a\r\n\r\nb', [1, 2], [1, 2, 'a\r\n']],
    ['a\rb\rc', [2, 2], [2, 2, 'b']],
    ['\uFEFFa\nb\n', [1, 2], [1, 2, 'a\nb']],
    ['\uFEFF', [1, 1], [1, 1, '']],
    ['', [1, 1], [1, 1, '']],
    ['\n', [1, 1], [1, 1, '']],
  ])('of %j, %j', (text, lines, expected) => {
    expect(linesOf(text, lines)).toEqual(expected);
  });

  it.each<[string, number, string]>([
    ['a\n\nb\n', 4, 'The note has 3 lines; `lines` begins at 4.'],
    ['a', 2, 'The note has 1 line; `lines` begins at 2.'],
    ['', 2, 'The note has 1 line; `lines` begins at 2.'],
  ])('of %j from %j are refused', (text, from, message) => {
    expect(() => linesOf(text, [from, from])).toThrow(message);
  });

  it('are the text between line ends, of any kind', () => {
    const line = fc.constantFrom('', 'a', 'bc 𝒳');
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.nat(),
        fc.nat(),
        (all, lineEnd, a, b) => {
          // Without an empty last line, which would be no line.
          const lines = [...all, 'end'];
          const from = 1 + (a % lines.length);
          const to = from + (b % (lines.length - from + 1));
          const text = lines.join(lineEnd);
          expect(linesOf(text, [from, to])).toEqual([from, to, lines.slice(from - 1, to).join(lineEnd)]);
        },
      ),
    );
  });
});

describe('a block in a list', () => {
  it.each<[string, string, string]>([
    ['- one\n- two ^b\n  - in two\n- three\n', 'b', '- two ^b\n  - in two'],
    ['- one\n  - in one ^b\n  - too\n- two\n', 'b', '  - in one ^b'],
    ['1. one\n2. two ^b', 'b', '2. two ^b'],
    ['- one\r\n- two ^b\r\n- three\r\n', 'b', '- two ^b'],
    ['- one\r- two ^b\r- three\r', 'b', '- two ^b'],
    ['- one\n\t- in one ^b\n    - too\n', 'b', '\t- in one ^b'],
    ['- one\n  going on ^b\n- two\n', 'b', '- one\n  going on ^b'],
    ['- one\n- two\n\n^all\n', 'all', '- one\n- two'],
    ['- one\r- two\r^all\r', 'all', '- one\r- two\r^all'],
    ['- one\n- two\n^all\n', 'all', '- one\n- two\n^all'],
  ])('of %j, %j', (text, id, expected) => {
    expect(blockOf(text, id)).toBe(expected);
    expect(blockOf(`\uFEFF# A\r\n\r\n中 😀\n\n${text}`, id)).toBe(expected);
  });

  it('is the item, though code in it has lines that look like items', () => {
    const fenced = [
      '- one',
      '  ```',
      '  - x',
      '  ```',
      '  text ^a',
      '- two ^b',
      '  ```',
      '  1. y',
      '  ```',
      '- three',
      '',
    ];
    expect(blockOf(fenced.join('\n'), 'a')).toBe(fenced.slice(0, 5).join('\n'));
    expect(blockOf(fenced.join('\n'), 'b')).toBe(fenced.slice(5, 9).join('\n'));
  });
});

describe('a section whose heading occurs more than once', () => {
  const refused = (text: string, section: string): unknown => {
    try {
      return runSteps(partSteps(text, { section }));
    } catch (error) {
      return error;
    }
  };

  it('is refused with the lines of each, and no argument that reading does not take', () => {
    const text = '# A\r\n## B\r\none\r\n### C\r\ntwo\r\n## B\r\nthree\r\n';
    const error = refused(text, 'B');
    expect(error).toMatchObject({
      code: 'multiple_matches',
      hint: 'Read the `lines` of one of `details.matches`.',
      details: {
        matches: [
          { line: 2, text: '## B', path: 'A > B', lines: [2, 5] },
          { line: 6, text: '## B', path: 'A > B', lines: [6, 8] },
        ],
      },
    });
    expect(JSON.stringify(error)).not.toContain('headingIndex');
    expect(linesOf(text, [2, 5])).toEqual([2, 5, '## B\r\none\r\n### C\r\ntwo']);
    expect(linesOf(text, [6, 8])).toEqual([6, 7, '## B\r\nthree\r\n']);
  });

  it('can be named by its path where the paths differ', () => {
    const text = '# A\n## Log\none\n# B\n## Log\ntwo\n';
    expect(refused(text, 'Log')).toMatchObject({
      hint: 'Name it by its `path` in `details.matches`, or read its `lines` there.',
    });
    const { start, end } = runSteps(partSteps(text, { section: 'B > Log' }));
    expect(text.slice(start, end)).toBe('## Log\ntwo');
  });
});

it('the last section ends above the data of a plugin', () => {
  const text = '## A\n\n- [ ] one\n\n\n%% kanban:settings\n```\n{}\n```\n%%';
  const { start, end } = runSteps(partSteps(text, { section: 'A' }));
  expect(text.slice(start, end)).toBe('## A\n\n- [ ] one');
});
