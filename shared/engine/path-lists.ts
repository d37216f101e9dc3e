import { z } from 'zod';
import { isRecord } from '../kit/json/is-record.ts';
import type { MovedFile } from '../protocol/engine-messages.ts';

const MOST_ITEMS = 10_000;
const LONGEST_PATH = 4_096;

/**
 * The paths of a question, checked in one go. With a schema for each item, ten thousand take a tenth of a second, and a
 * third if each is wrong and gets an issue of its own.
 */
export const pathList = listOf<string>(isPath, 'a path');

/** Where files were and where they are, checked in the same way. */
export const movedList = listOf<MovedFile>(
  (item): item is MovedFile => isRecord(item) && isPath(item['from']) && isPath(item['to']),
  'an object with the paths "from" and "to"',
);

/** A list whose refusal names the first wrong item, and counts the others. */
function listOf<T>(isItem: (item: unknown) => item is T, item: string): z.ZodType<T[]> {
  const problemOf = (value: unknown): string | null => {
    if (!Array.isArray(value)) return 'Invalid input: expected a list';
    if (value.length > MOST_ITEMS) return `Too big: expected at most ${MOST_ITEMS} items`;
    let first = -1;
    let wrong = 0;
    value.forEach((one, at) => {
      if (!isItem(one) && wrong++ === 0) first = at;
    });
    if (wrong === 0) return null;
    const more = wrong === 1 ? '' : `; and ${wrong - 1} more`;
    return `Invalid input: item ${first} is not ${item}, of at most ${LONGEST_PATH} characters${more}`;
  };
  return z.custom<T[]>((value) => problemOf(value) === null, { error: ({ input }) => problemOf(input) ?? undefined });
}

function isPath(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_PATH;
}
