/** UTF-16 offsets in the expression's text, end exclusive. */
interface Ranged {
  start: number;
  end: number;
}

const COMPARE_OPERATORS = ['==', '!=', '>', '>=', '<', '<='] as const;

export type CompareOperator = (typeof COMPARE_OPERATORS)[number];

export function isCompareOperator(text: string): text is CompareOperator {
  return COMPARE_OPERATORS.some((operator) => operator === text);
}

/**
 * A parsed expression in the app's whole language, most of which is not supported. `&&` and `||` have all operands of
 * one level, which keeps long chains shallow.
 */
export type Syntax = Ranged &
  (
    | { kind: 'literal'; value: string | number | boolean | null }
    | { kind: 'regex' }
    | { kind: 'list'; items: Syntax[] }
    | { kind: 'name'; name: string }
    | { kind: 'member'; object: Syntax; name: string }
    | { kind: 'index'; object: Syntax; index: Syntax }
    | { kind: 'call'; callee: Syntax; args: Syntax[] }
    | { kind: 'not'; operand: Syntax }
    | { kind: 'arithmetic'; operator: string; operands: Syntax[] }
    | { kind: 'compare'; operator: CompareOperator; left: Syntax; right: Syntax }
    | { kind: 'and' | 'or'; operands: Syntax[] }
  );
