import { graphKey } from '../notes/note-links.ts';
import type { NoteRecord } from '../notes/note-record.ts';
import type { Stub } from '../notes/stubs.ts';
import type { NoteIndex } from './note-index.ts';
import { isStubShown } from './note-views.ts';

/** A node as results name it, by its shown path. */
export interface LinkTarget {
  path: string;
  stub?: boolean | undefined;
}

/**
 * The graph key of the note or stub that `name` means.
 * @throws VaultLoomError `ambiguous_note`, `note_not_found`.
 */
export function keyOf(index: NoteIndex, name: string): string {
  return findStub(index, name)?.key ?? index.names.find(name);
}

/** The stub that `name` names by its `_stub/…` path, if it is one that is shown. */
export function findStub(index: NoteIndex, name: string): Stub | null {
  const path = name.trim().replace(/^\/+/, '');
  if (!path.startsWith('_stub/') || index.note(path) !== undefined) return null;
  const stub = index.links.stubs.get(path) ?? index.links.stubs.get(`${path}.md`);
  return stub !== null && isStubShown(index, stub) ? stub : null;
}

/** 1-based line of the first link in `record` that leads to `target`; null where there is none. */
export function lineOfLink(index: NoteIndex, record: NoteRecord, target: LinkTarget): number | null {
  const key = target.stub === true ? index.links.stubs.get(target.path)?.key : target.path;
  const link = record.links.find((candidate) => graphKey(index.links.resolve(candidate, record.path)) === key);
  return link?.line ?? null;
}
