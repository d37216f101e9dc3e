import type { App } from 'obsidian';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import type { DqlResult } from '../../../shared/protocol/schemas/live.ts';
import { isRecord } from '../../../shared/kit/json/is-record.ts';
import type { Slicer } from '../../../shared/kit/concurrency/slices.ts';
import { linkpathIn } from '../../../shared/bases/values/read-value.ts';
import { toNfc } from '../../../shared/vault/paths.ts';
import type { Hiding } from '../../../shared/vault/rules/rule-files.ts';
import { fieldOf, wordsOf } from './flatten-value.ts';
import { askGuarded, guardable, type QueryApi } from './guard/guarded-api.ts';
import { normalizeResult } from './normalize-result.ts';

export interface DqlRequest {
  query: string;
  /** Vault-relative file the query runs from. */
  source?: string;
}

/**
 * Runs a query through the query plugin (Dataview), whose API is looked up for each call. While that plugin is still
 * indexing, the result is partial. The query loads only visible files of the vault, sees nothing of hidden notes, and
 * is refused if a pattern would hold up the app.
 *
 * @throws VaultLoomError `dql_not_installed` (the message says `not_installed`, `not_enabled` or `api_not_ready`),
 * `dql_error` with the plugin's own words or why it was refused, `path_not_allowed`, `path_outside_vault`, `too_large`,
 * `internal` if it is not known what is hidden
 */
export async function runDql(
  app: App,
  { query, source }: DqlRequest,
  { slicer, hiding }: { slicer: Slicer; hiding: Hiding },
): Promise<DqlResult> {
  const api = findQueryApi(app);
  const isHidden = await hiding();
  const file = source === undefined ? undefined : originOf(app, source);
  // From a hidden note a query would see that note's fields as `this`.
  const origin = file === undefined || isHidden(toNfc(file)) ? undefined : file;
  const answer = await answered(async () => {
    const guarded = await guardable(api);
    if (guarded !== null)
      return askGuarded(
        guarded,
        { query, source: origin },
        { vault: app.vault, metadataCache: app.metadataCache, isHidden },
        slicer,
      );
    requireHarmless(
      query,
      app.vault.getFiles().some(({ path }) => isHidden(toNfc(path))),
    );
    return api.query(query, origin);
  });
  if (fieldOf(answer, 'successful') !== true) {
    const error = fieldOf(answer, 'error') ?? 'The query plugin (Dataview) gave no answer.';
    throw new VaultLoomError('dql_error', reasonOf(error));
  }
  return slicer.run(normalizeResult(fieldOf(answer, 'value'), isHidden));
}

const QUERY_PLUGIN = 'dataview';
/** What could load a file, search by a pattern, or call a function by a computed name. */
const NEEDS_GUARD = /csv|regex|split|containsword|display|[)\]"]\s*\(|\bconstructor\b|\[\s*"/i;
const INSTALL_HINT =
  'Ask the person to open Settings, Community plugins, Browse, search for "Dataview", install and enable it. Every tool but dql_query works without it.';

async function answered(ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof VaultLoomError) throw error;
    return { successful: false, error };
  }
}

/** For an unknown kind of API, which cannot be guarded. */
function requireHarmless(query: string, hasHidden: boolean): void {
  if (!hasHidden && !NEEDS_GUARD.test(query)) return;
  const why = hasHidden ? 'this vault has hidden notes' : 'this query may load files or search by patterns';
  throw new VaultLoomError(
    'dql_error',
    `This version of the query plugin (Dataview) cannot be kept from what it must not do, and ${why}: the query was not run.`,
    {
      hint: 'Use a released version of Dataview from 0.5.64 on, or upgrade the Vault Loom plugin.',
    },
  );
}

/**
 * The vault's file that a path (with or without `.md`), a name or a link means, in its own spelling; otherwise the
 * input.
 */
function originOf({ vault, metadataCache }: App, source: string): string {
  const path = linkpathIn(source).replace(/^\/+/, '');
  const found = [source, path, `${path}.md`].find((candidate) => vault.getFileByPath(candidate) !== null);
  return found ?? metadataCache.getFirstLinkpathDest(path, '')?.path ?? source;
}

/** Looks in the app's list of plugins, which its published types lack. */
function findQueryApi(app: App): QueryApi {
  const community = fieldOf(app, 'plugins');
  const plugin = fieldOf(fieldOf(community, 'plugins'), QUERY_PLUGIN);
  const api = fieldOf(plugin, 'api');
  if (isQueryApi(api)) return api;

  const manifests = fieldOf(community, 'manifests');
  const enabled = fieldOf(community, 'enabledPlugins');
  // The list of enabled plugins may name plugins that are gone, after a removal or a sync.
  const isInstalled = isRecord(manifests) ? Object.hasOwn(manifests, QUERY_PLUGIN) : undefined;
  const isListed = enabled instanceof Set && enabled.has(QUERY_PLUGIN);
  if (plugin !== null || (isListed && isInstalled !== false)) {
    throw notInstalled(
      'api_not_ready',
      'The query plugin (Dataview) is enabled, but its API is not ready yet.',
      'Call again in a few seconds; if that does not help, reload the notes app.',
    );
  }
  if (isInstalled === true) {
    throw notInstalled(
      'not_enabled',
      'The query plugin (Dataview) is installed in this vault, but not enabled.',
      'Ask the person to enable Dataview under Settings, Community plugins.',
    );
  }
  throw notInstalled('not_installed', 'The query plugin (Dataview) is not installed in this vault.', INSTALL_HINT);
}

function isQueryApi(api: unknown): api is QueryApi {
  return typeof fieldOf(api, 'query') === 'function';
}

function notInstalled(
  reason: 'not_installed' | 'not_enabled' | 'api_not_ready',
  message: string,
  hint: string,
): VaultLoomError {
  return new VaultLoomError('dql_not_installed', `${reason}: ${message} ${hint}`, { hint, details: { reason } });
}

function reasonOf(error: unknown): string {
  const message = fieldOf(error, 'message');
  return typeof message === 'string' ? message : wordsOf(error);
}
