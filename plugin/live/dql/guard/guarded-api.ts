import type { Slicer } from '../../../../shared/kit/concurrency/slices.ts';
import { fieldOf } from '../flatten-value.ts';
import { derived } from './derived.ts';
import {
  guardPatterns,
  hasPatternFunctions,
  PatternGuard,
  PROBE_FUNCTION,
  type FunctionTable,
} from './pattern-guard.ts';
import { isQueryIndex, shownIndex, type QueryIndex, type Shown } from './shown-index.ts';

/** The part of the query plugin's API used here. */
export interface QueryApi {
  query(query: string, source?: string): unknown;
}

/** An API that lets us replace everything its evaluation reads and calls. */
export interface GuardableApi extends QueryApi {
  index: QueryIndex;
  settings: object;
  evaluationContext: { functions: FunctionTable };
}

/**
 * Has the query plugin answer a query over what may be shown of the vault, with its patterns guarded. Other queries,
 * such as those of open notes, are not affected.
 *
 * @throws what the query plugin throws, or why the query was refused: VaultLoomError `path_not_allowed`,
 * `path_outside_vault`, `dql_error`
 */
export async function askGuarded(
  api: GuardableApi,
  { query, source }: { query: string; source?: string | undefined },
  shown: Omit<Shown, 'onRefusal'>,
  slicer: Slicer,
): Promise<unknown> {
  const refusals: Error[] = [];
  const index = await slicer.run(shownIndex(api.index, { ...shown, onRefusal: (error) => void refusals.push(error) }));
  const guard = new PatternGuard();
  const { stand, settings } = standIn(api, index);
  const release = guardPatterns(api.evaluationContext.functions, settings, guard);
  // After a refusal the query plugin reports an error of its own, or leaves out the row.
  const refuse = (): void => {
    const refusal = refusals[0] ?? guard.refusal;
    if (refusal !== null) throw refusal;
  };
  try {
    const answer = await stand.query(query, source);
    refuse();
    return answer;
  } catch (error) {
    refuse();
    throw error;
  } finally {
    release();
  }
}

/**
 * The API if it can be guarded, else null. It is tried once, with two harmless queries over a made-up index: it must
 * read that index, load through it, and call the functions of its own table with the settings it was given.
 */
export async function guardable(api: QueryApi): Promise<GuardableApi | null> {
  let known = judged.get(api);
  if (known === undefined) {
    known = (isShaped(api) ? probe(api) : Promise.resolve(null)).catch(() => null);
    judged.set(api, known);
  }
  return known;
}

const judged = new WeakMap<QueryApi, Promise<GuardableApi | null>>();
const PROBE_PAGE = 'Probe.md';
const PROBE_FILE = 'probe.csv';

async function probe(api: GuardableApi): Promise<GuardableApi | null> {
  const [seen, signal] = [new Set<string>(), new Error('probe')];
  const index = probeIndex(seen, signal);
  const { stand, settings } = standIn(api, index);
  const guard = new (class extends PatternGuard {
    override call(_name: string, call: () => unknown, _args: readonly unknown[]): unknown {
      seen.add('function');
      return call();
    }
  })();
  const release = guardPatterns(api.evaluationContext.functions, settings, guard);
  try {
    await stand.query(`LIST ${PROBE_FUNCTION}("a", "a")`);
    const loading: unknown = await Promise.resolve(stand.query(`LIST FROM csv("${PROBE_FILE}")`)).catch(
      (error: unknown) => error,
    );
    return loading === signal && ['function', 'page', 'file'].every((sign) => seen.has(sign)) ? api : null;
  } finally {
    release();
  }
}

function isShaped(api: QueryApi): api is GuardableApi {
  const settings = fieldOf(api, 'settings');
  return (
    isQueryIndex(fieldOf(api, 'index')) &&
    typeof settings === 'object' &&
    settings !== null &&
    hasPatternFunctions(fieldOf(fieldOf(api, 'evaluationContext'), 'functions'))
  );
}

/** The API with another index, and with settings by which its queries are recognized. */
function standIn(api: GuardableApi, index: object): { stand: QueryApi; settings: object } {
  const settings = derived(api.settings, {});
  return { stand: derived(api, { index, settings }), settings };
}

function probeIndex(seen: Set<string>, signal: Error): object {
  const none = { get: () => new Set(), getInverse: () => new Set() };
  const page = {
    serialize: () => {
      seen.add('page');
      return { file: { path: PROBE_PAGE, lists: [], tasks: [] } };
    },
  };
  const load = (path: unknown): Promise<never> => {
    if (path === PROBE_FILE) seen.add('file');
    return Promise.reject(signal);
  };
  return {
    initialized: true,
    pages: new Map([[PROBE_PAGE, page]]),
    ...{ tags: none, etags: none, links: none },
    prefix: {
      get: () => new Set([PROBE_PAGE]),
      nodeExists: () => true,
      pathExists: () => true,
      resolveRelative: (path: string) => path,
    },
    csv: { get: load },
    starred: { starred: () => false },
    vault: { getMarkdownFiles: () => [], getFiles: () => [], getAbstractFileByPath: () => null },
    metadataCache: { getFirstLinkpathDest: () => null, resolvedLinks: {} },
  };
}
