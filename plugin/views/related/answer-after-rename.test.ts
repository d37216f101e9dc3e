import { expect, it } from 'vitest';
import { answerAfterRename } from './answer-after-rename.ts';
import type { RelatedAnswer } from './related-follower.ts';

const ANSWER: RelatedAnswer = {
  notes: [
    { path: 'Old/A.md', title: 'A', copies: [{ path: 'B.md', title: 'B' }] },
    { path: 'C.md', title: 'The third', copies: [{ path: 'Old/D.md', title: 'D' }] },
  ],
  similarBy: 'words',
};

it('names renamed notes and near copies, each in its place, and keeps titles that are not the names of files', () => {
  const notes = (from: string, to: string): unknown => answerAfterRename(ANSWER, from, to).notes;
  expect(notes('Old', 'New')).toEqual([
    { ...ANSWER.notes[0], path: 'New/A.md' },
    { ...ANSWER.notes[1], copies: [{ path: 'New/D.md', title: 'D' }] },
  ]);
  expect(notes('Old/A.md', 'Old/Apple.md')).toEqual([
    { ...ANSWER.notes[0], path: 'Old/Apple.md', title: 'Apple' },
    ANSWER.notes[1],
  ]);
  expect(notes('C.md', 'Z.md')).toEqual([ANSWER.notes[0], { ...ANSWER.notes[1], path: 'Z.md' }]);
  expect(answerAfterRename(ANSWER, 'Other.md', 'Another.md')).toBe(ANSWER);
});
