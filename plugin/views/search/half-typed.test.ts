import { expect, it } from 'vitest';
import { isHalfTyped } from './half-typed.ts';

it.each(['', '  ', 'tag:', 'TAG: ', 'path:"', '-', '-file:', '[[', '.*', '"', '-"'])(
  '%j holds nothing yet',
  (query) => {
    expect(isHalfTyped(query)).toBe(true);
  },
);

it.each(['a', 'tag:a', 'path:"a', '-a', '🎉', 'salt tag:', '日', 'tag', 'x-tag:'])('%j can be looked for', (query) => {
  expect(isHalfTyped(query)).toBe(false);
});
