import { isPattern } from '../../../../shared/kit/patterns/is-pattern.ts';
import { isRecord } from '../../../../shared/kit/json/is-record.ts';
import { escapePattern } from '../../../../shared/kit/text/escape-pattern.ts';
import { shorten } from '../../../../shared/kit/text/shorten.ts';
import { VaultLoomError } from '../../../../shared/protocol/errors.ts';
import { fieldOf, pathOf } from '../flatten-value.ts';
import { compilePattern, type Program } from '../../../../shared/kit/patterns/pattern-program.ts';
import { stepsOfSearch } from '../../../../shared/kit/patterns/pattern-steps.ts';

/** A function of the query plugin, as its evaluation calls it. The context is the query's. */
export type QueryFunction = (context: unknown, ...args: unknown[]) => unknown;
export type FunctionTable = Record<string, unknown>;

/**
 * Lets a pattern of a query run only if it will end soon on its text: a search cannot be interrupted, and freezes the
 * window.
 */
export class PatternGuard {
  readonly #programs = new Map<string, Program | null>();
  readonly #now: () => number;
  #spentMs = 0;
  #refusal: VaultLoomError | null = null;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** The first refusal. The query plugin silently drops rows in which a function throws. */
  get refusal(): VaultLoomError | null {
    return this.#refusal;
  }

  /**
   * Calls one of {@link PATTERN_FUNCTIONS} if its patterns are safe.
   *
   * @throws VaultLoomError `dql_error`
   */
  call(name: string, call: () => unknown, args: readonly unknown[]): unknown {
    if (this.#refusal !== null) throw this.#refusal;
    const began = this.#now();
    try {
      for (const search of PATTERN_FUNCTIONS[name]?.(args) ?? []) this.#check(name, search);
      return call();
    } finally {
      this.#spentMs += this.#now() - began;
      if (this.#spentMs > MOST_MS) this.#refusal ??= tooSlow(name);
    }
  }

  #check(name: string, { source, text, flags, all }: Search): void {
    const problem =
      source.length > MOST_PATTERN_LENGTH
        ? `is longer than ${String(MOST_PATTERN_LENGTH)} characters`
        : this.#problem(source, flags, text, all);
    if (problem === null) return;
    this.#refusal = new VaultLoomError('dql_error', `${name}: the pattern ${quoted(source)} ${problem}.`, {
      hint: 'Repeat nothing that is itself repeated ("(a+)+"), and use "[^x]*" instead of ".*". For plain text use contains(), startswith() or replace().',
      details: { function: name, pattern: shorten(source, LONGEST_QUOTE), textLength: text.length },
    });
    throw this.#refusal;
  }

  #problem(source: string, flags: string, text: string, all: boolean): string | null {
    const program = this.#programOf(source, flags);
    // An invalid pattern is left to the app's engine, which reports it.
    if (program === null) return isPattern(source) ? 'cannot be judged, so that it might hold up the app' : null;
    const { bound } = program;
    if (bound !== null && bound.ways * (text.length + 1) ** bound.degree <= MOST_STEPS_OF_BOUND) return null;
    if (stepsOfSearch(program, text, { all, most: MOST_STEPS }).steps <= MOST_STEPS) return null;
    return `would hold up the app for too long on a text of ${text.length.toLocaleString('en')} characters`;
  }

  #programOf(source: string, flags: string): Program | null {
    const key = `${flags} ${source}`;
    let program = this.#programs.get(key);
    if (program === undefined) {
      program = compiled(source, flags);
      if (this.#programs.size >= MOST_PROGRAMS) this.#programs.clear();
      this.#programs.set(key, program);
    }
    return program;
  }
}

/**
 * Guards the functions of the query plugin that search by patterns, for queries with these settings: all queries share
 * one table of functions.
 *
 * @returns takes the guard away again
 */
export function guardPatterns(table: FunctionTable, settings: object, guard: PatternGuard): () => void {
  const guarded = guardedTables.get(table) ?? guardTable(table);
  guarded.guards.set(settings, guard);
  return () => {
    guarded.guards.delete(settings);
    if (guarded.guards.size > 0) return;
    guardedTables.delete(table);
    for (const [name, { known, guarding }] of guarded.functions) if (table[name] === guarding) table[name] = known;
  };
}

/** Whether the table has the functions to guard. */
export function hasPatternFunctions(table: unknown): table is FunctionTable {
  return isRecord(table) && typeof table[PROBE_FUNCTION] === 'function';
}

