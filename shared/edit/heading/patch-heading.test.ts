import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
import { parseNote } from '../../markdown/parse-note.ts';
import { anyNote, errorOf, SETTINGS } from '../edit-test-kit.ts';
import type { EditResult, PatchHeadingEdit } from '../note-edit.ts';
import { patchHeading } from './patch-heading.ts';
import { toLf } from '../text-lines.ts';

function patch(text: string, heading: string, content: string, more: Partial<PatchHeadingEdit> = {}): EditResult {
  return runSteps(
    patchHeading(text, { mode: 'patch_heading', heading, content, headingOp: 'replace', scope: 'section', ...more }),
  );
}

const SETTINGS_OF_BOARD = '%% kanban:settings\n```\n{"kanban-plugin":"board"}\n```\n%%';

describe('replacing a section', () => {
  it.each([
    ['up to the next heading of its level', '# A\nold\n\n# B\n', '# A\nnew\n\n# B\n'],
    ['with the headings inside it', '# A\nold\n## In\nmore\n\n# B\n', '# A\nnew\n\n# B\n'],
    ['up to a higher heading', '# T\n## A\nold\n\n# B\n', '# T\n## A\nnew\n\n# B\n'],
    ['up to the end', '# A\n\nold\nmore\n', '# A\n\nnew\n'],
    ['up to an end without a newline', '# A\nold', '# A\nnew'],
    ['between its blank lines', '# A\n\nold\n\n\n# B\n', '# A\n\nnew\n\n\n# B\n'],
    ['that is empty', '# A\n# B\n', '# A\nnew\n# B\n'],
    ['that is blank', '# A\n\n# B\n', '# A\n\nnew\n\n# B\n'],
    ['that is empty at the end', '# A\n', '# A\nnew\n'],
    ['that is empty at an end without a newline', '# A', '# A\nnew'],
    ['that is blank at the end', '# A\n\n', '# A\n\nnew\n'],
    ['of a setext heading', 'A\n===\nold\n\nB\n===\n', 'A\n===\nnew\n\nB\n===\n'],
    ['above a setext heading that would absorb it', '# A\n```\nold\n```\nB\n===\n', '# A\nnew\n\nB\n===\n'],
    ['of a closed heading', '## A ##\nold\n', '## A ##\nnew\n'],
    ['with CRLF', '# A\r\n\r\nold\r\n\r\n# B\r\n', '# A\r\n\r\nnew\r\n\r\n# B\r\n'],
    ['after frontmatter and a mark', '\uFEFF---\nk: 1\n---\n# A\nold\n', '\uFEFF---\nk: 1\n---\n# A\nnew\n'],
    ['of a level that is skipped', '# T\n### A\nold\n## B\n', '# T\n### A\nnew\n## B\n'],
  ])('goes %s', (_name, text, expected) => {
    expect(patch(text, 'A', 'new').text).toBe(expected);
  });

  it('does not end at what only looks like a heading', () => {
    const section = '```\n# not\n```\n\n%%\n# not\n%%\n\n> # not\n\n| a |\n| - |\n| # not |\n';
    expect(patch(`# A\n${section}\n# B\n`, 'A', 'new')).toEqual({
      text: '# A\nnew\n\n# B\n',
      removedLen: section.length - 1,
    });
  });

  it('counts what it removed, which exposes greedy matches', () => {
    expect(patch('# A\n\nold\n\n## In\nmore\n\n# B\n', 'A', 'new').removedLen).toBe('old\n\n## In\nmore'.length);
    expect(patch('# A\n', 'A', 'new').removedLen).toBe(0);
  });

  it('empties it with empty content', () => {
    expect(patch('# A\n\nold\n\n# B\n', 'A', '').text).toBe('# A\n\n# B\n');
    expect(patch('# A\nold\n# B\n', 'A', '').text).toBe('# A\n# B\n');
    expect(patch('# A\n\nold\n', 'A', '').text).toBe('# A\n');
    expect(patch('# A\n\nold', 'A', '').text).toBe('# A');
    expect(patch('# A\n\n# B\n', 'A', '').text).toBe('# A\n\n# B\n');
  });

  it('keeps blank lines given by the content', () => {
    expect(patch('# A\nold\n# B\n', 'A', '\nnew\n\n').text).toBe('# A\n\nnew\n\n# B\n');
    expect(patch('# A\n\nold\n\n# B\n', 'A', '\nnew\n').text).toBe('# A\n\nnew\n\n# B\n');
  });

  it('does not repeat the heading if the content begins with it', () => {
    expect(patch('## A\nold\n', 'A', '## A\nnew\n').text).toBe('## A\nnew\n');
    expect(patch('## A\n\nold\n\n## B\n', 'A', '## A\n\nnew').text).toBe('## A\n\nnew\n\n## B\n');
    expect(patch('## A\nold\n', 'A', '### A\nnew\n').text).toBe('## A\n### A\nnew\n');
    expect(patch('## U\u0308ber\nold\n', 'Über', '## Über\nnew\n').text).toBe('## U\u0308ber\nnew\n');
  });
});

