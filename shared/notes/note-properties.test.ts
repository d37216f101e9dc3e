import { expect, it } from 'vitest';
import { propertyOf } from './note-properties.ts';

it('finds a property by its exact name first, then in another letter case', () => {
  const note = { frontmatter: { Status: 'done', status: 'open', Due: null, toString: 1 } };
  expect(propertyOf(note, 'status')).toBe('open');
  expect(propertyOf(note, 'STATUS')).toBe('done');
  expect(propertyOf(note, 'due')).toBeNull();
  expect(propertyOf(note, 'constructor')).toBeUndefined();
  expect(propertyOf({ frontmatter: {} }, 'toString')).toBeUndefined();
});
