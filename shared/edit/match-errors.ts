import { VaultLoomError } from '../protocol/errors.ts';

/** The place of one of several matches. */
export interface MatchPlace {
  /** 1-based, over the whole file. */
  line: number;
  text: string;
  [more: string]: unknown;
}

/** `multiple_matches`, under its name (contract, 'Errors'). `total` also counts the places left out of `places`. */
export function multipleMatches(what: string, places: readonly MatchPlace[], total: number, hint: string): VaultLoomError {
  const name = 'MultipleMatchesError';
  const lines = places.map(({ line }) => line).join(', ');
  return new VaultLoomError('multiple_matches', `${name}: ${what} (lines ${lines}${total > places.length ? ' …' : ''}).`, {
    name,
    hint,
    details: { matches: places, ...(total > places.length ? { total } : {}) },
  });
}

/** A text on one line, at most `most` characters, for messages. */
export function shorten(text: string, most: number): string {
  const line = text.replace(WHITE_SPACE, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line;
}

const WHITE_SPACE = /\s+/g;
