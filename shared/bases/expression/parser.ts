import { structural, unsupported, type Place } from '../base-errors.ts';
import { tokenize, type Token } from './lexer.ts';
import { signHint } from './signs.ts';
import { isCompareOperator, type ArithmeticOperator, type CompareOperator, type Syntax } from './syntax.ts';

/** In UTF-16 units. */
const MAX_EXPRESSION_LENGTH = 10_000;
/** Of parentheses, lists, arguments, `!` and members. */
const MAX_EXPRESSION_DEPTH = 64;

/**
 * Parses an expression of the app's language, with JavaScript's precedence.
 * @throws VaultLoomError `unsupported_construct` if it is not an expression, `base_eval_error` if it is too long or too
 * deep
 */
export function parseExpression(text: string, place: Place): Syntax {
  return parseTokens(text, readTokens(text, place), place);
}

/**
 * The tokens of an expression, to be parsed by {@link parseTokens}.
 * @throws VaultLoomError `unsupported_construct` for a sign that is not of the language, `base_eval_error` if the text
 *   is too long
 */
export function readTokens(text: string, place: Place): Token[] {
  if (text.length > MAX_EXPRESSION_LENGTH) {
    throw structural(
      `An expression (${place.kind}) is longer than ${String(MAX_EXPRESSION_LENGTH)} characters.`,
      SPLIT_HINT,
    );
  }
  return tokenize(text, place);
}

/**
 * Parses tokens that may have been joined since they were read from the text; throws as {@link parseExpression} does.
 */
export function parseTokens(text: string, tokens: readonly Token[], place: Place): Syntax {
  return new Parser(text, place, tokens).parse();
}

/** One method per level of precedence, loosest first. */
class Parser {
  readonly #text: string;
  readonly #place: Place;
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(text: string, place: Place, tokens: readonly Token[]) {
    this.#text = text;
    this.#place = place;
    this.#tokens = tokens;
  }

  parse(): Syntax {
    const expression = this.#or();
    if (this.#peek().kind !== 'end') throw this.#unexpected();
    return expression;
  }

  #or(): Syntax {
    return this.#chain('||', 'or', () => this.#and());
  }

