import { isSameBytes } from '../../kit/bytes/common-bytes.ts';
import type { PlayedUndo } from './play-undo.ts';

/** What undoing changes would do, before anything is written. */
export interface UndoPreview {
  /** Every file that would change: its bytes now and afterwards; null where there is none. */
  files: { path: string; before: Uint8Array | null; after: Uint8Array | null }[];
  /** Paths whose later changes would be lost. */
  lost: string[];
  /** Paths of files to undo that are not there: their texts would be made there again. */
  gone: string[];
  /** Paths that another file has taken, so that it cannot be undone. */
  taken: string[];
}

/** A played undo, place by place: a file that is moved is gone from one and there at the other. */
export function previewOf({ fates, lost, gone, taken }: PlayedUndo): UndoPreview {
  const before = new Map(fates.flatMap((fate) => (fate.from === null ? [] : [[fate.from, fate.before] as const])));
  const after = new Map(fates.flatMap((fate) => (fate.to === null ? [] : [[fate.to, fate.after] as const])));
  const files = [...new Set([...before.keys(), ...after.keys()])].flatMap((path) => {
    const [was, becomes] = [before.get(path) ?? null, after.get(path) ?? null];
    return isSame(was, becomes) ? [] : [{ path, before: was, after: becomes }];
  });
  return { files, lost, gone, taken };
}

function isSame(one: Uint8Array | null, other: Uint8Array | null): boolean {
  return one === null || other === null ? one === other : isSameBytes(one, other);
}
