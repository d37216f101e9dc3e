import { compareCodeUnits } from '../kit/text/compare-code-units.ts';
import type { ListedNote, ListNotesInput, ListNotesOutput } from '../protocol/schemas/find.ts';
import type { NoteRecord } from '../notes/note-record.ts';
import type { Stub } from '../notes/stubs.ts';
import type { NoteIndex } from '../index/note-index.ts';
import type { Answer } from './answer-parts.ts';
import { isInFolder, normaliseFolder } from './in-folder.ts';
import { filterHints } from './search/filter-hints.ts';
import { hasTag, isoTime, isStubShown, shownNotes } from './shown-notes.ts';

/** Answers `list_notes`, with a hint if no note has the tag or lies in the folder. */
export const listNotes: Answer<ListNotesInput, ListNotesOutput> = async (parts, input) => {
  const index = await parts.ready();
  const listed = queryList(index, input);
  const hints = listed.total > 0 ? [] : filterHints(index, input);
  return hints.length === 0 ? listed : { ...listed, hint: hints.join(' ') };
};

function queryList(index: NoteIndex, input: ListNotesInput): ListNotesOutput {
  const folder = normaliseFolder(input.directory ?? '');
  const { tag } = input;
  const notes = [...shownNotes(index)].filter(
    (record) => isInFolder(record.path, folder) && (tag === undefined || hasTag(record, tag)),
  );
  const stubs = input.includeStubs && tag === undefined ? stubsIn(index, folder) : [];
  const byPath = (a: { path: string }, b: { path: string }): number => compareCodeUnits(a.path, b.path);
  const all: (NoteRecord | Stub)[] =
    input.sort === 'modified'
      ? [...notes.sort((a, b) => b.mtimeMs - a.mtimeMs || byPath(a, b)), ...stubs.sort(byPath)]
      : [...notes, ...stubs].sort(byPath);
  return { notes: all.slice(0, input.limit).map(listed), total: all.length };
}

function stubsIn(index: NoteIndex, folder: string): Stub[] {
  return [...index.links.stubs.all()].filter((stub) => isStubShown(index, stub) && isInFolder(stub.path, folder));
}

function listed(row: NoteRecord | Stub): ListedNote {
  if (!('mtimeMs' in row)) return { path: row.path, title: row.title, stub: true };
  return { path: row.path, title: row.title, tags: row.tags, modified: isoTime(row.mtimeMs), size: row.size };
}
