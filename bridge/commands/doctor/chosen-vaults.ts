import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { readConfig, type BridgeConfig } from '../../process/config.ts';
import { typedHere } from '../typed-command.ts';
import type { ClientHere } from './client-entries.ts';
import type { Finding } from './finding.ts';

/** More than these take too long to look at, and too long to read. */
const MOST = 5;
const WHAT = 'Vault';

export interface VaultSources {
  /** With limits on writing that can be understood. */
  env: NodeJS.ProcessEnv;
  /** As named on the command line, if it was. */
  named: string | undefined;
  /** The vaults that the notes app lists. */
  listed: readonly string[];
  clients: readonly ClientHere[];
}

export interface ChosenVaults {
  vaults: readonly BridgeConfig[];
  /** Why these, and what is wrong with the one that was named. */
  findings: readonly Finding[];
}

/** The vaults to check: the one that is named, else those that clients and the notes app name. */
export function chooseVaults(sources: VaultSources): ChosenVaults {
  const { env, named } = sources;
  const isNamed = (named ?? env['VAULT_PATH'] ?? '').trim() !== '';
  try {
    return { vaults: [readConfig(env, named)], findings: [] };
  } catch (error) {
    if (!(error instanceof VaultLoomError)) throw error;
    const found = foundVaults(sources);
    const vaults = found.slice(0, MOST);
    const rest = found.slice(MOST).map(({ vaultPath }) => vaultPath);
    const problem: Finding = { state: 'bad', what: WHAT, said: error.message, cure: cureOf(error, found, env) };
    const chosen: Finding = {
      state: 'ok',
      what: WHAT,
      said: 'none is named: those that clients or the app name are checked',
    };
    return {
      vaults,
      findings: [
        isNamed || vaults.length === 0 ? problem : chosen,
        ...(rest.length === 0
          ? []
          : [{ state: 'note', what: WHAT, said: `not checked: ${rest.join(', ')}`, cure: nameIt(env) } as const]),
      ],
    };
  }
}

function nameIt(env: NodeJS.ProcessEnv): string {
  return `name the vault (${typedHere(env, 'vault-loom', 'doctor', 'PATH')}, or --vault PATH), or set VAULT_PATH`;
}

/** Each vault once, those of clients first. What is not there is said where the client is looked at. */
function foundVaults({ env, listed, clients }: VaultSources): BridgeConfig[] {
  const named = clients.flatMap(({ entries }) => entries.flatMap(({ vault }) => (vault === null ? [] : [vault])));
  const byRealPath = new Map<string, BridgeConfig>();
  for (const vault of [...named, ...listed]) {
    const config = configOf(env, vault);
    if (config !== null && !byRealPath.has(config.realVaultPath)) byRealPath.set(config.realVaultPath, config);
  }
  return [...byRealPath.values()];
}

function configOf(env: NodeJS.ProcessEnv, vault: string): BridgeConfig | null {
  try {
    return readConfig(env, vault);
  } catch (error) {
    if (!(error instanceof VaultLoomError)) throw error;
    return null;
  }
}

function cureOf({ hint }: VaultLoomError, found: readonly BridgeConfig[], env: NodeJS.ProcessEnv): string {
  if (hint !== undefined) return hint;
  const known = found.map(({ vaultPath }) => vaultPath);
  return known.length === 0 ? nameIt(env) : `${nameIt(env)}; clients or the app name ${known.join(', ')}`;
}
