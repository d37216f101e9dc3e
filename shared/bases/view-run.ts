import type { BaseQueryOutput } from '../protocol/schemas/live.ts';
import type { Steps } from '../kit/concurrency/slices.ts';
import { localeOf } from '../kit/time/calendar.ts';
import type { BaseFile, BaseVault } from './base-source.ts';
import type { BaseView } from './document/base-view.ts';
import type { SortEntry } from './document/sort.ts';
import { problemOf } from './document/warnings.ts';
import { valueOf, type Expression } from './expression/expression.ts';
import { Meter, PAUSE_NEEDED, type Frame, type Scope } from './expression/scope.ts';
import { nameOf } from './functions/file-members.ts';
import { isTruthy, type BaseValue } from './values/base-value.ts';
import { sortKeyOf, type SortKey } from './values/compare-values.ts';
import { toRecord, type JsonBudget } from './values/value-text.ts';

export type ViewResult = Pick<BaseQueryOutput, 'rows' | 'total' | 'columns' | 'groups' | 'warnings'> & {
  summaries?: Record<string, { name: string; value: unknown }>;
};

/** A file that meets the filter, with what was computed for it. */
export interface Match {
  readonly file: BaseFile;
  /** Values of formulas, as in {@link Scope.cells}. */
  readonly cells: (BaseValue | undefined)[];
  /** Of the view's first sort entry; null if it has none. */
  firstKey: SortKey | null;
  /** Of its other sort entries, if the first leaves open whether the row is shown. */
  laterKeys: readonly SortKey[];
  nameKey: SortKey | null;
}

/** A few microseconds each, unless a note's frontmatter is huge. */
const FILES_PER_STEP = 8;

/** One run of a view: evaluates its expressions. */
export class ViewRun {
  readonly vault: BaseVault;
  readonly #view: BaseView;
  readonly #scope: RunScope;
  #values = 0;

  constructor(view: BaseView, vault: BaseVault, self: BaseFile | null, now: number, language: string) {
    this.#view = view;
    this.vault = vault;
    this.#scope = {
      vault,
      file: NO_FILE,
      self,
      now,
      locale: localeOf(language),
      meter: new Meter(),
      cells: [],
      warn: (place, problem) => view.warnings.addRow(place, problem),
      frame: null,
    };
    if (view.usesThis && self === null)
      view.warnings.add('this', 'There is no file that `this` could be: name one as `source`. It is null.');
  }

  *matches(): Steps<Match[]> {
    const matches: Match[] = [];
    for (const file of this.vault.files()) {
      if (this.isPauseDue()) yield;
      const match = matchOf(file);
      const scope = this.#scopeOf(match);
      const isMatch = this.#meetsNow(scope) ?? (yield* this.#meets(scope));
      if (isMatch === false) continue;
      if (isMatch !== true) {
        this.#view.warnings.addRow('filters', isMatch);
        continue;
      }
      matches.push(match);
    }
    return matches;
  }

  /** Gives matches the key of the view's first sort entry. */
  *addFirstKeys(matches: readonly Match[]): Steps<void> {
    const [first] = this.#view.sort;
    if (first === undefined) return;
    for (const match of matches) {
      if (this.isPauseDue()) yield;
      match.firstKey = this.#keyNow(first, match) ?? (yield* this.#key(first, match));
    }
  }

  /** Gives matches the keys of the view's other sort entries. */
  *addLaterKeys(matches: readonly Match[]): Steps<void> {
    const later = this.#view.sort.slice(1);
    if (later.length === 0) return;
    for (const match of matches) {
      if (this.isPauseDue()) yield;
      const keys: SortKey[] = [];
      for (const entry of later) keys.push(this.#keyNow(entry, match) ?? (yield* this.#key(entry, match)));
      match.laterKeys = keys;
    }
  }

  /** The value of an expression for a match; null and a warning if it fails. */
  *value(expression: Expression, match: Match, place: string, frame: Frame | null = null): Steps<BaseValue> {
    try {
      return yield* valueOf(expression, this.#scopeOf(match, frame));
    } catch (error) {
      this.#view.warnings.addRow(place, problemOf(error));
      return null;
    }
  }

  /** The same if it can be computed in one go, which saves most values a generator; otherwise undefined. */
  valueNow(expression: Expression, match: Match, place: string): BaseValue | undefined {
    if (expression.isLong) return undefined;
    try {
      return expression.run(this.#scopeOf(match));
    } catch (error) {
      if (error === PAUSE_NEEDED) return undefined;
      this.#view.warnings.addRow(place, problemOf(error));
      return null;
    }
  }

  /** The value of an expression that is about no file, with these names; null and a warning if it fails. */
  overall(expression: Expression, place: string, frame: Frame): Steps<BaseValue> {
    return this.value(expression, matchOf(NO_FILE), place, frame);
  }

  /** Asked between files: whether it is time for other work to have its turn. */
  isPauseDue(): boolean {
    return this.#scope.meter.isPauseDue() || ++this.#values % FILES_PER_STEP === 0;
  }

  *row(match: Match, budget: JsonBudget): Steps<ViewResult['rows'][number]> {
    const { file } = match;
    const values: [string, unknown][] = [];
    for (const { key, value } of this.#view.columns) {
      const now = this.valueNow(value, match, key);
      values.push([key, budget.json(now === undefined ? yield* this.value(value, match, key) : now)]);
    }
    return { file: { name: nameOf(file), path: file.path }, ...toRecord(values) };
  }

  *#key({ by, name }: SortEntry, match: Match): Steps<SortKey> {
    return sortKeyOf(yield* this.value(by, match, name));
  }

  /** The same if it can be decided in one go; otherwise undefined. */
  #keyNow({ by, name }: SortEntry, match: Match): SortKey | undefined {
    const value = this.valueNow(by, match, name);
    return value === undefined ? undefined : sortKeyOf(value);
  }

  /** Whether the file meets the filter, or why that cannot be told. */
  *#meets(scope: Scope): Steps<boolean | string> {
    const { filter } = this.#view;
    if (filter === null) return true;
    try {
      return isTruthy(yield* valueOf(filter, scope));
    } catch (error) {
      return problemOf(error);
    }
  }

  /** The same if it can be decided in one go; otherwise undefined. */
  #meetsNow(scope: Scope): boolean | string | undefined {
    const { filter } = this.#view;
    if (filter?.isLong === true) return undefined;
    try {
      return filter === null || isTruthy(filter.run(scope));
    } catch (error) {
      if (error === PAUSE_NEEDED) return undefined;
      return problemOf(error);
    }
  }

  /** One scope serves all files, since values are computed one after the other. */
  #scopeOf({ file, cells }: Match, frame: Frame | null = null): Scope {
    const scope = this.#scope;
    scope.meter.reset();
    scope.file = file;
    scope.cells = cells;
    scope.frame = frame;
    return scope;
  }
}

type RunScope = { -readonly [Name in keyof Scope]: Scope[Name] };

function matchOf(file: BaseFile): Match {
  return { file, cells: [], firstKey: null, laterKeys: NO_KEYS, nameKey: null };
}

const NO_KEYS: readonly SortKey[] = [];
const NO_FILE: BaseFile = { path: '', size: 0, ctime: 0, mtime: 0, tags: [], frontmatter: undefined, links: [] };
