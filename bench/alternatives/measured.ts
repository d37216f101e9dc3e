import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../../shared/kit/random.ts';
import { editNote } from '../support/edit-and-find.ts';
import { notePaths } from '../support/scratch-vault.ts';

/** What one way to search a vault took. */
export interface Measured {
  indexMs: number;
  /** Explains it: processor time, and what else there is to know. */
  indexNote: string;
  /** Of the process that holds the index, at rest after indexing; 0 if there is none. */
  residentBytes: number;
  diskBytes: number;
  searchMs: number[];
  /** For each edit: from the file written until a search found its new word. */
  foundMs: number[];
}

/** As many as a client asks for. */
export const RESULTS = 10;

const EDITS = 10;
/** So that each is a change of its own. */
const BETWEEN_MS = 300;

/** Asks each query once, one at a time. */
export async function timeSearches(
  queries: readonly string[],
  search: (query: string) => Promise<unknown> | unknown,
): Promise<number[]> {
  const times: number[] = [];
  for (const query of queries) {
    const asked = performance.now();
    await search(query);
    times.push(performance.now() - asked);
  }
  return times;
}

/**
 * Edits some notes, one at a time.
 *
 * @param find waits until the index has the note with this path as it is now, and a search for the new word finds it
 */
export async function timeEdits(
  vault: string,
  find: (word: string, path: string) => Promise<unknown>,
): Promise<number[]> {
  const random = seededRandom(30);
  const paths = await notePaths(vault);
  const times: number[] = [];
  for (let edit = 0; edit < EDITS; edit++) {
    const path = random.pick(paths);
    const word = await editNote(vault, path, edit);
    const written = performance.now();
    await find(word, path);
    times.push(performance.now() - written);
    await delay(BETWEEN_MS);
  }
  return times;
}

/** For {@link timeEdits}: throws unless the note is among those found. */
export function expectFound(found: readonly string[], path: string): void {
  if (!found.includes(path)) throw new Error(`An edit of ${path} was not found.`);
}

export function inSeconds(ms: number | null): string {
  return ms === null ? '?' : `${(ms / 1_000).toFixed(1)} s`;
}
