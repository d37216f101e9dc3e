import { shorten } from '../kit/text/shorten.ts';
import { VaultLoomError } from '../protocol/errors.ts';

/** The place of one of several matches. */
export interface MatchPlace {
  /** From 1, over the whole file. */
  line: number;
  text: string;
  [more: string]: unknown;
}

/** `multiple_matches`, with its name. `total` counts places not listed too. */
export function multipleMatches(
  what: string,
  places: readonly MatchPlace[],
  total: number,
  hint: string,
): VaultLoomError {
  const name = 'MultipleMatchesError';
  const lines = places.map(({ line }) => line).join(', ');
  return new VaultLoomError(
    'multiple_matches',
    `${name}: ${what} (lines ${lines}${total > places.length ? ' …' : ''}).`,
    {
      name,
      hint,
      details: { matches: places, ...(total > places.length ? { total } : {}) },
    },
  );
}

/** The error for a block id that the note does not have, with those that it has. */
export function blockNotFound(id: string, known: readonly { id: string; line: number }[]): VaultLoomError {
  return new VaultLoomError('block_not_found', `The note has no block "^${shorten(id, LONGEST_ID)}".`, {
    hint: known.length === 0 ? 'It has no blocks with an id.' : 'Use one of `details.blocks`.',
    details: { blocks: known.slice(0, MOST_IDS).map((block) => ({ id: block.id, line: block.line })) },
  });
}

const LONGEST_ID = 80;
const MOST_IDS = 50;
