import type { NoteRecord } from '../../notes/note-record.ts';
import { basename, foldPath, withoutMd } from '../../vault/paths.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import { hasTag } from '../shown-notes.ts';
import type { BoxCondition } from './box-query.ts';

/** Whether a note meets all conditions. */
export function filterOf(
  index: NoteIndex,
  conditions: readonly BoxCondition[],
): ((record: NoteRecord) => boolean) | undefined {
  if (conditions.length === 0) return undefined;
  const tests = conditions.map((condition) => {
    const test = testOf(index, condition);
    return condition.isNegated ? (record: NoteRecord) => !test(record) : test;
  });
  return (record) => tests.every((test) => test(record));
}

function testOf(index: NoteIndex, { kind, value }: BoxCondition): (record: NoteRecord) => boolean {
  if (kind === 'tag') return (record) => hasTag(record, value);
  if (kind === 'path') return ({ path }) => foldPath(path).includes(value);
  if (kind === 'file') return ({ path }) => foldPath(withoutMd(basename(path))).includes(value.replace(/\.md$/, ''));
  const found = notesWith(index, value);
  return ({ id }) => found.has(id);
}

/** The numbers of all notes that have any of these words, or a quoted phrase, unranked. */
export function notesWith(index: NoteIndex, words: string): ReadonlySet<number> {
  const found = new Set<number>();
  const filter = (id: number): boolean => {
    found.add(id);
    return false;
  };
  index.fulltext.search(words, { limit: 1, filter });
  return found;
}
