import { describe, expect, it } from 'vitest';
import type { NoteLikeness } from '../../meaning/like-notes.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { foldCopies } from './fold-copies.ts';

const noteOf = (path: string, hash: string, chunks = 1): NoteRecord =>
  ({ path, hash, chunks: Array.from({ length: chunks }, () => ({ startLine: 1, endLine: 1 })) }) as NoteRecord;
const folded = (note: NoteRecord | null, records: NoteRecord[], likeness: NoteLikeness | null = null): string[] =>
  foldCopies(note, records, likeness, 10).map(({ record, isCopy, copies }) =>
    [record.path, isCopy ? 'copy' : '', ...copies.map(({ path }) => path)].filter((part) => part !== '').join(' '),
  );

describe('near copies', () => {
  it('are notes of the same bytes, or nearly alike as wholes', () => {
    const [a, b, c] = [noteOf('A', '1'), noteOf('B', '1'), noteOf('C', '2')];
    expect(folded(null, [a, b, c])).toEqual(['A B', 'C']);
    expect(folded(b, [a, c])).toEqual(['A copy', 'C']);
    expect(folded(null, [a, b, c], { between: () => 0.98 } as unknown as NoteLikeness)).toEqual(['A B C']);
  });

  it('are no notes without text, though their files are the same', () => {
    const [a, b, c] = ['Alice', 'Bob', 'Carol'].map((path) => noteOf(path, 'empty', 0)) as [
      NoteRecord,
      NoteRecord,
      NoteRecord,
    ];
    expect(folded(a, [b, c])).toEqual(['Bob', 'Carol']);
    expect(folded(null, [a, b], { between: () => 1 } as unknown as NoteLikeness)).toEqual(['Alice', 'Bob']);
  });
});
