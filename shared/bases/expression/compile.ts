import { unsupported, type Place } from '../base-errors.ts';
import { GLOBAL_FUNCTIONS } from '../functions/global-functions.ts';
import { FILE_FIELDS, FILE_LIST_LENGTHS, propertyOf, rawProperty } from '../functions/file-members.ts';
import { arityOf, fieldOf, itemAt, methodNamed, pausingMethodNamed } from '../functions/members.ts';
import { readPattern } from '../functions/patterns.ts';
import { signed } from '../values/arithmetic.ts';
import { BaseFileValue, isList, isTruthy, type BaseValue } from '../values/base-value.ts';
import { textOrLink } from '../values/read-value.ts';
import { literal, ofOne, ofParts, ofTwo, short, type Expression } from './expression.ts';
import { functionHint, methodHint, near, usageHint } from './hints.ts';
import { isListFunction, overList, pausingCall } from './list-functions.ts';
import { nearest } from './nearest.ts';
import { choice, holds, junction, sumOf } from './operators.ts';
import type { Frame, Scope } from './scope.ts';
import type { Syntax } from './syntax.ts';

/** Where an expression is, and what its names mean. */
export interface ExpressionContext {
  place: Place;
  /** The base's own path, from which its links resolve; `''` if it is not a file. */
  basePath: string;
  /** `formula.name`; null if there is no such formula. Throws if the formula cannot be used. */
  formula?: (name: string) => Expression | null;
  /** The formulas that there are, for suggestions. */
  formulaNames?: () => readonly string[];
  /** Called if the expression asks for `this`. */
  onThis?: () => void;
  /** Called with each property of the note that the expression asks for. */
  onProperty?: (name: string) => void;
  /** Whether it is a summary, which has `values`. */
  isSummary?: boolean;
}

/** Makes a parsed expression ready to run; `text` is what it was parsed from. */
export function compile(node: Syntax, text: string, context: ExpressionContext): Expression {
  return new Compiler(text, context).take(node);
}

/** Names of the innermost function over a list, and of those around it. */
type Names = readonly ('value' | 'index' | 'acc' | 'values')[];

class Compiler {
  readonly #text: string;
  readonly #context: ExpressionContext;
  /** Innermost last. */
  readonly #frames: Names[] = [];

  constructor(text: string, context: ExpressionContext) {
    this.#text = text;
    this.#context = context;
    if (context.isSummary === true) this.#frames.push(['values']);
  }

