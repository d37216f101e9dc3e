import type { App } from 'obsidian';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import type { DqlResult } from '../../../shared/protocol/schemas/live.ts';
import type { Slicer, Steps } from '../../../shared/protocol/slices.ts';
import { toNfc } from '../../../shared/vault/paths.ts';
import { hidingRules } from '../hiding-rules.ts';
import { fieldOf, wordsOf } from './flatten-value.ts';
import { normalizeResult } from './normalize-result.ts';

export interface DqlRequest {
  query: string;
  /** Vault-relative file the query runs from. */
  source?: string;
}

/**
 * Runs a query through the third-party query plugin, whose API is looked up anew each time. Its index may still be in the
 * making: the result is then partial, as the plugin's own views are.
 *
 * @throws VaultLoomError `dql_not_installed` (the message says `not_installed`, `not_enabled` or `api_not_ready`),
 * `dql_error` with the plugin's own words, `too_large`, `internal` where it cannot be told what is hidden
 */
export async function runDql(app: App, { query, source }: DqlRequest, slicer: Slicer): Promise<DqlResult> {
  const api = findQueryApi(app);
  const isHidden = await hidingRules(app.vault);
  const file = source === undefined ? undefined : originOf(app, source);
  // A hidden note is as one that is not there: its fields would be those of `this`.
  const origin = file === undefined || isHidden(toNfc(file)) ? undefined : file;
  const shown = await slicer.run(withoutHidden(api, isHidden));
  let answer = await ask(shown, query, origin);
  // Nothing can stand in for an API with private fields: of its answer only what names a hidden note is left out.
  if (shown !== api && PRIVATE_FIELDS.test(messageOf(answer?.error))) answer = await ask(api, query, origin);
  if (answer?.successful !== true) throw new VaultLoomError('dql_error', messageOf(answer?.error ?? 'The query plugin (Dataview) gave no answer.'));
  return slicer.run(normalizeResult(answer.value, isHidden));
}

interface QueryApi {
  query(query: string, source?: string): unknown;
}

interface Answer {
  successful?: unknown;
  value?: unknown;
  error?: unknown;
}

/** What is known of the app's plugins, none of which its published types name. */
interface CommunityPlugins {
  manifests?: Record<string, unknown>;
  enabledPlugins?: { has(id: string): boolean };
  plugins?: Record<string, { api?: unknown } | undefined>;
}

const QUERY_PLUGIN = 'dataview';
/** How the app's engine words that a method was called on an object that lacks its class's private fields. */
const PRIVATE_FIELDS = /private (?:member|field|method)|^Receiver must be/;
const INSTALL_HINT =
  'Ask the person to open Settings, Community plugins, Browse, search for "Dataview", install and enable it. Every tool but dql_query works without it.';

async function ask(api: QueryApi, query: string, source: string | undefined): Promise<Answer | null | undefined> {
  try {
    return (await api.query(query, source)) as Answer | null | undefined;
  } catch (error) {
    return { successful: false, error };
  }
}

/** The vault's file that is meant, as it spells it: by path, with or without `.md`, or as a link names it. Else what was said. */
function originOf({ vault, metadataCache }: App, source: string): string {
  const path = source.replace(/^\/+/, '');
  const found = [source, path, `${path}.md`].find((candidate) => vault.getFileByPath(candidate) !== null);
  return found ?? metadataCache.getFirstLinkpathDest(path, '')?.path ?? source;
}

/**
 * The API over an index without the hidden notes, so that no expression reads their fields; the plugin's own index stays as
 * it is. The API itself where nothing is hidden, or its index is not what is expected: then only the result can be filtered.
 */
function* withoutHidden(api: QueryApi, isHidden: (path: string) => boolean): Steps<QueryApi> {
  const index = fieldOf(api, 'index');
  const pages = fieldOf(index, 'pages');
  if (!(pages instanceof Map)) return api;
  const shown = new Map<unknown, unknown>();
  let hidden = 0;
  for (const [path, page] of pages as Map<unknown, unknown>) {
    if (typeof path === 'string' && isHidden(toNfc(path))) hidden += 1;
    else shown.set(path, page);
    yield;
  }
  if (hidden === 0) return api;
  const own = (value: unknown): PropertyDescriptor => ({ value, writable: true, enumerable: true, configurable: true });
  return Object.create(api, { index: own(Object.create(index as object, { pages: own(shown) })) }) as QueryApi;
}

function findQueryApi(app: App): QueryApi {
  const { plugins: community } = app as unknown as { plugins?: CommunityPlugins };
  const plugin = community?.plugins?.[QUERY_PLUGIN];
  const api = plugin?.api as Partial<QueryApi> | undefined;
  if (typeof api?.query === 'function') return api as QueryApi;

  // The list of enabled plugins keeps, and a synced folder brings, names of plugins that are not there.
  const isInstalled = community?.manifests === undefined ? undefined : Object.hasOwn(community.manifests, QUERY_PLUGIN);
  const isListed = community?.enabledPlugins?.has(QUERY_PLUGIN) === true;
  if (plugin !== undefined || (isListed && isInstalled !== false)) {
    throw notInstalled('api_not_ready', 'The query plugin (Dataview) is enabled, but its API is not ready yet.', 'Call again in a few seconds; if that does not help, reload the notes app.');
  }
  if (isInstalled === true) {
    throw notInstalled('not_enabled', 'The query plugin (Dataview) is installed in this vault, but not enabled.', 'Ask the person to enable Dataview under Settings, Community plugins.');
  }
  throw notInstalled('not_installed', 'The query plugin (Dataview) is not installed in this vault.', INSTALL_HINT);
}

function notInstalled(reason: 'not_installed' | 'not_enabled' | 'api_not_ready', message: string, hint: string): VaultLoomError {
  return new VaultLoomError('dql_not_installed', `${reason}: ${message} ${hint}`, { hint, details: { reason } });
}

function messageOf(error: unknown): string {
  const message = fieldOf(error, 'message');
  return typeof message === 'string' ? message : wordsOf(error);
}
