import { unsupported, type Place } from '../base-errors.ts';
import { textOrLink } from '../values/base-value.ts';
import type { Expression, Reference } from './expression.ts';
import { FILE_METHODS, FILE_PROPERTIES } from './file-members.ts';
import { parseExpression } from './parser.ts';
import type { Syntax } from './syntax.ts';

/** Where an expression stands, and the base's own path, from which its links resolve. */
export interface ExpressionContext {
  place: Place;
  basePath: string;
}

/**
 * Reads an expression of the supported subset.
 * @throws VaultLoomError `unsupported_construct` that names what is outside it, `base_eval_error` if it is too long or
 * too deep
 */
export function readExpression(text: string, context: ExpressionContext): Expression {
  return new Subset(text, context).take(parseExpression(text, context.place));
}

/**
 * Reads a property's name in a column, a sort entry or a condition: `status`, `note.status`, `file.mtime`, `note["two
 * words"]`, or a name that no expression could have, such as `due-date` or `Read by`.
 * @throws VaultLoomError as {@link readExpression}
 */
export function readReference(text: string, context: ExpressionContext): Reference {
  let expression: Expression;
  try {
    expression = readExpression(text, context);
  } catch (error) {
    const name = plainName(text);
    if (name === null) throw error;
    return { kind: 'property', keys: [name], written: text, place: context.place };
  }
  if (expression.kind === 'file' || expression.kind === 'property') return expression;
  const name = plainName(text);
  if (name === null) throw unsupported('Only the name of a property may be used here', text, context.place);
  return { kind: 'property', keys: [name], written: text, place: context.place };
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

class Subset {
  readonly #text: string;
  readonly #place: Place;
  readonly #basePath: string;

  constructor(text: string, { place, basePath }: ExpressionContext) {
    this.#text = text;
    this.#place = place;
    this.#basePath = basePath;
  }

  take(node: Syntax): Expression {
    switch (node.kind) {
      case 'literal':
        return {
          kind: 'literal',
          value: typeof node.value === 'string' ? textOrLink(node.value, this.#basePath) : node.value,
        };
      case 'and':
      case 'or':
        return { kind: node.kind, operands: node.operands.map((operand) => this.take(operand)) };
      case 'not':
        return { kind: 'not', operand: this.take(node.operand) };
      case 'compare':
        return { kind: 'compare', operator: node.operator, left: this.take(node.left), right: this.take(node.right) };
      case 'call':
        return this.#call(node);
      case 'name':
      case 'member':
      case 'index':
        return this.#reference(node);
      case 'arithmetic':
        throw this.#refuse('Arithmetic (+ - * / %) is not supported', node, this.#arithmeticHint(node));
      case 'regex':
        throw this.#refuse('Regular expressions are not supported', node);
      case 'list':
        throw this.#refuse('Lists in expressions are not supported', node);
    }
  }

  #call(node: Syntax & { kind: 'call' }): Expression {
    const { callee } = node;
    if (callee.kind === 'name') throw this.#refuse('Function calls are not supported', node);
    const name =
      callee.kind === 'member' && callee.object.kind === 'name' && callee.object.name === 'file' ? callee.name : null;
    const method = name === null ? undefined : FILE_METHODS.get(name);
    if (method === undefined)
      throw this.#refuse('Only the methods file.hasTag() and file.inFolder() are supported', node);
    if (node.args.length < method.least || node.args.length > method.most) {
      throw this.#refuse(
        method.most === 1 ? 'Exactly one argument is expected' : 'At least one argument is expected',
        node,
      );
    }
    const args = node.args.map((arg) => this.take(arg));
    const values = args.flatMap((arg) => (arg.kind === 'literal' ? [arg.value] : []));
    return values.length === args.length
      ? { kind: 'bound call', answer: method.bind(values) }
      : { kind: 'call', method, args };
  }

  #reference(node: Syntax): Reference {
    const path = this.#path(node);
    const [root, ...rest] = path;
    const [first, ...deeper] = rest;
    if (root === 'this') throw this.#refuse('`this` is not supported: a query has no file that it is shown in', node);
    if (root === 'formula' && first !== undefined) throw this.#refuse('Formulas are not supported', node);
    if (root === 'file') {
      const property = first === undefined || deeper.length > 0 ? undefined : FILE_PROPERTIES.get(first);
      if (property === undefined) throw this.#refuse('This property of `file` is not supported', node);
      return { kind: 'file', property };
    }
    const keys: readonly [string, ...string[]] =
      (root === 'note' || root === 'frontmatter') && first !== undefined ? [first, ...deeper] : path;
    return { kind: 'property', keys, written: this.#fragment(node), place: this.#place };
  }

  /** The keys of a chain such as `note["a"].b`. */
  #path(node: Syntax): readonly [string, ...string[]] {
    if (node.kind === 'name') return [node.name];
    if (node.kind === 'member') return [...this.#path(node.object), node.name];
    if (node.kind === 'index') {
      const { index } = node;
      if (index.kind === 'literal' && typeof index.value === 'string') return [...this.#path(node.object), index.value];
      throw this.#refuse('Only a text may be used between square brackets', node);
    }
    this.take(node);
    throw this.#refuse('Properties of values are not supported', node);
  }

  #arithmeticHint(node: Syntax & { kind: 'arithmetic' }): string | undefined {
    const fragment = this.#fragment(node);
    if (/^\d{4}-\d{2}-\d{2}/.test(fragment)) return `Put a date between quotation marks: "${fragment}".`;
    const isHyphenated = /^[\p{L}\p{M}\p{N}_]+(?:-[\p{L}\p{M}\p{N}_]+)+$/u.test(fragment);
    return isHyphenated ? `If this is the name of a property, write note["${fragment}"].` : undefined;
  }

  #refuse(problem: string, node: Syntax, hint?: string): Error {
    return unsupported(problem, this.#fragment(node), this.#place, hint);
  }

  #fragment(node: Syntax): string {
    return this.#text.slice(node.start, node.end);
  }
}
