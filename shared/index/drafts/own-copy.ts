import type { Steps } from '../../kit/concurrency/slices.ts';
import type { NoteContent } from '../../notes/note-record.ts';

const COPIED_IN_A_STEP = 1_000;

/** Slices of a long string keep the whole string alive in V8: a copy through JSON lets the note's text go. */
export function* ownCopy({ links, tasks, headings, chunks, ...rest }: NoteContent): Steps<NoteContent> {
  return {
    ...throughJson(rest),
    headings: yield* copyOfAll(headings),
    links: yield* copyOfAll(links),
    tasks: yield* copyOfAll(tasks),
    chunks: yield* copyOfAll(chunks),
  };
}

function* copyOfAll<T>(items: readonly T[]): Steps<T[]> {
  const copies: T[] = [];
  for (let from = 0; from < items.length; from += COPIED_IN_A_STEP) {
    copies.push(...throughJson(items.slice(from, from + COPIED_IN_A_STEP)));
    yield;
  }
  return copies;
}

function throughJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
