import type { ListedNote, ListNotesInput, ListNotesOutput } from '../protocol/schemas/find.ts';
import { compareCodeUnits, foldPath, isWithin } from '../vault/paths.ts';
import type { NoteIndex } from './note-index.ts';
import { hasTag, isoTime, isStubShown, shownNotes } from './note-views.ts';

/** Answers `list_notes`. */
export function queryList(index: NoteIndex, input: ListNotesInput): ListNotesOutput {
  const folder = normaliseFolder(input.directory ?? '');
  const { tag } = input;
  const notes = [...shownNotes(index)]
    .filter((record) => isInFolder(record.path, folder) && (tag === undefined || hasTag(record, tag)))
    .sort((a, b) => (input.sort === 'modified' ? b.mtimeMs - a.mtimeMs : 0) || compareCodeUnits(a.path, b.path))
    .map(
      (record): ListedNote => ({
        path: record.path,
        title: record.title,
        tags: record.tags,
        modified: isoTime(record.mtimeMs),
        size: record.size,
      }),
    );
  const stubs = input.includeStubs && tag === undefined ? listStubs(index, folder) : [];
  const all = input.sort === 'modified' ? [...notes, ...stubs] : [...notes, ...stubs].sort((a, b) => compareCodeUnits(a.path, b.path));
  return { notes: all.slice(0, input.limit), total: all.length };
}

/** True when the path lies in the folder; letter case and Unicode form do not count. */
export function isInFolder(path: string, folder: string): boolean {
  return folder === '' || isWithin(foldPath(path), folder);
}

/** A folder as people write it, in the form {@link isInFolder} takes: folded, without slashes around it; `''` is the whole vault. */
export function normaliseFolder(folder: string): string {
  return foldPath(folder.trim().replace(/^(\.?\/)+|\/+$/g, '').replace(/^\.$/, ''));
}

function listStubs(index: NoteIndex, folder: string): ListedNote[] {
  return [...index.links.stubs.all()]
    .filter((stub) => isStubShown(index, stub) && isInFolder(stub.path, folder))
    .map((stub) => ({ path: stub.path, title: stub.title, stub: true }))
    .sort((a, b) => compareCodeUnits(a.path, b.path));
}
