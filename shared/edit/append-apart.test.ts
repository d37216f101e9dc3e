import { describe, expect, it } from 'vitest';
import { runSteps } from '../kit/concurrency/slices.ts';
import { parseNote } from '../markdown/parse-note.ts';
import { appendApart } from './append-apart.ts';

const appended = (text: string, content: string): string => runSteps(appendApart(text, content));

describe('text at the end of a note', () => {
  it.each([
    ['- [ ] Plan\n', 'Some text.', '- [ ] Plan\n\nSome text.\n'],
    ['- a\n  - b', 'Some text.', '- a\n  - b\n\nSome text.'],
    ['| a | b |\n| - | - |\n| 1 | 2 |\n', 'Some text.', '| a | b |\n| - | - |\n| 1 | 2 |\n\nSome text.\n'],
    ['> [!tip] Tip\n> body\n', 'Some text.', '> [!tip] Tip\n> body\n\nSome text.\n'],
    ['> quoted\r\n', 'one\ntwo', '> quoted\r\n\r\none\r\ntwo\r\n'],
    ['<div>x</div>\n', '## Heading', '<div>x</div>\n\n## Heading\n'],
    ['x[^1]\n\n[^1]: A source.\n', 'Some text.', 'x[^1]\n\n[^1]: A source.\n\nSome text.\n'],
    ['[^1]: One.\n[^2]: Two,\n    with more.', 'Some text.', '[^1]: One.\n[^2]: Two,\n    with more.\n\nSome text.'],
    ['a | b\n--- | ---\n', 'Some text, see [[A|B]].', 'a | b\n--- | ---\n\nSome text, see [[A|B]].\n'],
  ])('of %j does not become part of its last block', (text, content, expected) => {
    expect(appended(text, content)).toBe(expected);
  });

  it.each([
    ['- a\n', '- b', '- a\n- b\n'],
    ['- [ ] a\n', '  more of a', '- [ ] a\n  more of a\n'],
    ['- a\n', '## Heading', '- a\n## Heading\n'],
    ['- a\n', '\nText', '- a\n\nText\n'],
    ['- a\n\n', 'Text', '- a\n\nText\n'],
    ['| a |\n| - |\n', '| 1 |', '| a |\n| - |\n| 1 |\n'],
    ['a | b\n--- | ---\n', '1 | 2', 'a | b\n--- | ---\n1 | 2\n'],
    ['> a\n', '> b', '> a\n> b\n'],
    ['[^1]: One.\n', '[^2]: Two.', '[^1]: One.\n[^2]: Two.\n'],
    ['[^1]: One.\n', '    More of it.', '[^1]: One.\n    More of it.\n'],
    ['Text\n', 'more', 'Text\nmore\n'],
    ['```\nopen\n', 'code', '```\nopen\ncode\n'],
    ['', 'Text', 'Text'],
    ['- a\n', '', '- a\n'],
  ])('of %j that continues it, or begins a block of its own, follows at once: %j', (text, content, expected) => {
    expect(appended(text, content)).toBe(expected);
  });

  it('leaves a task with its own words', () => {
    const { tasks } = parseNote(appended('- [ ] Buy milk\n', 'It rained all day.'));
    expect(tasks.map(({ written }) => written)).toEqual(['Buy milk']);
  });
});
