import type { NoteIndex } from '../../index/note-index.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import type { AnswerParts } from '../answer-parts.ts';

/** Facts about all files of an index together, such as counts. */
export interface FileFacts {
  /**
   * Takes in one file as it is now: new, changed, gone, or with links that mean something else. Returns the paths of
   * other files that must be looked at again because of it.
   */
  update(path: string): Iterable<string> | undefined;
}

/** Gives the facts of an index, after taking in what changed since the last time. */
export type KeptFacts<T> = (parts: Pick<AnswerParts, 'slicer' | 'source'>, index: NoteIndex) => Promise<T>;

/**
 * Facts that are made when they are first asked for, and then follow the index: a change costs as much as the files it
 * touched. They are made from scratch only if the rules of what is hidden change.
 */
export function keptInStep<T extends FileFacts>(make: (index: NoteIndex) => T): KeptFacts<T> {
  const kept = new WeakMap<NoteIndex, Kept<T>>();
  return async ({ slicer, source }, index) => {
    const { rulesVersion } = source;
    let known = kept.get(index);
    if (known?.rulesVersion !== rulesVersion) {
      known = { facts: make(index), changed: index.followChanges(known?.changed), rulesVersion };
      kept.set(index, known);
    }
    if (known.changed.size > 0) await slicer.run(catchUp(known));
    return known.facts;
  };
}

interface Kept<T> {
  facts: T;
  /** Paths still to be looked at. */
  changed: Set<string>;
  rulesVersion: number;
}

/** Several may run at the same time: each path is dealt with in one step, and the last to end finds none left. */
function* catchUp({ facts, changed }: Kept<FileFacts>): Steps<void> {
  for (const path of changed) {
    changed.delete(path);
    for (const other of facts.update(path) ?? []) changed.add(other);
    yield;
  }
}
