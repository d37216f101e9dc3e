import type { AST } from '@eslint-community/regexpp';

/**
 * A bound that follows from a pattern alone: on a text of n characters no search takes more than about
 * `ways * (n + 1) ** degree` steps. A pattern that repeats something ambiguous has none (null): its steps may multiply
 * with every character.
 */
export interface Bound {
  ways: number;
  degree: number;
}

/** The bound of a search, which may begin at every place of the text. */
export function boundOfSearch({ alternatives }: AST.Pattern): Bound | null {
  // A run of characters at the end is not tried again: nothing after it can fail.
  const inner = sumOf(
    alternatives.map(({ elements }) => productOf(isRun(elements.at(-1)) ? elements.slice(0, -1) : elements)),
  );
  return inner === null ? null : { ways: inner.ways, degree: inner.degree + 1 };
}

const ONE: Bound = { ways: 1, degree: 0 };
const MOST_WAYS = 1e6;
/** A repeated group has a bound up to this many rounds. */
const MOST_ROUNDS = 3;

function isRun(element: AST.Element | undefined): boolean {
  return element?.type === 'Quantifier' && isCharacter(element.element);
}

function isCharacter(element: AST.Element): boolean {
  return element.type === 'Character' || element.type === 'CharacterClass' || element.type === 'CharacterSet';
}

function boundOf(element: AST.Element): Bound | null {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return alternativesOf(element.alternatives);
    case 'Assertion':
      return 'alternatives' in element ? alternativesOf(element.alternatives) : ONE;
    case 'Backreference':
      return { ways: 1, degree: 1 };
    case 'Quantifier':
      return repeated(element);
    default:
      return ONE;
  }
}

function repeated({ element, min, max }: AST.Quantifier): Bound | null {
  if (isCharacter(element))
    return max === Infinity || max - min > MOST_ROUNDS
      ? { ways: 1, degree: max === min ? 0 : 1 }
      : { ways: max - min + 1, degree: 0 };
  const once = boundOf(element);
  if (once === null) return null;
  // Nothing in it can match in two ways: only the number of rounds is open.
  if (once.ways === 1 && once.degree === 0) return { ways: 1, degree: max === min ? 0 : 1 };
  if (max > MOST_ROUNDS) return null;
  return checked({ ways: (once.ways + 1) ** max, degree: once.degree * max });
}

function alternativesOf(alternatives: readonly AST.Alternative[]): Bound | null {
  return sumOf(alternatives.map(({ elements }) => productOf(elements)));
}

function productOf(elements: readonly AST.Element[]): Bound | null {
  return elements
    .map(boundOf)
    .reduce(
      (a, b) => (a === null || b === null ? null : checked({ ways: a.ways * b.ways, degree: a.degree + b.degree })),
      ONE,
    );
}

function sumOf(bounds: readonly (Bound | null)[]): Bound | null {
  return bounds.reduce(
    (a, b) =>
      a === null || b === null ? null : checked({ ways: a.ways + b.ways, degree: Math.max(a.degree, b.degree) }),
    { ways: 0, degree: 0 },
  );
}

function checked(bound: Bound): Bound | null {
  return bound.ways > MOST_WAYS ? null : bound;
}
