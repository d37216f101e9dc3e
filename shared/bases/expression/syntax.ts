/** A piece of the expression's text: UTF-16 offsets, end exclusive. */
interface Ranged {
  start: number;
  end: number;
}

export type CompareOperator = '==' | '!=' | '>' | '>=' | '<' | '<=';

/**
 * A parsed expression in the app's whole language, most of which the evaluator does not support. `&&` and
 * `||` have all operands of one level, so that long chains are not deep.
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
