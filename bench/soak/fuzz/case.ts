import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import type { Random } from '../../../shared/kit/random.ts';
import { seededRandom } from '../../../shared/kit/random.ts';

/** One input, drawn at random, and the rules that hold for it. */
export interface FuzzCase {
  /** What was drawn, to be printed. */
  input: unknown;
  /** Throws a `VaultLoomError` if it refuses the input, and any other error if a rule is broken. */
  check: () => unknown;
}

export interface FuzzTarget {
  name: string;
  draw: (random: Random) => FuzzCase;
}

export interface Fault {
  target: string;
  /** With which {@link caseOf} draws the same input again. */
  seed: number;
  number: number;
  what: string;
  input: string;
}

const LONGEST_MS = 3_000;
const MOST_SHOWN = 1_500;

/** The case of a number: the same one for the same seed, whatever ran before. */
export function caseOf(target: FuzzTarget, seed: number, number: number): FuzzCase {
  return target.draw(seededRandom(seed * 1_000_003 + number * 7_919 + target.name.length));
}

/** Runs one case; true if the input was refused with a typed error, and the fault if there is one. */
export async function runCase(
  target: FuzzTarget,
  seed: number,
  number: number,
): Promise<{ refused: boolean; fault?: Fault }> {
  const drawn = caseOf(target, seed, number);
  const fault = (what: string): Fault => ({
    target: target.name,
    seed,
    number,
    what,
    input: (JSON.stringify(drawn.input) ?? '').slice(0, MOST_SHOWN),
  });
  const started = performance.now();
  try {
    await drawn.check();
  } catch (error) {
    if (error instanceof VaultLoomError && error.code !== 'internal') return { refused: true };
    return { refused: false, fault: fault(error instanceof Error ? (error.stack ?? error.message) : String(error)) };
  }
  const ms = performance.now() - started;
  return ms > LONGEST_MS ? { refused: false, fault: fault(`took ${ms.toFixed(0)} ms`) } : { refused: false };
}

/** Throws if a rule does not hold. */
export function rule(holds: boolean, words: string): void {
  if (!holds) throw new Error(words);
}
