import { isRecord } from '../../../shared/kit/json/is-record.ts';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';

/** The first version of the app that has the Bases feature. */
const LEAST_APP_VERSION = '1.10.0';

/**
 * Checks that the app has Bases, and that they are turned on.
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

const BASES = 'bases';

/**
 * Asks the app's list of core plugins, which its published types lack. If the app no longer says, Bases count as on:
 * evaluation here does not depend on them.
 */
function areBasesOn(app: unknown): boolean {
  const core = isRecord(app) ? app['internalPlugins'] : undefined;
  if (!isRecord(core)) return true;
  const { getEnabledPluginById: enabled, plugins } = core;
  if (typeof enabled === 'function') return Boolean(enabled.call(core, BASES));
  const bases = isRecord(plugins) ? plugins[BASES] : undefined;
  return bases === undefined ? plugins === undefined : isRecord(bases) && bases['enabled'] === true;
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
