import { expect, it } from 'vitest';
import { parseNote } from '../../markdown/parse-note.ts';
import { readInPart } from './read-in-part.ts';

it.each([
  ['---\na: b\n---\nText\n', undefined],
  [`---\na: ${'b'.repeat(100_000)}\n---\nText\n`, 'frontmatter: longer than 100000 characters.'],
  ['---\na: 1\na: 2\n---\nText\n', 'frontmatter: the key "a" occurs twice; the last one counts.'],
])('a note says what could not be read of it', (text, told) => {
  const { hint } = readInPart(parseNote(text));
  expect(hint).toBe(told && `The note was read only in part: ${told} Its text as it is: \`lines\`.`);
});

it('does not say all of many faults', () => {
  const warnings = ['one', 'two.', 'three', 'four', 'five'];
  expect(readInPart({ warnings }).hint).toContain(': one. two. three. 2 more. Its');
});
