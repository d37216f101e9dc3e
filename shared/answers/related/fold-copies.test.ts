import { describe, expect, it } from 'vitest';
import type { NoteRecord } from '../../notes/note-record.ts';
import { foldCopies, type FoldCopiesParts } from './fold-copies.ts';

const noteOf = (path: string, hash: string, chunks = 1): NoteRecord =>
  ({ path, hash, chunkCount: chunks }) as NoteRecord;

/** All notes are as like each other as `cosine`, if any, and those of `same` have the same words. */
async function folded(
  note: NoteRecord | null,
  records: NoteRecord[],
  { cosine = null, same = [] }: { cosine?: number | null; same?: NoteRecord[] } = {},
): Promise<string[]> {
  const parts: FoldCopiesParts = {
    copies: { areCopies: (a, b) => Promise.resolve(same.includes(a) && same.includes(b)) },
    likeness: cosine === null ? null : { between: () => cosine },
  };
  const rows = await foldCopies(note, records, parts, 10);
  return rows.map(({ record, isCopy, copies }) =>
    [record.path, isCopy ? 'copy' : '', ...copies.map(({ path }) => path)].filter((part) => part !== '').join(' '),
  );
}

describe('near copies', () => {
  const [a, b, c] = [noteOf('A', '1'), noteOf('B', '1'), noteOf('C', '2')];

  it('are notes of the same bytes', async () => {
    expect(await folded(null, [a, b, c])).toEqual(['A B', 'C']);
    expect(await folded(b, [a, c])).toEqual(['A copy', 'C']);
  });

  it('are notes of nearly the same words; vectors alone make none, however like they are', async () => {
    expect(await folded(null, [a, b, c], { cosine: 1, same: [a, c] })).toEqual(['A B C']);
    expect(await folded(null, [a, c], { cosine: 1 })).toEqual(['A', 'C']);
  });

  it('do not include notes without text, even if their files are the same', async () => {
    const empty = ['Alice', 'Bob', 'Carol'].map((path) => noteOf(path, 'empty', 0)) as [
      NoteRecord,
      NoteRecord,
      NoteRecord,
    ];
    expect(await folded(empty[0], empty.slice(1), { cosine: 1 })).toEqual(['Bob', 'Carol']);
  });
});
