import type { Steps } from '../../kit/concurrency/slices.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import { quote, structural, type Place } from '../base-errors.ts';
import { readExpression } from '../expression/read-expression.ts';
import { literal, valueOf, type Expression } from '../expression/expression.ts';
import type { Scope } from '../expression/scope.ts';
import type { BaseValue } from '../values/base-value.ts';
import { isYamlMap, kindOf, type YamlValue } from './base-yaml.ts';
import { fromTop, inPart } from './places.ts';
import { problemOf, type Warnings } from './warnings.ts';

/** The formulas of a base, read when they are first used. */
export class Formulas {
  readonly #texts = new Map<string, string>();
  readonly #read = new Map<string, Expression>();
  /** Those being read, outermost first. */
  readonly #reading: string[] = [];
  readonly #basePath: string;
  readonly #onThis: () => void;

  /**
   * @param onThis called if a formula that is read asks for `this`
   * @throws VaultLoomError `base_eval_error` if the block is malformed
   */
  constructor(block: YamlValue | undefined, basePath: string, onThis: () => void = () => undefined) {
    this.#basePath = basePath;
    this.#onThis = onThis;
    if (block === undefined || block === null) return;
    if (!isYamlMap(block))
      throw structural(`\`formulas:\` is ${kindOf(block)}, where a map of names and expressions is expected.`, HINT);
    const entries = Object.entries(block);
    if (entries.length > MOST_FORMULAS)
      throw structural(`The base has more than ${String(MOST_FORMULAS)} formulas.`, 'Split it into several bases.');
    for (const [name, text] of entries)
      this.#texts.set(
        name,
        inPart([name], () => textOf(name, text)),
      );
  }

  /**
   * The formula of this name; null if there is none. For each file it is computed once; if that fails, or it is empty,
   * it is null.
   * @throws VaultLoomError `unsupported_construct`, `base_eval_error` if formulas use each other in a circle
   */
  get(name: string): Expression | null {
    const known = this.#read.get(name);
    if (known !== undefined) return known;
    const text = this.#texts.get(name);
    if (text === undefined) return null;
    if (this.#reading.includes(name)) throw this.#circle(name);
    if (this.#reading.length >= MOST_NESTED)
      throw structural(
        `Formulas use each other more than ${String(MOST_NESTED)} levels deep.`,
        'Write some of them as one.',
      );
    this.#reading.push(name);
    try {
      const place: Place = { kind: 'formula', text };
      const context = {
        place,
        basePath: this.#basePath,
        formula: (other: string) => this.get(other),
        formulaNames: this.names,
        onThis: this.#onThis,
      };
      const expression = fromTop(['formulas', name], () =>
        text.trim() === '' ? literal(null) : readExpression(text, context),
      );
      const once = computedOnce(this.#read.size, `formula.${name}`, expression);
      this.#read.set(name, once);
      return once;
    } finally {
      this.#reading.pop();
    }
  }

  /** Their names, as the base has them. */
  readonly names = (): string[] => [...this.#texts.keys()];

  /** Reads those that nothing uses, only to tell what is wrong with them. */
  *checkUnused(warnings: Warnings): Steps<void> {
    for (const name of this.#texts.keys()) {
      if (this.#read.has(name)) continue;
      try {
        this.get(name);
      } catch (error) {
        if (!(error instanceof VaultLoomError)) throw error;
        const { message, hint } = error;
        warnings.add(
          `formula.${name}`,
          `The formula is not used here, and cannot be: ${message} ${hint ?? ''}`.trimEnd(),
        );
      }
      yield;
    }
  }

  #circle(name: string): VaultLoomError {
    const circle = [...this.#reading.slice(this.#reading.indexOf(name)), name];
    const error = structural(
      `Formulas use each other in a circle: ${circle.map((each) => quote(each)).join(' → ')}.`,
      'A formula cannot use itself, directly or through others.',
    );
    return new VaultLoomError(error.code, error.message, {
      ...(error.hint === undefined ? {} : { hint: error.hint }),
      details: { fragment: `formula.${name}` },
    });
  }
}

const HINT = 'Such as: "formulas: {total: price * quantity}".';
const MOST_FORMULAS = 500;
const MOST_NESTED = 50;

/** A formula with only a name is empty; the app adds new ones like this. */
function textOf(name: string, value: YamlValue): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw structural(`The formula ${quote(name)} is ${kindOf(value)}, where an expression is expected.`, HINT);
}

function computedOnce(number: number, place: string, expression: Expression): Expression {
  const failed = (scope: Scope, error: unknown): BaseValue => {
    scope.warn(place, problemOf(error));
    return (scope.cells[number] = null);
  };
  return {
    isLong: expression.isLong,
    run(scope) {
      const known = scope.cells[number];
      if (known !== undefined) return known;
      try {
        return (scope.cells[number] = expression.run(scope));
      } catch (error) {
        return failed(scope, error);
      }
    },
    *steps(scope) {
      const known = scope.cells[number];
      if (known !== undefined) return known;
      try {
        return (scope.cells[number] = yield* valueOf(expression, scope));
      } catch (error) {
        return failed(scope, error);
      }
    },
  };
}
