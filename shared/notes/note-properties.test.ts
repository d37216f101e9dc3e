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

it('finds a property in another Unicode form, if none has the form given', () => {
  const frontmatter = { 'fa\u0308llig': 1, 'gr\u00f6\u00dfe': 2, 'gro\u0308\u00dfe': 3 };
  expect(propertyOf({ frontmatter }, 'f\u00e4llig')).toBe(1);
  expect(propertyOf({ frontmatter }, 'F\u00e4llig')).toBe(1);
  expect(propertyOf({ frontmatter }, 'gro\u0308\u00dfe')).toBe(3);
  expect(propertyOf({ frontmatter }, 'fallig')).toBeUndefined();
});
