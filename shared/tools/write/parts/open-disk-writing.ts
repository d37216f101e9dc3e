import { eventLoopYield } from '../../../kit/concurrency/slices.ts';
import { dataFolder, vaultDataFolder } from '../../../vault/data-folders.ts';
import { DiskVault } from '../../../vault/disk/disk-vault.ts';
import type { RuleFiles } from '../../../vault/rules/rule-files.ts';
import { openWriting, type WritingOptions } from './open-writing.ts';
import type { OpenedWriting } from './writing-parts.ts';

const SLICE_MS = 10;

/**
 * Opens the way to the disk of a vault, without an app. The caller closes `writer`. `rules` say what is hidden; every
 * write reads them again.
 * @throws VaultLoomError `vault_not_found`; `invalid_arguments` for a setting that cannot be understood
 */
export async function openDiskWriting(
  vaultPath: string,
  {
    env,
    rules,
    ...options
  }: Pick<WritingOptions, 'log' | 'now' | 'trash' | 'schedule'> & { env: NodeJS.ProcessEnv; rules?: RuleFiles },
): Promise<OpenedWriting> {
  const source = await DiskVault.open(vaultPath, rules);
  const { root } = source;
  const folder = vaultDataFolder(dataFolder(env), root);
  return openWriting({
    ...options,
    source,
    root,
    dataFolder: folder,
    env,
    readRules: () => source.reloadRules(),
    yieldToLoop: eventLoopYield(),
    sliceMs: SLICE_MS,
  });
}
