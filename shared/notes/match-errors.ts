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
