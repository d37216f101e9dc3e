import { ENGINE_PROTOCOL } from '../../shared/protocol/http.ts';
import { describeAbsence } from './contact/plugin-absence.ts';
import type { PluginState } from './contact/plugin-link.ts';

export interface HostChoice {
  host: 'plugin' | 'disk';
  /** Why, and which side to upgrade, if a person would want to know. */
  note?: string;
}

/** What this server is. */
export interface OwnSide {
  version: string;
  /** Set if this server's environment names an embedder that differs from the plugin's. */
  ownEmbedder?: string | undefined;
}

const OWN_INDEX = 'this server answers from its own index';

/** Which engine answers: the plugin's if it is compatible and knows the whole vault, otherwise the bridge's own. */
export function chooseHost(state: PluginState, { version, ownEmbedder }: OwnSide): HostChoice {
  if (state.kind === 'absent') {
    const isNews = !['no_config_dir', 'not_installed'].includes(state.absence.cause);
    return { host: 'disk', ...(isNews ? { note: describeAbsence(state.absence) } : {}) };
  }
  const { pluginVersion, capabilities, engine } = state.status;
  if (!isSameRelease(pluginVersion, version)) {
    return disk(
      `The plugin is ${pluginVersion} and this server ${version}, so ${OWN_INDEX}. ${upgrade(compareVersions(pluginVersion, version) < 0)}`,
    );
  }
  if (!capabilities.includes('engine'))
    return disk(`The plugin ${pluginVersion} does not share its engine, so ${OWN_INDEX}. ${upgrade(true)}`);
  if (engine.protocol !== ENGINE_PROTOCOL) {
    return disk(
      `The plugin speaks engine protocol ${engine.protocol} and this server ${ENGINE_PROTOCOL}, so ${OWN_INDEX}. ${upgrade(engine.protocol < ENGINE_PROTOCOL)}`,
    );
  }
  if (ownEmbedder !== undefined)
    return disk(`VAULT_LOOM_EMBEDDER (${ownEmbedder}) differs from the plugin's embedder, so ${OWN_INDEX}.`);
  if (engine.state === 'failed') return disk(`The plugin could not open its index, so ${OWN_INDEX}.`);
  if (engine.state === 'ready') return { host: 'plugin' };
  const progress = engine.progress === undefined ? '' : ` (${engine.progress.done} of ${engine.progress.total} notes)`;
  return disk(`The plugin is indexing${progress}; until it is ready ${OWN_INDEX}.`);
}

/** Whether the plugin's engine routes are compatible with this server, regardless of the state of its index. */
export function speaksOurProtocol(state: PluginState): boolean {
  return (
    state.kind === 'present' &&
    state.status.capabilities.includes('engine') &&
    state.status.engine.protocol === ENGINE_PROTOCOL
  );
}

/**
 * Whether a plugin of any version keeps the index, so that the bridge's own engine must not write to it. This includes
 * a plugin with another data folder, whose lock cannot be seen here.
 */
export function keepsIndex(state: PluginState | null): boolean {
  if (state?.kind === 'absent')
    return state.absence.cause === 'unproven' && ['other data folder', 'wrong proof'].includes(state.absence.why);
  return (
    state?.kind === 'present' && state.status.capabilities.includes('engine') && state.status.engine.state !== 'failed'
  );
}

/** Negative if `a` is older. An invalid version is older than any. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbers(a), numbers(b)];
  return [0, 1, 2].map((part) => (left[part] ?? -1) - (right[part] ?? -1)).find((difference) => difference !== 0) ?? 0;
}

/** Patch differences are fine (contract, 'Versions'). */
function isSameRelease(a: string, b: string): boolean {
  const [left, right] = [numbers(a), numbers(b)];
  return left.length === 3 && left[0] === right[0] && left[1] === right[1];
}

function numbers(version: string): number[] {
  const match = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version.trim());
  return match === null ? [] : match.slice(1, 4).map(Number);
}

function disk(note: string): HostChoice {
  return { host: 'disk', note };
}

function upgrade(pluginLags: boolean): string {
  return pluginLags ? 'Upgrade the plugin (`vault-loom install-plugin` does).' : 'Upgrade this server.';
}