describe('replacing a body', () => {
  it.each([
    ['to the first blank line', '# A\nold\nold\n\nstays\n', '# A\nnew\n\nstays\n'],
    ['below the blank lines under the heading', '# A\n\nold\n\nstays\n', '# A\n\nnew\n\nstays\n'],
    ['to any heading', '# A\nold\n## In\nstays\n', '# A\nnew\n## In\nstays\n'],
    ['over the blank lines of code', '# A\n```\nold\n\nold\n```\n\nstays\n', '# A\nnew\n\nstays\n'],
    ['over the blank lines of a list item', '# A\n- old\n\n  old\n\nstays\n', '# A\nnew\n\nstays\n'],
    ['between list items', '# A\n- old\n\n- stays\n', '# A\nnew\n\n- stays\n'],
    ['to the end', '# A\nold', '# A\nnew'],
    ['that does not exist', '# A\n\n## In\nstays\n', '# A\n\nnew\n\n## In\nstays\n'],
  ])('goes %s', (_name, text, expected) => {
    expect(patch(text, 'A', 'new', { scope: 'body' }).text).toBe(expected);
  });
});

describe('inserting next to a heading', () => {
  it.each([
    ['before', 'x\n\n# A\nold\n', 'x\n\nnew\n\n# A\nold\n'],
    ['before', 'x\n# A\n', 'x\nnew\n# A\n'],
    ['before', '# A\nold\n', 'new\n\n# A\nold\n'],
    ['before', '---\nk: 1\n---\n\n# A\n', '---\nk: 1\n---\n\nnew\n\n# A\n'],
    ['before', '# T\nA\n===\n', '# T\nnew\n\nA\n===\n'],
    ['before', '\uFEFF# A', '\uFEFFnew\n\n# A'],
    ['after', '# A\nold\n', '# A\nnew\nold\n'],
    ['after', '# A\n\nold\n', '# A\n\nnew\n\nold\n'],
    ['after', '# A', '# A\nnew'],
    ['after', '# A\n', '# A\nnew\n'],
    ['after', 'A\n===\nold\n', 'A\n===\nnew\nold\n'],
    ['after', '# A\r\nold\r\n', '# A\r\nnew\r\nold\r\n'],
    ['after', '# A\n---\n', '# A\nnew\n\n---\n'],
    ['after', '# A\n    code\n', '# A\nnew\n\n    code\n'],
    ['after', '# A\nB\n---\n', '# A\nnew\n\nB\n---\n'],
  ] as const)('%s: %j becomes %j', (headingOp, text, expected) => {
    expect(patch(text, 'A', 'new', { headingOp })).toEqual({ text: expected, removedLen: 0 });
  });

  it('keeps every other unit of any note, and every heading', () => {
    fc.assert(
      fc.property(anyNote, fc.nat(), fc.constantFrom('before', 'after'), (text, number, headingOp) => {
        const { headings } = parseNote(text);
        fc.pre(headings.length > 0);
        const heading = headings[number % headings.length];
        fc.pre(heading !== undefined && heading.text !== '');
        const equal = headings.filter((other) => other.text === heading?.text);
        const index = equal.findIndex((other) => other === heading);
        const changed = patch(text, heading?.text ?? '', 'inserted', { headingOp, headingIndex: index }).text;
        const from = changed.indexOf('inserted');
        expect(leftWithout(changed, from, 'inserted'.length)).toContain(text.replace(/[\r\n]/g, ''));
        expect(parseNote(changed).headings.map((other) => other.text)).toEqual(headings.map((other) => other.text));
      }),
      SETTINGS,
    );
  });

  it('replaces nothing outside the section of any note', () => {
    fc.assert(
      fc.property(
        anyNote,
        fc.nat(),
        fc.constantFrom('section', 'body'),
        fc.constantFrom('new', '', 'new\n\nlines\n'),
        (text, number, scope, content) => {
          const { headings } = parseNote(text);
          fc.pre(headings.length > 0);
          const at = number % headings.length;
          const heading = headings[at];
          fc.pre(heading !== undefined && heading.text !== '');
          if (heading === undefined) return;
          const index = headings.filter((other) => other.text === heading.text).indexOf(heading);
          const end = headings.slice(at + 1).find(({ level }) => level <= heading.level)?.start ?? text.length;
          const changed = patch(text, heading.text, content, { scope, headingIndex: index }).text;
          expect(changed.startsWith(text.slice(0, heading.end))).toBe(true);
          expect(changed.endsWith(text.slice(end))).toBe(true);
        },
      ),
      SETTINGS,
    );
  });
});