/** Every version of the query plugin has it. */
export const PROBE_FUNCTION = 'regexmatch';

interface Search {
  source: string;
  flags: string;
  text: string;
  all: boolean;
}

interface GuardedTable {
  /** By the settings of the queries. */
  guards: Map<unknown, PatternGuard>;
  functions: Map<string, { known: QueryFunction; guarding: QueryFunction }>;
}

/** About what the app's engine does in 30 ms. */
const MOST_STEPS_OF_BOUND = 2e7;
/** About what can be counted in 50 ms; the engine does far more in that time. */
const MOST_STEPS = 1e6;
/** For all patterns of one query. */
const MOST_MS = 5_000;
const MOST_PATTERN_LENGTH = 2_000;
const MOST_PROGRAMS = 500;
const LONGEST_QUOTE = 200;

/** The searches that each function makes, by the query plugin's documentation and source. */
const PATTERN_FUNCTIONS: Readonly<Record<string, (args: readonly unknown[]) => Iterable<Search>>> = {
  regextest: ([pattern, text]) => searches(pattern, text, (source) => ({ source })),
  regexmatch: ([pattern, text]) =>
    searches(pattern, text, (source) => ({
      source: source.startsWith('^') || source.endsWith('$') ? source : `^${source}$`,
    })),
  regexreplace: ([text, pattern]) => searches(pattern, text, (source) => ({ source, all: true })),
  split: ([text, pattern]) => searches(pattern, text, (source) => ({ source, all: true })),
  containsword: ([text, word]) =>
    searches(word, text, (source) => ({
      source: `.*\\b${escapePattern(source)}\\b.*`,
      flags: 'i',
    })),
  // The slowest of the patterns with which it removes Markdown.
  display: ([value]) => searches('\\[\\[[^|]*?\\]\\]', asShown(value), (source) => ({ source, all: true })),
};

const guardedTables = new WeakMap<FunctionTable, GuardedTable>();

function guardTable(table: FunctionTable): GuardedTable {
  const guarded: GuardedTable = { guards: new Map(), functions: new Map() };
  for (const name of Object.keys(PATTERN_FUNCTIONS)) {
    const known = Object.hasOwn(table, name) ? table[name] : undefined;
    if (!isQueryFunction(known)) continue;
    const guarding: QueryFunction = (context, ...args) => {
      const guard = guarded.guards.get(fieldOf(context, 'settings'));
      return guard === undefined ? known(context, ...args) : guard.call(name, () => known(context, ...args), args);
    };
    guarded.functions.set(name, { known, guarding });
    table[name] = guarding;
  }
  guardedTables.set(table, guarded);
  return guarded;
}

function isQueryFunction(value: unknown): value is QueryFunction {
  return typeof value === 'function';
}

/** Walks lists as the query plugin does: item by item, two lists in step. */
function* searches(
  pattern: unknown,
  text: unknown,
  searchOf: (source: string) => Partial<Search> & Pick<Search, 'source'>,
): Generator<Search> {
  const patterns: unknown[] | null = Array.isArray(pattern) ? pattern : null;
  const texts: unknown[] | null = Array.isArray(text) ? text : null;
  if (patterns !== null || texts !== null) {
    const rounds = Math.min(patterns?.length ?? Infinity, texts?.length ?? Infinity);
    for (let i = 0; i < rounds; i++)
      yield* searches(patterns === null ? pattern : patterns[i], texts === null ? text : texts[i], searchOf);
  } else if (typeof pattern === 'string' && typeof text === 'string') {
    yield { flags: '', all: false, text, ...searchOf(pattern) };
  }
}

function asShown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asShown);
  const path = pathOf(value);
  const display = fieldOf(value, 'display');
  return path === null ? value : `[[${path}|${typeof display === 'string' ? display : ''}]]`;
}

function compiled(source: string, flags: string): Program | null {
  try {
    return compilePattern(source, flags);
  } catch {
    return null;
  }
}

function tooSlow(name: string): VaultLoomError {
  return new VaultLoomError(
    'dql_error',
    `${name}: the patterns of this query held up the app for more than ${String(MOST_MS / 1000)} s.`,
    {
      hint: 'Ask about fewer notes (FROM "folder", FROM #tag) or shorter texts.',
    },
  );
}

function quoted(text: string): string {
  return `"${shorten(text, LONGEST_QUOTE)}"`;
}
