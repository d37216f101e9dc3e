import { splitLinkText } from '../../markdown/inline/link-target.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import { missingPart } from '../../notes/missing-part.ts';
import { isStubGraphKey } from '../../notes/stubs.ts';

export type LooseKind = 'note' | 'heading' | 'block' | 'attachment';

export interface LooseTarget {
  kind: LooseKind;
  /** As this file spells it. */
  target: string;
  /** Graph key, for a note that is missing. */
  stubKey?: string;
}

/** What one note or canvas links to besides whole, existing notes. */
export interface SourceLinks {
  /** Missing targets, by a key that all spellings share. */
  loose: ReadonlyMap<string, LooseTarget>;
  /** Paths. */
  attachments: ReadonlySet<string>;
  /** Paths of the notes that it links to a part of. */
  parts: ReadonlySet<string>;
}

/**
 * These links of the note or canvas at a path; null if there is no such file, it is hidden, or it has no such links.
 */
export function linksOfSource(index: NoteIndex, source: string): SourceLinks | null {
  const record = index.source(source);
  if (record === undefined || record.visibility === 'hidden') return null;
  const loose = new Map<string, LooseTarget>();
  const attachments = new Set<string>();
  const parts = new Set<string>();
  index.graph.forEachOutgoing(source, (key) => {
    if (isStubGraphKey(key)) loose.set(key, { kind: 'note', target: key, stubKey: key });
  });
  const add = (kind: LooseKind, target: string): void => {
    const key = `${kind} ${target.toLowerCase()}`;
    if (!loose.has(key)) loose.set(key, { kind, target });
  };
  for (const link of record.links) {
    if (!MAY_BE_LOOSE.test(link.target)) continue;
    const { path, subpath } = splitLinkText(link.target);
    const found = index.links.resolve(link, source);
    if (found.kind === 'attachment') {
      if (found.path !== undefined) attachments.add(found.path);
      else if (!index.isHidden(path)) add('attachment', path);
    } else if (found.kind === 'note' && subpath !== '') {
      const isSplit = path === '' || !HAS_MARK.test(found.path);
      if (!isSplit && index.links.locate({ ...link, target: path }, source) !== found.path) continue;
      parts.add(found.path);
      const target = index.note(found.path);
      if (target === undefined || target.visibility === 'hidden') continue;
      const kind = missingPart(target, subpath);
      if (kind !== null) add(kind, `${target.path}${subpath}`);
    }
  }
  return loose.size + attachments.size + parts.size === 0 ? null : { loose, attachments, parts };
}

/** A part of a note, or a file with an ending. */
const MAY_BE_LOOSE = /[#^.]/;

/** A name with what otherwise begins a subpath: a link may have it as a part of the name. */
const HAS_MARK = /[#^]/;
