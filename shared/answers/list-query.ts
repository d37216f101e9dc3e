import type { ListedNote, ListNotesInput, ListNotesOutput } from '../protocol/schemas/find.ts';
import type { NoteRecord } from '../notes/note-record.ts';
import type { Stub } from '../notes/stubs.ts';
import { compareCodeUnits, foldPath, isWithin } from '../vault/paths.ts';
import type { NoteIndex } from '../index/note-index.ts';
import { hasTag, isoTime, isStubShown, shownNotes } from './shown-notes.ts';

/** Answers `list_notes`. */
export function queryList(index: NoteIndex, input: ListNotesInput): ListNotesOutput {
  const folder = normaliseFolder(input.directory ?? '');
  const { tag } = input;
  const notes = [...shownNotes(index)].filter((record) => isInFolder(record.path, folder) && (tag === undefined || hasTag(record, tag)));
  const stubs = input.includeStubs && tag === undefined ? stubsIn(index, folder) : [];
  const byPath = (a: { path: string }, b: { path: string }): number => compareCodeUnits(a.path, b.path);
  const all: (NoteRecord | Stub)[] =
    input.sort === 'modified' ? [...notes.sort((a, b) => b.mtimeMs - a.mtimeMs || byPath(a, b)), ...stubs.sort(byPath)] : [...notes, ...stubs].sort(byPath);
  return { notes: all.slice(0, input.limit).map(listed), total: all.length };
}

/** True when the path is in the folder, ignoring letter case and Unicode form. */
export function isInFolder(path: string, folder: string): boolean {
  return folder === '' || isWithin(foldPath(path), folder);
}

/** A folder as people write it, in the form {@link isInFolder} expects: folded, without slashes around it; `''` is the whole vault. */
export function normaliseFolder(folder: string): string {
  return foldPath(folder.trim().replace(/^(\.?\/)+|\/+$/g, '').replace(/^\.$/, ''));
}

function stubsIn(index: NoteIndex, folder: string): Stub[] {
  return [...index.links.stubs.all()].filter((stub) => isStubShown(index, stub) && isInFolder(stub.path, folder));
}

function listed(row: NoteRecord | Stub): ListedNote {
  if (!('mtimeMs' in row)) return { path: row.path, title: row.title, stub: true };
  return { path: row.path, title: row.title, tags: row.tags, modified: isoTime(row.mtimeMs), size: row.size };
}
