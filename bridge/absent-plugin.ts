import { INSTALL_INSTRUCTIONS, VaultLoomError } from '../shared/protocol/errors.ts';
import type { LiveApp } from '../shared/tools/live-app.ts';

/** The live app while no plugin can be reached: every call throws `plugin_unavailable` with the way to install it. */
export function absentPlugin(): LiveApp {
  return { activeNote: refuse, dql: refuse, base: refuse };
}

async function refuse(): Promise<never> {
  throw new VaultLoomError('plugin_unavailable', `The notes app is not reachable: it is closed, or its plugin is missing or off. ${INSTALL_INSTRUCTIONS}`, {
    hint: 'Ask the person to open the vault in the app with the plugin enabled. All other tools work without it.',
  });
}
