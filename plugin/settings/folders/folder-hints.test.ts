import { expect, it } from 'vitest';
import { folderHints } from './folder-hints.ts';

const marks = [
  { folder: 'Law', mode: 'ask-always' as const },
  { folder: 'Lwa', mode: 'ask-always' as const },
  { folder: 'law', mode: 'read-only' as const },
];
const isThere = (folder: string): boolean => folder.toLowerCase() === 'law';

it('names folders that are not there, and those with two marks, and says which applies', () => {
  expect(folderHints(marks, 'ask-always', isThere)).toBe(
    'Not in this vault now: “Lwa”. In both lists: “Law”. Assistants may read what is in both, but not write.',
  );
  expect(folderHints(marks, 'read-only', isThere)).toBe(
    'In both lists: “law”. Assistants may read what is in both, but not write.',
  );
  expect(folderHints(marks.slice(0, 1), 'ask-always', isThere)).toBeNull();
});
