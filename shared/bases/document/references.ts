import { VaultLoomError } from '../../protocol/errors.ts';
import { compile, property, type ExpressionContext } from '../expression/compile.ts';
import { readExpression } from '../expression/read-expression.ts';
import { literal, type Expression } from '../expression/expression.ts';
import { parseExpression } from '../expression/parser.ts';
import type { Syntax } from '../expression/syntax.ts';
import type { Warnings } from './warnings.ts';

/**
 * Reads what a column, a sort entry, a group, a summary or a condition is about: a property's name (`status`,
 * `note.status`, `file.mtime`, `formula.total`, `note["two words"]`, or one that no expression could have, such as
 * `due-date` or `Read by`), or an expression. A name of nothing is null for every file, with a warning: views keep
 * columns of deleted formulas.
 * @throws VaultLoomError `unsupported_construct`, `base_eval_error`
 */
export function readReference(text: string, context: ExpressionContext, warnings?: Warnings): Expression {
  const formula = FORMULA.exec(text.trim());
  if (formula !== null) return ofFormula(formula[1] ?? '', text, context, warnings);
  let node: Syntax;
  try {
    node = parseExpression(text, context.place);
  } catch (error) {
    const name = plainName(text);
    if (name === null) throw error;
    return property(name, context);
  }
  if (isName(node)) return ofName(node, text, context, warnings);
  const name = plainName(text);
  return name === null ? readExpression(text, context) : property(name, context);
}

const FORMULA = /^formula\.(.+)$/s;

function ofFormula(name: string, text: string, context: ExpressionContext, warnings: Warnings | undefined): Expression {
  const known = context.formula?.(name) ?? null;
  if (known !== null) return known;
  // A part of a formula's value, such as `formula.due.year`.
  try {
    return readExpression(text, context);
  } catch (error) {
    if (warnings === undefined) throw error;
    warnings.add(text, `The base has no formula "${name}".`);
    return literal(null);
  }
}

function ofName(node: Syntax, text: string, context: ExpressionContext, warnings: Warnings | undefined): Expression {
  try {
    return compile(node, text, context);
  } catch (error) {
    if (warnings === undefined || !(error instanceof VaultLoomError)) throw error;
    warnings.addError(text, error);
    return literal(null);
  }
}

/** A chain such as `note["a"].b`. */
function isName(node: Syntax): boolean {
  if (node.kind === 'name') return true;
  if (node.kind === 'member') return isName(node.object);
  return node.kind === 'index' && node.index.kind === 'literal' && isName(node.object);
}

/** The plain name of a note's property; null if the text is an expression. */
function plainName(text: string): string | null {
  const name = text.trim().replace(/^(?:note|frontmatter)\./, '');
  if (/^(?:this|file|formula)(?:[.[]|$)/.test(text.trim())) return null;
  const withoutBracketed = name.replace(/\s\([^()]*\)/g, '');
  return PLAIN_NAME.test(withoutBracketed) && !/(?:^|\s)-|-(?:\s|$)/.test(withoutBracketed) ? name : null;
}

/** No expression syntax; a hyphen only without spaces around it. */
const PLAIN_NAME = /^[^"'`()[\]{}<>=!&|+*%\\/,;^~]+$/u;
