import { constants } from 'node:fs';
import { realPathOf } from '../../../shared/kit/disk/disk-io.ts';
import type { BridgeConfig } from '../../process/config.ts';
import { can } from './access.ts';
import type { Finding } from './finding.ts';

export async function checkReadable({ vaultPath }: BridgeConfig): Promise<Finding> {
  const isReadable = await can(vaultPath, constants.R_OK | constants.X_OK);
  return {
    state: isReadable ? 'ok' : 'bad',
    what: 'Vault',
    said: `${vaultPath}${isReadable ? '' : ' cannot be read'}`,
    ...(isReadable
      ? {}
      : { cure: 'let your account read the folder (chmod u+rx, or the privacy settings of the system)' }),
  };
}

/**
 * Whether the notes app knows the vault; nothing if it knows none, as where it is not installed.
 * @param known the vaults of the app; absolute
 */
export async function checkAppVaults(vaultRealPath: string, known: readonly string[]): Promise<Finding[]> {
  if (known.length === 0) return [];
  const real = await Promise.all(known.map((vault) => realPathOf(vault).catch(() => vault)));
  const isKnown = real.includes(vaultRealPath);
  const others = known.filter((_vault, i) => real[i] !== vaultRealPath);
  const listed = others.length === 0 ? 'no others' : others.join(', ');
  return [
    isKnown
      ? { state: 'ok', what: 'Vaults', said: `the app lists this one, and ${listed}` }
      : {
          state: 'note',
          what: 'Vaults',
          said: `the app does not list this one, but ${listed}`,
          cure: 'open this folder as a vault in the app, or name the vault that you mean',
        },
  ];
}

export function checkConfigDir(configDir: string | null): Finding {
  return configDir === null
    ? {
        state: 'note',
        what: 'App',
        said: 'the notes app has not opened this folder yet (no configuration folder)',
        cure: 'open it as a vault in the app if you use the app; the server works without',
      }
    : { state: 'ok', what: 'App', said: `configuration in ${configDir}` };
}
