import type { NoteMove } from '../../../edit/link/link-rewrite.ts';
import { sharedPlaces } from '../../../edit/link/shared-places.ts';
import type { Steps } from '../../../kit/concurrency/slices.ts';
import { parseNoteSteps } from '../../../markdown/parse-note.ts';
import { isCanvasPath, readCanvasSteps } from '../../../notes/canvas.ts';

/** What is merged, and all notes and canvases that may link to it, as they are. */
export interface Merge {
  from: string;
  to: string;
  move: NoteMove;
  bytesOf: ReadonlyMap<string, Uint8Array>;
  hidden: readonly string[];
}

/** Links to a part of the note at `from` that find a part of the one at `to` once both are one note. */
export function* linksToOthers({ from, to, move, bytesOf, hidden }: Merge): Steps<{ path: string; subpath: string }[]> {
  const textOf = (path: string): string => DECODER.decode(bytesOf.get(path));
  const isShared = sharedPlaces(yield* parseNoteSteps(textOf(from)), yield* parseNoteSteps(textOf(to)));
  const unseen = new Set(hidden);
  const lost: { path: string; subpath: string }[] = [];
  // Those within the note come first.
  for (const path of new Set([from, ...bytesOf.keys()])) {
    const text = textOf(path);
    if (unseen.has(path) || !text.includes('#')) continue;
    for (const link of yield* linksIn(path, text)) {
      if (isShared(link.subpath) && targetBefore(move, link, path) === from)
        lost.push({ path: path === from ? to : path, subpath: link.subpath });
    }
    yield;
  }
  return lost;
}

const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

interface PartLink {
  path: string;
  target: string;
  subpath: string;
  /** The path is that of a file, as on a card of a canvas. */
  isFile: boolean;
}

function targetBefore({ before }: NoteMove, { path, target, isFile }: PartLink, source: string): string | null {
  if (isFile) return before.locateFile(path);
  return path === '' ? source : before.locate(path, target, source);
}

function* linksIn(path: string, text: string): Steps<PartLink[]> {
  if (!isCanvasPath(path)) return yield* linksInText(text);
  const found: PartLink[] = [];
  for (const card of (yield* readCanvasSteps(text)).cards) {
    if (card.kind === 'file') found.push({ path: card.text, target: card.text, subpath: card.subpath, isFile: true });
    else if (card.text.includes('#')) found.push(...(yield* linksInText(card.text)));
  }
  return found;
}

function* linksInText(text: string): Steps<PartLink[]> {
  const { links } = yield* parseNoteSteps(text);
  return links.map(({ path, target, subpath }) => ({ path, target, subpath, isFile: false }));
}
