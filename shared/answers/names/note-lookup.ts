import { filterSteps } from '../../kit/concurrency/long-lists.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { stubPath } from '../../notes/file-names.ts';
import { graphKey } from '../../notes/note-links.ts';
import { MAX_CANDIDATES, spellingsOf, type NameTolerance } from '../../notes/note-names.ts';
import type { NoteRecord, RecordLink } from '../../notes/note-record.ts';
import type { Stub } from '../../notes/stubs.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import { basename, foldPath, isNotePath } from '../../vault/paths.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import { isStubShown } from '../shown-notes.ts';

/** A node, by the path that results show. */
export interface LinkTarget {
  path: string;
  stub?: boolean | undefined;
}

/** The visible stub at the `_stub/…` path `name`. */
export function findStub(index: NoteIndex, name: string): Stub | null {
  const path = name.trim().replace(/^\/+/, '');
  if (!path.startsWith('_stub/') || index.note(path) !== undefined) return null;
  const stub = index.links.stubs.get(path) ?? index.links.stubs.get(`${path}.md`);
  return stub !== null && isStubShown(index, stub) ? stub : null;
}

/**
 * The stub with this name, if no note has it: the whole target of its links or, for reading, just its last part.
 * @throws VaultLoomError `ambiguous_note`
 */
export function* stubNamed(index: NoteIndex, name: string, tolerance: NameTolerance): Steps<Stub | null> {
  const isShown = (stub: Stub | null): stub is Stub => stub !== null && isStubShown(index, stub);
  for (const spelling of spellingsOf(name, tolerance)) {
    // A name with `.md` means a file.
    if (isNotePath(spelling)) continue;
    const stub = index.links.stubs.get(stubPath(spelling));
    if (isShown(stub)) return stub;
    if (tolerance !== 'read' || spelling.includes('/')) continue;
    const wanted = foldPath(spelling);
    const named = yield* filterSteps(
      index.links.stubs.all(),
      (other) => foldPath(basename(other.title)) === wanted && isShown(other),
    );
    if (named.length > 1) throw ambiguous(name, named);
    if (named[0] !== undefined) return named[0];
  }
  return null;
}

function ambiguous(name: string, stubs: readonly Stub[]): VaultLoomError {
  return new VaultLoomError(
    'ambiguous_note',
    `"${name.slice(0, 120)}" could mean any of ${stubs.length} notes that do not exist yet.`,
    {
      hint: 'Call again with the path of one of the candidates.',
      details: {
        candidates: stubs.slice(0, MAX_CANDIDATES).map(({ path, title }) => ({ path, title })),
        total: stubs.length,
      },
    },
  );
}

/** 1-based line of the first link in `record` to `target`; null if there is none. */
export function lineOfLink(index: NoteIndex, record: NoteRecord, target: LinkTarget): number | null {
  return record.links.find(leadsTo(index, record, target))?.line ?? null;
}

/** 1-based lines with links in `record` to `target`, each once, in order. */
export function linesOfLinks(index: NoteIndex, record: NoteRecord, target: LinkTarget): number[] {
  const lines = record.links.filter(leadsTo(index, record, target)).map(({ line }) => line);
  return [...new Set(lines)].sort((a, b) => a - b);
}

function leadsTo(index: NoteIndex, record: NoteRecord, target: LinkTarget): (link: RecordLink) => boolean {
  const key = target.stub === true ? index.links.stubs.get(target.path)?.key : target.path;
  return (link) => graphKey(index.links.resolve(link, record.path)) === key;
}
