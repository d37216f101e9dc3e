import { VaultLoomError } from '../../../shared/protocol/errors.ts';

/** The first version of the app that has the Bases feature. */
export const LEAST_APP_VERSION = '1.10.0';

/**
 * Makes sure that the app has its Bases feature, and that the person has it on.
 *
 * @throws VaultLoomError `unsupported_obsidian_version`, `bases_not_enabled`
 */
export function requireBases(app: unknown, appVersion: string): void {
  if (!isAtLeast(appVersion, LEAST_APP_VERSION)) {
    throw new VaultLoomError(
      'unsupported_obsidian_version',
      `The notes app is version ${appVersion}; Bases need ${LEAST_APP_VERSION} or newer.`,
      {
        hint: 'Ask the person to update the notes app.',
        details: { appVersion, required: LEAST_APP_VERSION },
      },
    );
  }
  if (areBasesOn(app)) return;
  throw new VaultLoomError('bases_not_enabled', 'The core plugin Bases is turned off in this vault.', {
    hint: 'Ask the person to turn it on under Settings, Core plugins, Bases.',
  });
}

/** The app's own list of core plugins, which its published types do not name. */
interface CorePlugins {
  getEnabledPluginById?: unknown;
  plugins?: Record<string, { enabled?: unknown } | undefined>;
}

const BASES = 'bases';

/** If the app no longer says, Bases count as on: evaluation here does not depend on them. */
function areBasesOn(app: unknown): boolean {
  const core = (app as { internalPlugins?: CorePlugins }).internalPlugins;
  if (core === undefined || core === null) return true;
  const enabled = core.getEnabledPluginById;
  if (typeof enabled === 'function') return Boolean(enabled.call(core, BASES));
  const bases = core.plugins?.[BASES];
  return bases === undefined ? core.plugins === undefined : bases.enabled === true;
}

/** Compares the numbers of two versions; any suffix (`-beta`) is ignored. */
function isAtLeast(version: string, least: string): boolean {
  const [own, wanted] = [numbersOf(version), numbersOf(least)];
  for (const [at, number] of wanted.entries()) {
    const difference = (own[at] ?? 0) - number;
    if (difference !== 0) return difference > 0;
  }
  return true;
}

function numbersOf(version: string): number[] {
  return (/\d+(?:\.\d+)*/.exec(version)?.[0] ?? '0').split('.').map(Number);
}
