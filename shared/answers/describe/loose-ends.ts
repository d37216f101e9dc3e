import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import { splitLinkText } from '../../markdown/inline/link-target.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { keptWithIndex } from './kept-with-index.ts';
import { isStubShown, shownNotes } from '../shown-notes.ts';

export type LooseKind = 'note' | 'heading' | 'block' | 'attachment';

/** A link target that is not there. */
export interface LooseEnd {
  kind: LooseKind;
  /** A note's or file's name; `path#heading` or `path#^block` where the note is there. */
  target: string;
  /** Notes and canvases that link to it. */
  sources: number;
  /** The first few of them. */
  from: string[];
}

export interface LinkFacts {
  /** The most linked first. */
  loose: LooseEnd[];
  /** How many notes and canvases link to each attachment. */
  attachments: ReadonlyMap<string, number>;
}

const MOST_NAMED = 3;

/**
 * What is linked but missing, and how often attachments are linked. Hidden places and what they link to do not show.
 * Kept until the index changes.
 */
export const linkFacts = keptWithIndex(findLinkFacts);

function findLinkFacts(index: NoteIndex): LinkFacts {
  const loose = new Map<string, { kind: LooseKind; target: string; from: Set<string> }>();
  const attachments = new Map<string, Set<string>>();
  const add = (kind: LooseKind, target: string, source: string): void => {
    const key = `${kind} ${target.toLowerCase()}`;
    const known = loose.get(key);
    if (known === undefined) loose.set(key, { kind, target, from: new Set([source]) });
    else known.from.add(source);
  };
  for (const stub of index.links.stubs.all()) {
    if (!isStubShown(index, stub)) continue;
    for (const source of stub.sources)
      if (index.source(source)?.visibility !== 'hidden') add('note', stub.title, source);
  }
  for (const record of sources(index)) {
    for (const link of record.links) {
      if (!MAY_BE_LOOSE.test(link.target)) continue;
      const { path, subpath } = splitLinkText(link.target);
      const found = index.links.resolve(link, record.path);
      if (found.kind === 'attachment') {
        const file = found.path;
        if (file !== undefined) attachments.set(file, (attachments.get(file) ?? new Set<string>()).add(record.path));
        else if (!index.isHidden(path)) add('attachment', path, record.path);
      } else if (found.kind === 'note' && subpath !== '') {
        const target = index.note(found.path);
        if (target !== undefined && target.visibility !== 'hidden') {
          const kind = missingPart(target, subpath);
          if (kind !== null) add(kind, `${target.path}${subpath}`, record.path);
        }
      }
    }
  }
  return {
    loose: [...loose.values()]
      .map(({ kind, target, from }) => ({ kind, target, sources: from.size, from: [...from].slice(0, MOST_NAMED) }))
      .sort((a, b) => b.sources - a.sources || compareCodeUnits(a.target, b.target)),
    attachments: new Map([...attachments].map(([path, from]) => [path, from.size])),
  };
}

/** A part of a note, or a file with an ending. */
const MAY_BE_LOOSE = /[#^.]/;

function* sources(index: NoteIndex): Iterable<NoteRecord> {
  yield* shownNotes(index);
  for (const canvas of index.canvases()) if (canvas.visibility !== 'hidden') yield canvas;
}

/** What a subpath names that the note does not have; null if it has it. */
function missingPart({ headings, blockIds = [] }: NoteRecord, subpath: string): 'heading' | 'block' | null {
  const caret = subpath.lastIndexOf('^');
  if (caret >= 0 && (caret === 0 || subpath[caret - 1] === '#'))
    return blockIds.includes(
      subpath
        .slice(caret + 1)
        .trim()
        .toLowerCase(),
    )
      ? null
      : 'block';
  const last = subpath.slice(subpath.lastIndexOf('#') + 1);
  // Most are spelled alike.
  if (headings.some(({ text }) => text === last)) return null;
  const wanted = plainHeading(last);
  return wanted === '' || headings.some(({ text }) => plainHeading(text) === wanted) ? null : 'heading';
}

/** A heading as links to it may spell it: the app leaves out what a link cannot contain. */
function plainHeading(text: string): string {
  return text.replace(NO_WORDS, ' ').trim().toLowerCase();
}

const NO_WORDS = /[^\p{L}\p{N}\p{M}]+/gu;
