import type { CommandLine } from './surroundings.ts';

export const JSON_FLAG = ['--json', 'Print JSON alone'] as const;
export const VAULT_FLAG = ['--vault <path>', "The vault's folder"] as const;
export const VAULT_ARGUMENT = ['[vault]', "The vault's folder"] as const;

/**
 * This computer, as far as clients and the app's list of vaults are concerned. Throws `invalid_arguments` if it has no
 * home folder.
 */
export async function thisMachine({ env }: CommandLine) {
  const { systemOf } = await import('../../shared/clients/server-launch.ts');
  const { requireHome } = await import('../../shared/vault/data-folders.ts');
  return { system: systemOf(process.platform), home: requireHome(), env };
}
