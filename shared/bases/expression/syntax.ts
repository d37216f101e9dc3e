/** UTF-16 offsets in the expression's text, end exclusive. */
interface Ranged {
  start: number;
  end: number;
}

const COMPARE_OPERATORS = ['==', '!=', '>', '>=', '<', '<='] as const;

export type CompareOperator = (typeof COMPARE_OPERATORS)[number];
export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';

export function isCompareOperator(text: string): text is CompareOperator {
  return COMPARE_OPERATORS.some((operator) => operator === text);
}

/**
 * A parsed expression. `&&`, `||` and arithmetic have all operands of one level, which keeps long chains shallow.
 */
export type Syntax = Ranged &
  (
    | { kind: 'literal'; value: string | number | boolean | null }
    | { kind: 'regex'; source: string; flags: string }
    | { kind: 'list'; items: Syntax[] }
    | { kind: 'object'; entries: { key: string; value: Syntax }[] }
    | { kind: 'name'; name: string }
    | { kind: 'member'; object: Syntax; name: string }
    | { kind: 'index'; object: Syntax; index: Syntax }
    | { kind: 'call'; callee: Syntax; args: Syntax[] }
    | { kind: 'not'; operand: Syntax }
    | { kind: 'sign'; operator: '+' | '-'; operand: Syntax }
    /** From left to right; `operators[i]` comes before `operands[i + 1]`. */
    | { kind: 'arithmetic'; operators: ArithmeticOperator[]; operands: Syntax[] }
    | { kind: 'compare'; operator: CompareOperator; left: Syntax; right: Syntax }
    | { kind: 'and' | 'or'; operands: Syntax[] }
  );
