import type { NoteIndex } from '../../index/note-index.ts';

/** A function of an index that computes its result once for each revision; only the last result is kept. */
export function keptWithIndex<T>(compute: (index: NoteIndex) => T): (index: NoteIndex) => T {
  const kept = new WeakMap<NoteIndex, { revision: number; result: T }>();
  return (index) => {
    const known = kept.get(index);
    if (known?.revision === index.revision) return known.result;
    const { revision } = index;
    const result = compute(index);
    kept.set(index, { revision, result });
    return result;
  };
}
