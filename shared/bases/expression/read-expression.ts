import { VaultLoomError } from '../../protocol/errors.ts';
import type { BaseFile } from '../base-source.ts';
import { rawProperty } from '../functions/file-members.ts';
import { compile, type ExpressionContext } from './compile.ts';
import { valueOf, type Expression } from './expression.ts';
import { joinHyphens, type HyphenatedName } from './hyphens.ts';
import { parseTokens, readTokens } from './parser.ts';
import type { Scope } from './scope.ts';

/**
 * Reads an expression of the language.
 * @throws VaultLoomError `unsupported_construct` that names what is not of the language, `base_eval_error` if it is too
 * long or too deep
 */
export function readExpression(text: string, context: ExpressionContext): Expression {
  const { place, formulaNames } = context;
  const tokens = readTokens(text, place);
  const isFormula = (name: string): boolean => formulaNames?.().includes(name) === true;
  const subtracting = joinHyphens(text, tokens, isFormula, false);
  const difference = compile(parseTokens(text, subtracting.tokens, place), text, context);
  const naming = joinHyphens(text, tokens, isFormula, true);
  if (naming.names.length === 0) return difference;
  try {
    const named = compile(parseTokens(text, naming.tokens, place), text, context);
    return namedOrSubtracting(naming.names, named, difference);
  } catch (error) {
    if (error instanceof VaultLoomError) return difference;
    throw error;
  }
}

/**
 * `due-date` is the property of this name, unless the note lacks it and has both `due` and `date`: then it is a
 * subtraction. All such names of an expression are read alike.
 */
function namedOrSubtracting(names: readonly HyphenatedName[], named: Expression, subtracting: Expression): Expression {
  const has = (file: BaseFile | null, name: string): boolean => file !== null && rawProperty(file, name) !== undefined;
  const chosen = ({ file, self }: Scope): Expression => {
    if (names.some(({ name, isOfThis }) => has(isOfThis ? self : file, name))) return named;
    const isSubtraction = names.some(({ parts, isOfThis }) =>
      parts.every((part, at) => isValue(part) || has(isOfThis && at === 0 ? self : file, part)),
    );
    return isSubtraction ? subtracting : named;
  };
  return {
    isLong: named.isLong || subtracting.isLong,
    run: (scope) => chosen(scope).run(scope),
    *steps(scope) {
      return yield* valueOf(chosen(scope), scope);
    },
  };
}

/** Whether a part of a name with hyphens is by itself a value in any note: a number, or a name of the language. */
function isValue(part: string): boolean {
  return /^\d+$/.test(part) || NAMES_OF_LANGUAGE.has(part);
}

const NAMES_OF_LANGUAGE: ReadonlySet<string> = new Set([
  ...['value', 'index', 'acc', 'values'],
  ...['file', 'note', 'frontmatter', 'formula', 'this'],
]);
