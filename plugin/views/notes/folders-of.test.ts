import { expect, it } from 'vitest';
import { foldersOf } from './folders-of.ts';

it('lists each folder once, as a tree does: numbers by their value, and what a folder holds after it', () => {
  const paths = [
    'Week 10/a.md',
    'Week 9/Notes/a.md',
    'Week 9/b.md',
    'Week 9 old/c.md',
    'Élan/d.md',
    'Zoo/e.md',
    'top.md',
  ];
  expect(foldersOf(paths)).toEqual(['Élan', 'Week 9', 'Week 9/Notes', 'Week 9 old', 'Week 10', 'Zoo']);
});
