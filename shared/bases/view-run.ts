import type { BaseQueryOutput } from '../protocol/schemas/live.ts';
import type { Steps } from '../kit/concurrency/slices.ts';
import type { BaseFile, BaseVault } from './base-source.ts';
import type { BaseView } from './document/base-view.ts';
import { problemOf } from './document/warnings.ts';
import { valueOf, type Expression } from './expression/expression.ts';
import { Meter, type Scope } from './expression/scope.ts';
import { nameOf } from './functions/file-members.ts';
import { isTruthy, type BaseValue } from './values/base-value.ts';
import { sortKeyOf, type SortKey } from './values/compare-values.ts';
import { toRecord, type JsonBudget } from './values/value-text.ts';

export type ViewResult = Pick<BaseQueryOutput, 'rows' | 'total' | 'columns' | 'groups' | 'summaries' | 'warnings'>;

/** A file that meets the filter, with what was computed for it. */
export interface Match {
  readonly file: BaseFile;
  readonly scope: Scope;
  /** One per sort entry of the view. */
  keys: readonly SortKey[];
  nameKey: SortKey | null;
}

/** A few microseconds each, unless a note's frontmatter is huge. */
export const FILES_PER_STEP = 8;

/** One run of a view: evaluates its expressions. */
export class ViewRun {
  readonly vault: BaseVault;
  readonly #view: BaseView;
  readonly #self: BaseFile | null;
  readonly #now: number;
  readonly #meter = new Meter();

  constructor(view: BaseView, vault: BaseVault, self: BaseFile | null, now: number) {
    this.#view = view;
    this.vault = vault;
    this.#self = self;
    this.#now = now;
    if (view.usesThis && self === null)
      view.warnings.add('this', 'There is no file that `this` could be: name one as `source`. It is null.');
  }

  *matches(): Steps<Match[]> {
    const matches: Match[] = [];
    let seen = 0;
    for (const file of this.vault.files()) {
      if (++seen % FILES_PER_STEP === 0) yield;
      const scope = this.#scopeOf(file);
      const isMatch = yield* this.#meets(scope);
      if (isMatch === false || this.vault.isHidden(file.path)) continue;
      if (isMatch !== true) this.#view.warnings.addRow('filters', isMatch);
      else matches.push({ file, scope, keys: yield* this.#keysOf(scope), nameKey: null });
    }
    return matches;
  }

  /** The value of an expression for a match; null and a warning if it fails. */
  *value(expression: Expression, scope: Scope, place: string): Steps<BaseValue> {
    this.#meter.reset();
    try {
      return yield* valueOf(expression, scope);
    } catch (error) {
      this.#view.warnings.addRow(place, problemOf(error));
      return null;
    }
  }

  *row({ file, scope }: Match, budget: JsonBudget): Steps<ViewResult['rows'][number]> {
    const values: [string, unknown][] = [];
    for (const { key, value } of this.#view.columns)
      values.push([key, budget.json(yield* this.value(value, scope, key))]);
    return { file: { name: nameOf(file), path: file.path }, ...toRecord(values) };
  }

  /** A scope for what is evaluated over all rows. */
  overall(file: BaseFile): Scope {
    return this.#scopeOf(file);
  }

  /** Whether the file meets the filter, or why that cannot be told. */
  *#meets(scope: Scope): Steps<boolean | string> {
    const { filter } = this.#view;
    if (filter === null) return true;
    this.#meter.reset();
    try {
      return isTruthy(yield* valueOf(filter, scope));
    } catch (error) {
      return problemOf(error);
    }
  }

  *#keysOf(scope: Scope): Steps<SortKey[]> {
    const keys: SortKey[] = [];
    for (const { by, name } of this.#view.sort) keys.push(sortKeyOf(yield* this.value(by, scope, name)));
    return keys;
  }

  #scopeOf(file: BaseFile): Scope {
    return {
      vault: this.vault,
      file,
      self: this.#self,
      now: this.#now,
      meter: this.#meter,
      cells: [],
      warn: this.#warn,
      frame: null,
    };
  }

  readonly #warn = (place: string, problem: string): void => this.#view.warnings.addRow(place, problem);
}
