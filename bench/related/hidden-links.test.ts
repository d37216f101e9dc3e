import { expect, it } from 'vitest';
import { withoutLinks } from './hidden-links.ts';

it('takes away the links to a note in all spellings, and leaves their words', () => {
  const text = 'See [[Sync]], [[Obsidian Sync/Sync#Limits|the limits]], ![[sync]], [more](../Sync.md) and [[Syncing]].';
  expect(withoutLinks(text, 'Obsidian Sync/Sync.md')).toBe('See Sync, the limits, sync, more and [[Syncing]].');
});