describe('naming a heading', () => {
  const text =
    '# Plan\n## Steps\none\n## *Next* [[Page|steps]] `x`\ntwo\n# Log\n## Steps\nthree\n### steps\nfour\n## A > B\nfive\n';
  const lineOf = (heading: string, headingIndex?: number): number => {
    const changed = patch(text, heading, 'NEW', {
      headingOp: 'after',
      ...(headingIndex === undefined ? {} : { headingIndex }),
    }).text;
    return changed.split('\n').indexOf('NEW');
  };

  it.each([
    ['Plan', 1],
    ['# Plan', 1],
    ['plan', 1],
    ['  Plan ', 1],
    ['Next steps x', 4],
    ['*Next* [[Page|steps]] `x`', 4],
    ['## *Next* [[Page|steps]] `x`', 4],
    ['Plan > Steps', 2],
    ['Log > Steps > steps', 9],
    ['log > STEPS > Steps', 9],
    ['### steps', 9],
    ['A > B', 11],
    ['Log > A > B', 11],
  ])('%j', (heading, line) => {
    if (heading === 'Log > A > B') expect(errorOf(() => lineOf(heading)).code).toBe('heading_not_found');
    else expect(lineOf(heading)).toBe(line);
  });

  it.each([
    ['## A: b', 'A b'],
    ['## A: b', 'a B'],
    ['## A: b', 'A:b'],
    ['## A: b', '## A b'],
    ['## See [[a|b]]', 'See a b'],
    ['## See [[a|b]]', 'See b'],
    ['## See [[a|b]]', 'See [[a|b]]'],
    ['## C# ^and | *more*', 'C and more'],
    ['## C# ^and | *more*', 'C and *more*'],
    ['## x %%[[y]]%% z ##', 'x y z'],
    ['## Use <kbd>Ctrl</kbd> now', 'Use <kbd>Ctrl</kbd> now'],
    ['## [Ext](https://x.y) now', '[Ext](https //x.y) now'],
    ['Two: [[lines]]\n===', 'Two lines'],
    ['## A: b', 'Middle > A b'],
  ])('%j is found by %j, as in a link to it', (written, wanted) => {
    const note = `# Top\n# Middle\n\n${written}\n\ntext\n`;
    expect(patch(note, wanted, 'NEW').text).toBe(note.replace('text', 'NEW'));
  });

  it('prefers a heading’s text to the link form of another', () => {
    expect(patch('# A: b\n\none\n\n# A b\n\ntwo\n', 'A b', 'NEW').text).toBe('# A: b\n\none\n\n# A b\n\nNEW\n');
    expect(errorOf(() => patch('# A: b\n\none\n\n# A# b\n\ntwo\n', 'A b', 'NEW')).code).toBe('multiple_matches');
    expect(errorOf(() => patch('# ^\n\none\n', ':', 'NEW')).code).toBe('heading_not_found');
  });

  it('prefers the letter case, then asks which', () => {
    expect(lineOf('steps')).toBe(9);
    const error = errorOf(() => lineOf('Steps'));
    expect(error.name).toBe('MultipleMatchesError');
    expect(error.message).toBe('MultipleMatchesError: the heading "Steps" occurs 2 times (lines 2, 7).');
    expect(error.details?.['matches']).toEqual([
      { line: 2, text: '## Steps', headingIndex: 0, path: 'Plan > Steps' },
      { line: 7, text: '## Steps', headingIndex: 1, path: 'Log > Steps' },
    ]);
    expect(lineOf('Steps', 1)).toBe(7);
  });

  it('takes a path with levels left out if none has them all', () => {
    expect(lineOf('Log > steps', 0)).toBe(7);
    expect(patch('# A\n## B\n### C\n# C\n', 'A > C', 'x', { headingOp: 'after' }).text).toBe(
      '# A\n## B\n### C\nx\n# C\n',
    );
  });

  it('fails with the outline and the nearest heading', () => {
    const error = errorOf(() => patch('# Shopping list\n## Fruit\n', 'Shoping list', 'x'));
    expect(error.code).toBe('heading_not_found');
    expect(error.hint).toContain('"Shopping list"');
    expect(error.details?.['outline']).toEqual([
      { level: 1, text: 'Shopping list', line: 1 },
      { level: 2, text: 'Fruit', line: 2 },
    ]);
    expect(errorOf(() => patch('no headings', 'A', 'x')).hint).toContain('no headings');
  });

  it('fails for a missing index', () => {
    expect(errorOf(() => patch('# A\n', 'A', 'x', { headingIndex: 1 })).message).toContain('occurs once');
  });
});

