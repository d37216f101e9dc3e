import type { Engine } from '../../shared/engine/engine.ts';
import { ENGINE_METHODS, ENGINE_ROUTES, routeOf, type EngineMethod } from '../../shared/engine/engine-routes.ts';
import { indexNotReady } from '../../shared/engine/readiness.ts';
import type { RefreshInput, RefreshResult } from '../../shared/protocol/engine-messages.ts';
import { VaultLoomError, type ErrorCode } from '../../shared/protocol/errors.ts';
import { MAX_BODY_BYTES, type PluginStatus } from '../../shared/protocol/http.ts';
import { PROBE_MS, type PluginClient } from './contact/plugin-client.ts';

/** Reindexing a large vault takes minutes; meanwhile probes tell whether the plugin is still there. */
const LONGEST_CALL_MS = 30 * 60_000;
/** `index_status` never waits, and a write does not wait long for open editors. */
const SHORTEST_CALLS: Partial<Record<EngineMethod, number>> = { status: 500, prepareWrite: 10_000, afterWrite: 10_000 };
const NEEDS_NO_INDEX: ReadonlySet<EngineMethod> = new Set<EngineMethod>([
  'status',
  'prepareWrite',
  'afterWrite',
  'whenReady',
]);
const WATCH_EVERY_MS = 1_000;
/** After this many unanswered probes in a row the plugin counts as gone. */
const MISSED_PROBES = 2;
/** Room for the braces around the paths. */
const MOST_PATH_BYTES = MAX_BODY_BYTES - 1_024;
const MOST_PATHS = 10_000;

/** Errors that another engine might not give to the same question. */
const NOT_THE_QUESTIONS_FAULT: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'plugin_unavailable',
  'internal',
  'index_not_ready',
  'timeout',
  'unauthorized',
  'forbidden_host',
  'forbidden_origin',
  'not_found',
  'not_json',
  'bad_request',
  'too_large',
]);

/** Errors of `prepare-write` that mean there is no editor to save. */
const NOTHING_TO_PREPARE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'plugin_unavailable',
  'not_found',
  'bad_request',
  'index_not_ready',
]);

/**
 * The plugin's engine, asked over HTTP. A call that gets no answer for a while is abandoned when the plugin no longer
 * answers `/status` either. Every method throws as the engine does, and `plugin_unavailable` if nobody answers.
 *
 * @param status asks who is there; throws if nobody is
 */
export function createRemoteEngine(
  client: PluginClient,
  status: () => Promise<PluginStatus> = async () => (await client.probe(PROBE_MS)).status,
): Engine {
  const calls = ENGINE_METHODS.map((method) => [
    method,
    (input: unknown, signal?: AbortSignal) => ask({ client, status }, method, input, signal),
  ]);
  const engine = Object.fromEntries(calls) as Engine;
  return {
    ...engine,
    refresh: (input) => refreshInParts(engine, input),
    prepareWrite: async ({ paths, writing, typed }) => {
      for (const [i, part] of partsOf(paths).entries())
        await engine.prepareWrite({
          paths: part,
          ...(writing === undefined ? {} : { writing }),
          ...(i === 0 && typed !== undefined ? { typed } : {}),
        });
      return { prepared: true };
    },
    afterWrite: async ({ paths, moved }) => {
      for (const [i, part] of partsOf(paths).entries())
        await engine.afterWrite({ paths: part, ...(i === 0 && moved !== undefined ? { moved } : {}) });
      return { settled: true };
    },
  };
}

/** Whether another engine might answer the same question. */
export function isHostsFault(error: unknown): boolean {
  return !(error instanceof VaultLoomError) || NOT_THE_QUESTIONS_FAULT.has(error.code);
}

/** Whether an answer to `prepareWrite` means that there are no editors to save. */
export function isNothingToPrepare(error: unknown): boolean {
  return error instanceof VaultLoomError && NOTHING_TO_PREPARE.has(error.code);
}

interface Asked {
  client: PluginClient;
  status: () => Promise<PluginStatus>;
}

async function ask(
  { client, status }: Asked,
  method: EngineMethod,
  input: unknown,
  signal?: AbortSignal,
): Promise<unknown> {
  const gone = new AbortController();
  const stopWatching = watch(status, NEEDS_NO_INDEX.has(method), gone);
  try {
    const timeoutMs = SHORTEST_CALLS[method] ?? LONGEST_CALL_MS;
    return await client.request({
      method: 'POST',
      path: `/engine/${routeOf(method)}`,
      body: input ?? {},
      output: ENGINE_ROUTES[method].output,
      timeoutMs,
      signal: signal === undefined ? gone.signal : AbortSignal.any([gone.signal, signal]),
    });
  } finally {
    stopWatching();
  }
}

/** Aborts `gone` when nobody answers any more, or the engine was reopened; returns a function that stops it. */
function watch(status: Asked['status'], needsNoIndex: boolean, gone: AbortController): () => void {
  let missed = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    try {
      const { engine } = await status();
      missed = 0;
      if (engine.state !== 'ready' && !needsNoIndex) gone.abort(indexNotReady(engine.progress));
    } catch (error) {
      if (++missed >= MISSED_PROBES) gone.abort(error);
    }
    if (!stopped) timer = setTimeout(() => void look(), WATCH_EVERY_MS);
  };
  timer = setTimeout(() => void look(), WATCH_EVERY_MS);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** A move of a note with thousands of links to it does not fit into one request. */
async function refreshInParts(engine: Engine, { paths, later = [] }: RefreshInput): Promise<RefreshResult> {
  const sum: RefreshResult = { refreshed: 0, stubsCreated: 0, stubsPruned: 0 };
  const parts: RefreshInput[] = [
    ...partsOf(paths).map((part) => ({ paths: part })),
    ...(later.length === 0 ? [] : partsOf(later).map((part) => ({ paths: [], later: part }))),
  ];
  for (const part of parts) {
    const { refreshed, stubsCreated, stubsPruned } = await engine.refresh(part);
    sum.refreshed += refreshed;
    sum.stubsCreated += stubsCreated;
    sum.stubsPruned += stubsPruned;
  }
  return sum;
}

function partsOf(paths: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  let bytes = 0;
  for (const path of paths) {
    const own = Buffer.byteLength(JSON.stringify(path)) + 1;
    const last = parts.at(-1) ?? [];
    if (last.length > 0 && (bytes + own > MOST_PATH_BYTES || last.length >= MOST_PATHS)) {
      parts.push([path]);
      bytes = own;
    } else {
      last.push(path);
      bytes += own;
    }
  }
  return parts;
}