  #and(): Syntax {
    return this.#chain('&&', 'and', () => this.#comparison());
  }

  #chain(mark: string, kind: 'or' | 'and', operand: () => Syntax): Syntax {
    const first = operand();
    const operands = [first];
    while (this.#take(mark)) operands.push(operand());
    return operands.length === 1 ? first : { kind, operands, start: first.start, end: this.#lastEnd() };
  }

  /** Refuses a second comparison on the same level, which rarely means what was intended. */
  #comparison(): Syntax {
    const left = this.#sum();
    const operator = this.#takeCompare();
    if (operator === null) return left;
    const right = this.#sum();
    if (this.#takeCompare() !== null) {
      this.#sum();
      throw unsupported(
        'A chain of comparisons is not supported',
        this.#text.slice(left.start, this.#lastEnd()),
        this.#place,
        { hint: 'Join two comparisons with &&.', offset: left.start },
      );
    }
    return { kind: 'compare', operator, left, right, start: left.start, end: right.end };
  }

  #sum(): Syntax {
    return this.#arithmetic(['+', '-'], () => this.#product());
  }

  #product(): Syntax {
    return this.#arithmetic(['*', '/', '%'], () => this.#unary());
  }

  #arithmetic(marks: readonly ArithmeticOperator[], operand: () => Syntax): Syntax {
    const first = operand();
    const operands = [first];
    const operators: ArithmeticOperator[] = [];
    for (let mark = this.#markOf(marks); mark !== null; mark = this.#markOf(marks)) {
      this.#at++;
      operators.push(mark);
      operands.push(operand());
    }
    return operators.length === 0
      ? first
      : { kind: 'arithmetic', operators, operands, start: first.start, end: this.#lastEnd() };
  }

  #markOf(marks: readonly ArithmeticOperator[]): ArithmeticOperator | null {
    const next = this.#peekMark();
    return marks.find((mark) => mark === next) ?? null;
  }

  #unary(): Syntax {
    const { start } = this.#peek();
    const mark = this.#peekMark();
    if (mark !== '!' && mark !== '-' && mark !== '+') return this.#postfix();
    this.#at++;
    const operand = this.#nested(() => this.#unary());
    if (mark === '!') return { kind: 'not', operand, start, end: operand.end };
    if (mark === '-' && operand.kind === 'literal' && typeof operand.value === 'number')
      return { ...operand, value: -operand.value, start };
    return { kind: 'sign', operator: mark, operand, start, end: operand.end };
  }

  #postfix(): Syntax {
    const { start } = this.#peek();
    let object = this.#primary();
    for (let steps = 0; ; steps++) {
      if (steps > MAX_EXPRESSION_DEPTH) throw this.#tooDeep();
      if (this.#take('.')) {
        const token = this.#next();
        if (token.kind !== 'name') throw this.#unexpected(token);
        object = { kind: 'member', object, name: token.name, start, end: token.end };
      } else if (this.#take('[')) {
        const index = this.#nested(() => this.#or());
        this.#expect(']');
        object = { kind: 'index', object, index, start, end: this.#lastEnd() };
      } else if (this.#take('(')) {
        const args = this.#list(')');
        object = { kind: 'call', callee: object, args, start, end: this.#lastEnd() };
      } else return object;
    }
  }

  #primary(): Syntax {
    const token = this.#next();
    const { start, end } = token;
    if (token.kind === 'number' || token.kind === 'string') return { kind: 'literal', value: token.value, start, end };
    if (token.kind === 'regex') return { kind: 'regex', source: token.source, flags: token.flags, start, end };
    if (token.kind === 'name') return named(token.name, start, end);
    if (token.kind === 'mark' && token.mark === '[')
      return { kind: 'list', items: this.#list(']'), start, end: this.#lastEnd() };
    if (token.kind === 'mark' && token.mark === '{')
      return { kind: 'object', entries: this.#entries(), start, end: this.#lastEnd() };
    if (token.kind !== 'mark' || token.mark !== '(') throw this.#unexpected(token);
    const inner = this.#nested(() => this.#or());
    this.#expect(')');
    return inner;
  }

  /** Expressions between commas, up to and including the closing mark. */
  #list(closing: string): Syntax[] {
    const items: Syntax[] = [];
    if (this.#take(closing)) return items;
    do items.push(this.#nested(() => this.#or()));
    while (this.#take(','));
    this.#expect(closing);
    return items;
  }

  /** `key: value` between commas, up to and including the closing brace. */
  #entries(): { key: string; value: Syntax }[] {
    const entries: { key: string; value: Syntax }[] = [];
    if (this.#take('}')) return entries;
    do {
      const token = this.#next();
      if (token.kind !== 'name' && token.kind !== 'string') throw this.#unexpected(token);
      this.#expect(':');
      const value = this.#nested(() => this.#or());
      entries.push({ key: token.kind === 'name' ? token.name : token.value, value });
    } while (this.#take(','));
    this.#expect('}');
    return entries;
  }

  #nested(parse: () => Syntax): Syntax {
    if (++this.#depth > MAX_EXPRESSION_DEPTH) throw this.#tooDeep();
    const inner = parse();
    this.#depth--;
    return inner;
  }

  #takeCompare(): CompareOperator | null {
    const mark = this.#peekMark();
    if (mark === null || !isCompareOperator(mark)) return null;
    this.#at++;
    return mark;
  }

  #take(mark: string): boolean {
    const found = this.#peekMark() === mark;
    if (found) this.#at++;
    return found;
  }

  #expect(mark: string): void {
    if (!this.#take(mark)) throw this.#unexpected();
  }

  #next(): Token {
    const token = this.#peek();
    if (token.kind !== 'end') this.#at++;
    return token;
  }

  #peek(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', start: this.#text.length, end: this.#text.length };
  }

  #peekMark(): string | null {
    const token = this.#peek();
    return token.kind === 'mark' ? token.mark : null;
  }

  #lastEnd(): number {
    return this.#tokens[this.#at - 1]?.end ?? 0;
  }

  #unexpected(token: Token = this.#peek()): Error {
    if (token.kind === 'end')
      return unsupported('The expression ends too early', this.#text, this.#place, {
        hint: 'Complete it, or put a text between quotation marks.',
        offset: this.#text.length,
      });
    const fragment = this.#text.slice(token.start, token.end);
    const problem = `Not an expression, from character ${String(token.start + 1)} on`;
    const before = this.#tokens[this.#tokens.indexOf(token) - 1];
    const withBefore = before === undefined ? '' : this.#text.slice(before.start, token.end);
    const hint = signHint(withBefore) ?? signHint(fragment) ?? (before?.kind === 'name' ? signHint(before.name) : null);
    return unsupported(problem, fragment, this.#place, { offset: token.start, hint: hint ?? OPERATOR_HINT });
  }

  #tooDeep(): Error {
    return structural(
      `An expression (${this.#place.kind}) is nested deeper than ${String(MAX_EXPRESSION_DEPTH)} levels.`,
      SPLIT_HINT,
    );
  }
}

const OPERATOR_HINT = 'Put an operator such as && or + between two values, and a text between quotation marks.';
const SPLIT_HINT = 'Split it into several formulas, which can use each other.';

function named(name: string, start: number, end: number): Syntax {
  if (name === 'true' || name === 'false') return { kind: 'literal', value: name === 'true', start, end };
  if (name === 'null' || name === 'undefined') return { kind: 'literal', value: null, start, end };
  return { kind: 'name', name, start, end };
}
