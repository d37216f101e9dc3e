import type { Slicer } from '../../../../shared/kit/work/slices.ts';
import { fieldOf } from '../flatten-value.ts';
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

/** An API known to let us replace everything its evaluation reads and calls. */
export interface GuardableApi extends QueryApi {
  index: QueryIndex;
  settings: object;
  evaluationContext: { functions: FunctionTable };
}

/**
 * Has the query plugin answer a query over the vault as it may be shown, with its patterns guarded, while all other
 * queries, those of notes in the app among them, go on as they are.
 *
 * @throws what the query plugin throws, or the reason the query was refused: VaultLoomError `path_not_allowed`,
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
  // The query plugin reports its own errors after a refusal, or leaves out the rows that failed.
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
 * Whether an API can be guarded. It gets two harmless queries over a made-up index, and must read that index,
 * load through it, and call the functions of its own table with the settings it was given.
 */
export async function isGuardable(api: QueryApi): Promise<boolean> {
  let known = judged.get(api);
  if (known === undefined) {
    known = probe(api).catch(() => false);
    judged.set(api, known);
  }
  return known;
}

const judged = new WeakMap<QueryApi, Promise<boolean>>();
const PROBE_PAGE = 'Probe.md';
const PROBE_FILE = 'probe.csv';

async function probe(api: QueryApi): Promise<boolean> {
  if (!isShaped(api)) return false;
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
    return loading === signal && ['function', 'page', 'file'].every((sign) => seen.has(sign));
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

/** The API with another index, and with settings that identify its queries. */
function standIn(api: GuardableApi, index: object): { stand: QueryApi; settings: object } {
  const settings = Object.create(api.settings) as object;
  const own = (value: unknown): PropertyDescriptor => ({ value, writable: true, enumerable: true, configurable: true });
  return { stand: Object.create(api, { index: own(index), settings: own(settings) }) as QueryApi, settings };
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