  take(node: Syntax): Expression {
    switch (node.kind) {
      case 'literal':
        return literal(typeof node.value === 'string' ? textOrLink(node.value, this.#context.basePath) : node.value);
      case 'regex':
        return this.#pattern(node);
      case 'list':
        return ofParts(this.#all(node.items), (items) => items);
      case 'object':
        return this.#object(node);
      case 'and':
      case 'or':
        return junction(node.kind, this.#all(node.operands));
      case 'not':
        return ofOne(this.take(node.operand), (value) => !isTruthy(value));
      case 'sign': {
        const { operator } = node;
        return ofOne(this.take(node.operand), (value) => signed(operator, value));
      }
      case 'arithmetic':
        return this.#arithmetic(node);
      case 'compare': {
        const { operator } = node;
        return ofTwo(this.take(node.left), this.take(node.right), (left, right, scope) =>
          holds(operator, left, right, scope),
        );
      }
      case 'call':
        return this.#call(node);
      case 'name':
        return this.#name(node);
      case 'member':
        return this.#member(node, node.object, node.name);
      case 'index':
        return this.#index(node);
    }
  }

  #all(nodes: readonly Syntax[]): Expression[] {
    return nodes.map((node) => this.take(node));
  }

  #pattern(node: Syntax & { kind: 'regex' }): Expression {
    try {
      return literal(readPattern(node.source, node.flags));
    } catch (error) {
      const problem = error instanceof Error ? error.message : 'invalid';
      throw this.#refuse('This is not a regular expression', node, `The pattern is ${problem}.`);
    }
  }

  #object({ entries }: Syntax & { kind: 'object' }): Expression {
    const keys = entries.map(({ key }) => key);
    return ofParts(
      this.#all(entries.map(({ value }) => value)),
      (values) => new Map(values.map((value, at): [string, BaseValue] => [keys[at] ?? '', value])),
    );
  }

  #arithmetic(node: Syntax & { kind: 'arithmetic' }): Expression {
    const fragment = this.#fragment(node);
    if (/^\d{4}-\d{2}-\d{2}/.test(fragment))
      throw this.#refuse('This is a subtraction', node, `Put a date between quotation marks: "${fragment}".`);
    const { operators } = node;
    return sumOf(operators, this.#all(node.operands));
  }

  #call(node: Syntax & { kind: 'call' }): Expression {
    const { callee } = node;
    if (callee.kind === 'name') return this.#function(node, callee.name);
    if (callee.kind !== 'member')
      throw this.#refuse(
        'This cannot be called',
        node,
        'Write the name of a function before the parenthesis, or an operator.',
      );
    const { name } = callee;
    if (isListFunction(name)) return this.#listFunction(node, callee, name);
    const arity = arityOf(name);
    if (arity === null) throw this.#refuse('There is no such method', node, methodHint(name));
    this.#checkArguments(node, arity, usageHint(name, 'method'));
    const self = this.take(callee.object);
    const call = methodNamed(name);
    const args = this.#all(node.args);
    const steps = pausingMethodNamed(name);
    if (steps !== null) return pausingCall(self, args, call, steps);
    const [only] = args;
    if (only === undefined) return ofOne(self, (value, scope) => call(value, NO_ARGUMENTS, scope));
    if (args.length === 1) return ofTwo(self, only, (value, arg, scope) => call(value, [arg], scope));
    return ofTwo(
      self,
      ofParts(args, (values) => values),
      (value, values, scope) => call(value, isList(values) ? values : NO_ARGUMENTS, scope),
    );
  }

  #function(node: Syntax & { kind: 'call' }, name: string): Expression {
    if (name === 'if') {
      this.#checkArguments(node, { least: 2, most: 3 }, usageHint(name, 'function'));
      return choice(this.#all(node.args));
    }
    const known = Object.hasOwn(GLOBAL_FUNCTIONS, name) ? GLOBAL_FUNCTIONS[name] : undefined;
    if (known === undefined) throw this.#refuse('There is no such function', node, functionHint(name));
    this.#checkArguments(node, known, usageHint(name, 'function'));
    return ofParts(this.#all(node.args), (args, scope) => known.call(null, args, scope));
  }

  #listFunction(
    node: Syntax & { kind: 'call' },
    callee: Syntax & { kind: 'member' },
    name: 'map' | 'filter' | 'reduce',
  ): Expression {
    const isReduce = name === 'reduce';
    this.#checkArguments(node, { least: 1, most: isReduce ? 2 : 1 }, usageHint(name, 'method'));
    const [body, start] = node.args;
    const list = this.take(callee.object);
    const first = start === undefined ? literal(null) : this.take(start);
    this.#frames.push(isReduce ? ['value', 'index', 'acc'] : ['value', 'index']);
    const each = body === undefined ? literal(null) : this.take(body);
    this.#frames.pop();
    return overList(name, list, each, first);
  }

  #name(node: Syntax & { kind: 'name' }): Expression {
    const { name } = node;
    const local = this.#local(name);
    if (local !== null) return local;
    if (name === 'file') return short(({ file }) => new BaseFileValue(file));
    if (name === 'this') return this.#this(({ self }) => (self === null ? null : new BaseFileValue(self)));
    return property(name, this.#context);
  }

  #this(run: (scope: Scope) => BaseValue): Expression {
    this.#context.onThis?.();
    return short(run);
  }

  #local(name: string): Expression | null {
    const depth = [...this.#frames].reverse().findIndex((names) => names.some((own) => own === name));
    if (depth < 0) return null;
    const field = name === 'values' ? 'value' : (name as 'value' | 'index' | 'acc');
    return short(({ frame }) => {
      let found: Frame | null = frame;
      for (let up = 0; up < depth; up++) found = found?.up ?? null;
      return found?.[field] ?? null;
    });
  }

  #index(node: Syntax & { kind: 'index' }): Expression {
    const { object, index } = node;
    if (index.kind === 'literal' && typeof index.value === 'string') return this.#member(node, object, index.value);
    return ofTwo(this.take(object), this.take(index), (value, at, scope) => itemAt(value, at, scope));
  }

  #member(node: Syntax, object: Syntax, name: string): Expression {
    if (object.kind === 'name' && this.#local(object.name) === null) {
      switch (object.name) {
        case 'note':
        case 'frontmatter':
          return property(name, this.#context);
        case 'formula':
          return this.#formula(node, name);
        case 'file':
          return this.#fileField(node, name);
        case 'this':
          return this.#this((scope) => thisMember(name, scope));
      }
    }
    const length = name === 'length' ? this.#fileListLength(object) : null;
    return length ?? ofOne(this.take(object), (value, scope) => fieldOf(value, name, scope));
  }

  /** `file.links.length` and similar; null for any other list. */
  #fileListLength(list: Syntax): Expression | null {
    if (list.kind !== 'member' || list.object.kind !== 'name' || list.object.name !== 'file') return null;
    const count = this.#local('file') === null ? FILE_LIST_LENGTHS.get(list.name) : undefined;
    return count === undefined ? null : short((scope) => count(scope.file, scope));
  }

  #fileField(node: Syntax, name: string): Expression {
    const field = FILE_FIELDS.get(name);
    if (field !== undefined) return short((scope) => field(scope.file, scope));
    const hint =
      arityOf(name) === null ? near(name, [...FILE_FIELDS.keys()], '') : `It is a method: write file.${name}(…).`;
    throw this.#refuse('A file has no such property', node, hint);
  }

  #formula(node: Syntax, name: string): Expression {
    const found = this.#context.formula?.(name) ?? null;
    if (found !== null) return found;
    const meant = nearest(name, this.#context.formulaNames?.() ?? []);
    const hint = meant === null ? 'Define it under "formulas:".' : `Did you mean formula.${meant}?`;
    throw this.#refuse('The base has no such formula', node, hint);
  }

  #checkArguments(
    node: Syntax & { kind: 'call' },
    { least, most }: { least: number; most: number },
    usage: string,
  ): void {
    const { length } = node.args;
    if (length >= least && length <= most) return;
    const wanted =
      least === most
        ? String(least)
        : most >= 100
          ? `at least ${String(least)}`
          : `${String(least)} or ${String(most)}`;
    throw this.#refuse(`A wrong number of arguments (${String(length)}, not ${wanted})`, node, usage);
  }

  #refuse(problem: string, node: Syntax, hint?: string): Error {
    return unsupported(problem, this.#fragment(node), this.#context.place, { hint, offset: node.start });
  }

  #fragment(node: Syntax): string {
    return this.#text.slice(node.start, node.end);
  }
}

const NO_ARGUMENTS: readonly BaseValue[] = [];

/** A property of the note. */
export function property(name: string, { onProperty }: Pick<ExpressionContext, 'onProperty'>): Expression {
  onProperty?.(name);
  return short(({ file }) => propertyOf(file, name));
}

/** `this.file`, or this property of the note that `this` is. */
function thisMember(name: string, scope: Scope): BaseValue {
  if (scope.self === null) return null;
  const self = new BaseFileValue(scope.self);
  if (name === 'file') return self;
  if (rawProperty(scope.self, name) !== undefined) return propertyOf(scope.self, name);
  return fieldOf(self, name === 'note' ? 'properties' : name, scope);
}
