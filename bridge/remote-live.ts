import type { z } from 'zod';
import type { Capability } from '../shared/protocol/discovery.ts';
import { VaultLoomError } from '../shared/protocol/errors.ts';
import { activeNoteOutput, baseQueryOutput, dqlResult } from '../shared/protocol/schemas/live.ts';
import type { LiveApp, LiveWait } from '../shared/tools/live-app.ts';
import type { PluginClient } from './plugin-client.ts';
import type { PluginLink } from './plugin-link.ts';

interface LiveRoute<Output extends z.ZodType> {
  capability: Capability;
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  output: Output;
}

/**
 * The running app, asked over HTTP. Whatever version the plugin has, it is asked for what its discovery file says that it
 * can do. Throws `plugin_unavailable` with the cause, `capability_missing`, `timeout`, and the plugin's own errors as
 * they are.
 */
export function createRemoteLive(link: PluginLink, client: PluginClient): LiveApp {
  const ask = async <Output extends z.ZodType>({ capability, ...route }: LiveRoute<Output>, { timeoutMs, signal }: LiveWait) => {
    const { capabilities, pluginVersion } = await link.discoveryForCall();
    if (!capabilities.includes(capability)) throw missingCapability(capability, pluginVersion);
    return client.request({ ...route, timeoutMs, signal });
  };
  return {
    activeNote: (wait) => ask({ capability: 'active', method: 'GET', path: '/active', output: activeNoteOutput }, wait),
    dql: (body, wait) => ask({ capability: 'dql', method: 'POST', path: '/dql', body, output: dqlResult }, wait),
    base: (body, wait) => ask({ capability: 'base', method: 'POST', path: '/base', body, output: baseQueryOutput }, wait),
  };
}

function missingCapability(capability: Capability, pluginVersion: string): VaultLoomError {
  return new VaultLoomError('capability_missing', `The installed Vault Loom plugin, version ${pluginVersion}, does not expose the route "${capability}". Upgrade the plugin.`, {
    hint: 'Ask the person to bring the plugin to the version of this server (`vault-loom install-plugin` does), and to reload the app.',
    details: { pluginVersion, capability },
  });
}
