import { RegExpParser, type AST } from '@eslint-community/regexpp';
import { isPattern } from '../../kit/patterns/is-pattern.ts';
import { endsSoon, judgePattern, type JudgedPattern } from '../../kit/patterns/pattern-judge.ts';

/** A longer rule is not used. In UTF-16 units. */
export const MAX_PATTERN_LENGTH = 1_000;
const MAX_REPETITIONS = 4;
const MAX_ADJACENT_REPETITIONS = 2;
const MAX_WAYS = 10_000;
/** A group that repeats more often has nothing in it that could match in two ways. */
const MAX_ROUNDS = 3;

export interface RuleExpression {
  matches: (path: string) => boolean;
}

/**
 * A regular expression that excludes paths, or why it is refused. Endless backtracking would hang the process on an
 * unlucky file name, so shapes that allow it are refused. A time limit could make two hosts disagree; steps are the
 * same everywhere.
 */
export function readExpression(source: string): RuleExpression | { problem: string } {
  if (source.length > MAX_PATTERN_LENGTH) return { problem: `is longer than ${MAX_PATTERN_LENGTH} characters` };
  if (!isPattern(source)) return { problem: 'is not a valid regular expression' };
  const judged = judgedOrNull(source);
  if (judged === null) return { problem: 'is nested too deep' };
  if (judged.bound === null)
    return { problem: 'repeats a group that itself repeats or branches, which can take forever' };
  const { total, adjacent } = openRepetitions(new RegExpParser().parsePattern(source).alternatives);
  if (adjacent > MAX_ADJACENT_REPETITIONS || total > MAX_REPETITIONS || judged.bound.ways > MAX_WAYS)
    return { problem: 'has too many open repetitions, which can take forever' };
  const expression = new RegExp(source);
  return { matches: (path) => endsSoon(judged, path, false) && expression.test(path) };
}

function judgedOrNull(source: string): JudgedPattern | null {
  try {
    return judgePattern(source, '');
  } catch {
    return null;
  }
}

interface OpenRepetitions {
  total: number;
  /** The longest run with nothing fixed in between. */
  adjacent: number;
}

function openRepetitions(alternatives: readonly AST.Alternative[]): OpenRepetitions {
  const found: OpenRepetitions = { total: 0, adjacent: 0 };
  let run = 0;
  const read = (element: AST.Element): void => {
    if (element.type === 'Group' || element.type === 'CapturingGroup') return element.alternatives.forEach(readAll);
    if (element.type === 'Quantifier' && 'alternatives' in element.element && element.max <= MAX_ROUNDS) {
      for (let round = 0; round < element.max; round++) read(element.element);
    } else if (element.type === 'Quantifier' && element.max - element.min > 1) {
      run++;
      found.total++;
      found.adjacent = Math.max(found.adjacent, run);
    } else if (element.type !== 'Assertion') run = 0;
  };
  const readAll = ({ elements }: AST.Alternative): void => elements.forEach(read);
  alternatives.forEach(readAll);
  return found;
}
