import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNote } from '../markdown/parse-note.ts';
import { errorOf, SETTINGS } from './edit-test-kit.ts';
import type { JsonValue } from './note-edit.ts';
import { newNoteText } from './new-note.ts';

describe('the text of a new note', () => {
  it('has the title first', () => {
    expect(
      newNoteText({ title: 'Tide clock', content: '# Tide\n', frontmatter: { tags: ['a', 'b c'], draft: true } }),
    ).toBe('---\ntitle: Tide clock\ntags:\n  - a\n  - b c\ndraft: true\n---\n# Tide\n');
  });

  it('has the title that the caller gives', () => {
    expect(newNoteText({ title: 'T', content: '', frontmatter: { a: 1, title: 'Other' } })).toBe(
      '---\na: 1\ntitle: Other\n---\n',
    );
  });

  it('writes no key for null', () => {
    expect(newNoteText({ title: 'T', content: 'x', frontmatter: { title: null } })).toBe('x');
    expect(newNoteText({ title: 'T', content: 'x', frontmatter: { title: null, a: null, b: 2 } })).toBe(
      '---\nb: 2\n---\nx',
    );
  });

  it('takes the line ends of the content, and keeps it as given', () => {
    expect(newNoteText({ title: 'T', content: 'a\r\nb' })).toBe('---\r\ntitle: T\r\n---\r\na\r\nb');
    expect(newNoteText({ title: 'T', content: '\uFEFFa' })).toBe('---\ntitle: T\n---\na');
  });

  it.each([
    '2024-01-05',
    'a: b',
    '"quoted"',
    '[[Link]]',
    '007',
    '#tag',
    '@me',
    'yes',
    'C# notes',
    "it's",
    '- x',
    'null',
  ])('keeps the title %j', (title) => {
    expect(parseNote(newNoteText({ title, content: '' })).frontmatter?.values).toEqual({ title });
  });

  it.each(['---\na: 1\n---\nbody', '---\n---', '\n\n---\na: 1\n---\n', '\uFEFF---\na: 1\n---\n'])(
    'is not made from content with its own frontmatter: %j',
    (content) => {
      const error = errorOf(() => newNoteText({ title: 'T', content }));
      expect(error.code).toBe('invalid_arguments');
      expect(error.hint).toContain('`frontmatter`');
    },
  );

  it.each(['---\nnever closed', '----\n', '***\n---\n'])('may begin with a rule: %j', (content) => {
    expect(newNoteText({ title: 'T', content })).toBe(`---\ntitle: T\n---\n${content}`);
  });

  it('refuses properties that could not be read back', () => {
    let deep: JsonValue = 1;
    for (let level = 0; level < 60; level++) deep = [deep];
    expect(errorOf(() => newNoteText({ title: 'T', content: '', frontmatter: { deep } })).code).toBe(
      'invalid_arguments',
    );
  });

  it('says what was given, for any input', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 15 });
    fc.assert(
      fc.property(
        text,
        fc.dictionary(
          fc.oneof(fc.constantFrom('tags', '__proto__', 'a: b', '2024'), fc.string({ maxLength: 6 })),
          fc.oneof(
            text,
            fc.integer(),
            fc.boolean(),
            fc.array(text, { maxLength: 3 }),
            fc.constantFrom('a\nb\n', 'a\rb'),
          ),
        ),
        (title, frontmatter) => {
          const { values = {} } = parseNote(newNoteText({ title, content: 'body\r\n', frontmatter })).frontmatter ?? {};
          expect(values).toEqual(
            Object.hasOwn(frontmatter, 'title')
              ? frontmatter
              : Object.fromEntries([['title', title], ...Object.entries(frontmatter)]),
          );
        },
      ),
      SETTINGS,
    );
  });
});