/** The text without a range and without line ends, since the insertion adds some. */
function leftWithout(text: string, from: number, length: number): string {
  return (text.slice(0, from) + text.slice(from + length)).replace(/[\r\n]/g, '');
}

describe('adding inside a section', () => {
  const add = (text: string, content: string, more: Partial<PatchHeadingEdit> = {}): string =>
    patch(text, 'A', content, { headingOp: 'append', scope: 'default', ...more }).text;

  it.each([
    ['a list item to a list', '# A\n\n- one\n- two\n\n# B\n', '- three', '# A\n\n- one\n- two\n- three\n\n# B\n'],
    ['an item with another bullet', '# A\n* one\n', '- two\n  - in', '# A\n* one\n* two\n  - in\n'],
    ['a task to a task list', '# A\n- [x] one\n# B\n', '- [ ] two\n', '# A\n- [x] one\n- [ ] two\n# B\n'],
    ['a task to a plain list', '# A\n- one\n', '- [ ] two', '# A\n- one\n- [ ] two\n'],
    [
      'to a numbered list',
      '# A\n1. one\n2. two\n\nB\n===\n',
      '1. three\n2. four',
      '# A\n1. one\n2. two\n3. three\n4. four\n\nB\n===\n',
    ],
    [
      'nested items to a number with more digits',
      '# A\n8. a\n9. b\n',
      '1. c\n   - sub\n\n   more\n2. d\n   - [ ] sub\n\t- tab',
      '# A\n8. a\n9. b\n10. c\n    - sub\n\n    more\n11. d\n    - [ ] sub\n\t- tab\n',
    ],
    [
      'nested items to a number with fewer digits',
      '# A\n1. a\n',
      '10. c\n    - sub\n      - deep\nlazy',
      '# A\n1. a\n2. c\n   - sub\n     - deep\nlazy\n',
    ],
    [
      'nested items by tabs to a number of three digits',
      '# A\n99. a\n',
      '1. c\n\t- sub\n\t\t- deep',
      '# A\n99. a\n100. c\n\t\t- sub\n\t\t\t- deep\n',
    ],
    ['nested items to an indented list', '# A\n  - a\n', '- c\n  - sub', '# A\n  - a\n  - c\n    - sub\n'],
    ['to a list numbered 1 throughout', '# A\n1. one\n1. two\n', '3. three', '# A\n1. one\n1. two\n1. three\n'],
    ['to a list with parentheses', '# A\n1) one\n', '2. two', '# A\n1) one\n2) two\n'],
    [
      'after the nested items of a list',
      '# A\n- one\n\t- in\n\n\n# B\n',
      '- two',
      '# A\n- one\n\t- in\n- two\n\n\n# B\n',
    ],
    ['without a final newline', '# A\n- one', '- two\n', '# A\n- one\n- two'],
    ['with CRLF', '# A\r\n- one\r\n\r\n# B\r\n', '- two', '# A\r\n- one\r\n- two\r\n\r\n# B\r\n'],
    ['a bullet after a numbered list', '# A\n1. one\n', '- two', '# A\n1. one\n\n- two\n'],
    ['an item after a paragraph', '# A\ntext\n', '- one', '# A\ntext\n\n- one\n'],
    [
      'an item after a table',
      '# A\n| a |\n| - |\n| 1 |\n\n# B\n',
      '- one',
      '# A\n| a |\n| - |\n| 1 |\n\n- one\n\n# B\n',
    ],
    ['a row to a table', '# A\n| a |\n| - |\n| 1 |\n\n# B\n', '| 2 |', '# A\n| a |\n| - |\n| 1 |\n| 2 |\n\n# B\n'],
    [
      'a row to a table with text below it',
      '# A\n| a |\n| - |\n| 1 |\n\nTotal: 1\n\n# B\n',
      '| 2 |\n| 3 |',
      '# A\n| a |\n| - |\n| 1 |\n| 2 |\n| 3 |\n\nTotal: 1\n\n# B\n',
    ],
    [
      'a row to a table with a block id and text below it',
      '# A\r\n| a |\r\n| - |\r\n\r\n^table\r\n\r\nSee [[#^table]].\r\n',
      '| 2 |',
      '# A\r\n| a |\r\n| - |\r\n| 2 |\r\n\r\n^table\r\n\r\nSee [[#^table]].\r\n',
    ],
    [
      'a row to the last table with as many cells',
      '# A\n| a | b |\n| - | - |\n\n| c | d |\n|---|---|\n| [[x\\|y]] | 1 |\n\n| e |\n| - |\n',
      '| 2 | 3 |',
      '# A\n| a | b |\n| - | - |\n\n| c | d |\n|---|---|\n| [[x\\|y]] | 1 |\n| 2 | 3 |\n\n| e |\n| - |\n',
    ],
    [
      'a row to no table of another section',
      '# A\ntext\n\n## B\n| a |\n| - |\n',
      '| 2 |',
      '# A\ntext\n\n| 2 |\n\n## B\n| a |\n| - |\n',
    ],
    [
      'a whole table below another one',
      '# A\n| a |\n| - |\n\ntext\n',
      '| b |\n| - |',
      '# A\n| a |\n| - |\n\ntext\n\n| b |\n| - |\n',
    ],
    [
      'above a rule before the next heading',
      '# A\n- one\n\n\n***\n\n# B\n',
      '- two',
      '# A\n- one\n- two\n\n\n***\n\n# B\n',
    ],
    ['above a rule of hyphens', '# A\ntext\n\n---\n# B\n', 'more', '# A\ntext\n\nmore\n\n---\n# B\n'],
    ['to an empty section above a rule', '# A\n\n---\n\n# B\n', 'text', '# A\n\ntext\n\n---\n\n# B\n'],
    ['below a rule that ends the note', '# A\ntext\n\n---\n', 'more', '# A\ntext\n\n---\n\nmore\n'],
    ['a paragraph', '# A\ntext\n\n# B\n', 'more', '# A\ntext\n\nmore\n\n# B\n'],
    ['a paragraph after a list', '# A\n- one\n', 'more', '# A\n- one\n\nmore\n'],
    ['above a setext heading', '# A\n```\nx\n```\nB\n===\n', 'more', '# A\n```\nx\n```\n\nmore\n\nB\n===\n'],
    ['to an empty section', '# A\n# B\n', '- one', '# A\n- one\n# B\n'],
    ['to an empty section at the end', '# A\n', '- one', '# A\n- one\n'],
    ['before the first heading inside', '# A\n- one\n\n## In\n- x\n', '- two', '# A\n- one\n- two\n\n## In\n- x\n'],
    [
      'above a comment that ends the note',
      '# A\n- one\n\n\n%% board\n```\n{}\n```\n%%\n',
      '- two',
      '# A\n- one\n- two\n\n\n%% board\n```\n{}\n```\n%%\n',
    ],
    ['to an empty section above a comment', '# A\n\n%% board\n%%\n', '- one', '# A\n\n- one\n\n%% board\n%%\n'],
    [
      'above footnotes',
      '# A\n- a[^1]\n\n[^1]: note\n[^2]: more\n',
      '- b',
      '# A\n- a[^1]\n- b\n\n[^1]: note\n[^2]: more\n',
    ],
    ['to a list above its block id', '# A\n- one\n\n^list\n\n# B\n', '- two', '# A\n- one\n- two\n\n^list\n\n# B\n'],
    [
      'a row above the block id of a table',
      '# A\n| a |\n| - |\n| 1 |\n\n^table\n',
      '| 2 |',
      '# A\n| a |\n| - |\n| 1 |\n| 2 |\n\n^table\n',
    ],
    [
      'a row above a block id right below a table',
      '# A\n| a |\n| - |\n| 1 |\n^table',
      '| 2 |',
      '# A\n| a |\n| - |\n| 1 |\n| 2 |\n^table',
    ],
    ['below the block id of an item', '# A\n- one\n^item\n', '- two', '# A\n- one\n^item\n- two\n'],
    ['a paragraph below a block id', '# A\n- one\n\n^list\n', 'more', '# A\n- one\n\n^list\n\nmore\n'],
    ['a paragraph above a comment', '# A\ntext\n\n<!-- end -->', 'more', '# A\ntext\n\nmore\n\n<!-- end -->'],
    ['below a comment with text after it', '# A\n%% c %%\n\ntext\n', 'more', '# A\n%% c %%\n\ntext\n\nmore\n'],
    [
      'below a comment with a heading after it',
      '# A\n- one\n\n%% c %%\n\n# B\n',
      'more',
      '# A\n- one\n\n%% c %%\n\nmore\n\n# B\n',
    ],
    [
      'a heading after those inside',
      '# A\n- one\n\n## In\n- x\n\n# B\n',
      '## New\ny',
      '# A\n- one\n\n## In\n- x\n\n## New\ny\n\n# B\n',
    ],
  ])('appends %s', (_name, text, content, expected) => {
    expect(add(text, content)).toBe(expected);
  });

  it('appends to the end of the whole section if asked', () => {
    expect(add('# A\n- one\n\n## In\n- x\n\n# B\n', '- two', { scope: 'section' })).toBe(
      '# A\n- one\n\n## In\n- x\n- two\n\n# B\n',
    );
  });

  it.each([
    ['an item to a list', '# A\n\n- one\n- two\n', '- zero', '# A\n\n- zero\n- one\n- two\n'],
    ['an item to a task list with another bullet', '# A\n* [ ] one\n', '- [ ] zero', '# A\n* [ ] zero\n* [ ] one\n'],
    ['to a numbered list', '# A\n1. one\n2. two\n', '1. zero', '# A\n1. zero\n1. one\n2. two\n'],
    ['an item to a paragraph', '# A\ntext\n', '- one', '# A\n- one\n\ntext\n'],
    ['a row to a table', '# A\n\n| a |\n| - |\n', '| 0 |', '# A\n\n| 0 |\n\n| a |\n| - |\n'],
    ['a paragraph to a list, with CRLF', '# A\r\n- one\r\n', 'text', '# A\r\ntext\r\n\r\n- one\r\n'],
    ['to an empty section', '# A\n\n# B\n', 'text', '# A\n\ntext\n\n# B\n'],
  ])('prepends %s', (_name, text, content, expected) => {
    expect(add(text, content, { headingOp: 'prepend', scope: 'section' })).toBe(expected);
  });

  it.each([
    ['a section', '# A\n\nold\n\n---\n\n# B\n', 'new', '# A\n\nnew\n\n---\n\n# B\n'],
    ['a section with others in it', '# A\nold\n## In\nx\n\n***\n# B\n', 'new', '# A\nnew\n\n***\n# B\n'],
    ['nothing', '# A\n\n---\n\n# B\n', 'new', '# A\n\nnew\n\n---\n\n# B\n'],
    ['a section by nothing', '# A\n\nold\n\n---\n\n# B\n', '', '# A\n\n---\n\n# B\n'],
    ['a rule by that of the text', '# A\n\nold\n\n---\n\n# B\n', 'new\n\n***', '# A\n\nnew\n\n***\n\n# B\n'],
    ['a rule that ends the note', '# A\n\nold\n\n---\n', 'new', '# A\n\nnew\n'],
  ])('replaces up to a rule before the next heading: %s', (_name, text, content, expected) => {
    expect(patch(text, 'A', content).text).toBe(expected);
  });

  it.each([
    [{}, `# A\n- new\n\n\n${SETTINGS_OF_BOARD}`],
    [{ scope: 'body' }, `# A\n- new\n\n\n${SETTINGS_OF_BOARD}`],
    [{ headingOp: 'append' }, `# A\n- one\n- new\n\n\n${SETTINGS_OF_BOARD}`],
  ] as const)('leaves the data of a plugin at the end of the note alone: %j', (more, expected) => {
    expect(patch(`# A\n- one\n\n\n${SETTINGS_OF_BOARD}`, 'A', '- new', more).text).toBe(expected);
  });

  it('changes no other line, whatever the note', () => {
    fc.assert(
      fc.property(
        anyNote,
        fc.constantFrom('append', 'prepend'),
        fc.constantFrom('- x', '1. x', 'x'),
        (text, headingOp, content) => {
          const note = `${text}\n# Zebra\n\n- one\n${text}`;
          fc.pre(parseNote(note).headings.filter((heading) => heading.text === 'Zebra').length === 1);
          const changed = patch(note, 'Zebra', content, { headingOp, scope: 'section' }).text;
          const rest = toLf(note)
            .split('\n')
            .filter((line) => line !== '');
          const left = toLf(changed)
            .split('\n')
            .filter((line) => line !== '');
          expect(left.length).toBe(rest.length + 1);
        },
      ),
      SETTINGS,
    );
  });
});
