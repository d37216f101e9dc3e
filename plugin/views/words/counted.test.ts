import { expect, it } from 'vitest';
import { WORDS as DIFF } from '../diff/diff-words.ts';
import { WORDS as REVIEW } from '../review/review-words.ts';
import { WORDS as SEARCH } from '../search/search-words.ts';
import { counted } from './counted.ts';

it('counts one and many', () => {
  expect([0, 1, 2_000].map((count) => counted(count, 'note'))).toEqual(['0 notes', '1 note', '2,000 notes']);
  expect([1, 2].map((count) => counted(count, 'near copy', 'near copies'))).toEqual(['1 near copy', '2 near copies']);
});

it.each<[(count: number) => string, string, string]>([
  [(lines) => REVIEW.rewrites(lines, 0), 'Writes 1 line into an empty note', 'Writes 2 lines into an empty note'],
  [(lines) => REVIEW.rewrites(lines, 1), 'Changes the only line of a note', 'Writes 2 lines into a note of one line'],
  [(lines) => REVIEW.rewrites(lines, 2), 'Changes 1 line of a note of 2', 'Changes 2 lines of a note of 2'],
  [REVIEW.manyFiles, 'Touches 1 file', 'Touches 2 files'],
  [
    (files) => REVIEW.moreFiles(Array<string>(files).fill('A.md')),
    '1 more note is changed in the same way:',
    '2 more notes are changed in the same way:',
  ],
  [(of) => REVIEW.acceptParts(1, of), 'Accept 1 of 1 part', 'Accept 1 of 2 parts'],
  [SEARCH.passages, '1 passage', '2 passages'],
  [SEARCH.firstNotes, 'The first note', 'The first 2 notes'],
  [(total) => SEARCH.readSoFar(0, total), '0 of 1 note is read', '0 of 2 notes are read'],
  [DIFF.moreText, '1 more character', '2 more characters'],
  [DIFF.sameCharacters, '1 unchanged character', '2 unchanged characters'],
])('reads well for one and for two: %#', (words, one, two) => {
  expect([words(1), words(2)]).toEqual([one, two]);
});
