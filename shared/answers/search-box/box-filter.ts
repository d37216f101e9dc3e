import type { NoteRecord } from '../../notes/note-record.ts';
import { basename, withoutMd } from '../../vault/paths.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import { hasTag } from '../shown-notes.ts';
import { foldTyped, type BoxCondition } from './box-query.ts';

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
  if (kind === 'path') return ({ path }) => foldTyped(path).includes(value);
  if (kind === 'file') {
    // With its ending, it is the end of a name.
    if (value.endsWith('.md')) return ({ path }) => foldTyped(basename(path)).endsWith(value);
    return ({ path }) => foldTyped(withoutMd(basename(path))).includes(value);
  }
  const found = index.fulltext.notesWithWhole(value);
  return ({ id }) => found.has(id);
}
