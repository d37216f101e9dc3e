import { RegExpParser } from '@eslint-community/regexpp';
import { boundOfSearch, type Bound } from './pattern-bound.ts';
import { compilePattern, type Program } from './pattern-program.ts';
import { stepsOfSearch } from './pattern-steps.ts';

/** A pattern with what its searches can cost at most. */
export interface JudgedPattern {
  readonly source: string;
  readonly flags: string;
  readonly bound: Bound | null;
  /** Null for a pattern whose steps cannot be counted, such as one with the flag `u`. */
  readonly program: Program | null;
}

/** The longest pattern, in UTF-16 units. */
export const MOST_PATTERN_LENGTH = 2_000;

/**
 * Reads a pattern of JavaScript with any of the flags `dgimsuv`, without running it.
 * @throws SyntaxError for an invalid pattern or flag, RangeError for one that is too long or nested too deep
 */
export function judgePattern(source: string, flags: string): JudgedPattern {
  if (source.length > MOST_PATTERN_LENGTH)
    throw new RangeError(`longer than ${String(MOST_PATTERN_LENGTH)} characters`);
  // Used, since a bundler drops what seems to have no effect.
  flags = new RegExp(source, flags).flags;
  const [unicode, unicodeSets] = [flags.includes('u'), flags.includes('v')];
  if (unicode || unicodeSets) {
    const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode, unicodeSets });
    return { source, flags, bound: boundOfSearch(pattern), program: null };
  }
  const program = compilePattern(source, flags.replace(/[^ims]/g, ''));
  return { source, flags, bound: program.bound, program };
}

/**
 * Whether a search ends soon (within some 50 ms) on this text; it cannot be interrupted once it runs.
 * @param all whether it continues after its first hit, as for a replacement
 */
export function endsSoon({ bound, program }: JudgedPattern, text: string, all: boolean): boolean {
  if (bound !== null && bound.ways * (text.length + 1) ** bound.degree <= MOST_STEPS_OF_BOUND) return true;
  return program !== null && stepsOfSearch(program, text, { all, most: MOST_STEPS }).steps <= MOST_STEPS;
}

/** About what the engine does in 30 ms. */
const MOST_STEPS_OF_BOUND = 2e7;
/** About what can be counted in 50 ms; the engine does far more in that time. */
const MOST_STEPS = 1e6;
