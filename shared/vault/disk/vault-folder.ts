import { opendir, stat as statFollowing } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { VaultLoomError } from '../../protocol/errors.ts';
import { isAbsence, realPathOf, systemCode } from '../../kit/disk/disk-io.ts';

/**
 * The vault's folder: `~` and relative paths are expanded, and it may be a symlink. `root` is the real path.
 *
 * @throws VaultLoomError `vault_not_found` if there is no such folder; the message names the path as given
 */
export async function findVaultFolder(given: string): Promise<{ absolute: string; root: string }> {
  const absolute = resolve(expandHome(given));
  return { absolute, root: await realFolder(absolute, given) };
}

function expandHome(path: string): string {
  return /^~(?=$|[/\\])/.test(path) ? join(homedir(), path.slice(1)) : path;
}

async function realFolder(absolute: string, given: string): Promise<string> {
  const refuse = (
    reason: string,
    cause?: unknown,
    hint = 'Set VAULT_PATH to the folder that holds your notes.',
  ): VaultLoomError => new VaultLoomError('vault_not_found', `The vault path "${given}" ${reason}.`, { hint, cause });
  if (given.trim() === '') throw refuse('is empty');
  const stats = await statFollowing(absolute).catch((error: unknown) => {
    throw refuse(isAbsence(error) ? 'does not exist' : `cannot be opened (${systemCode(error)})`, error);
  });
  if (!stats.isDirectory()) throw refuse('is not a folder');
  await opendir(absolute).then(
    (folder) => folder.close(),
    (error: unknown) => {
      throw refuse(`cannot be read (${systemCode(error)})`, error, 'Let this program read the folder, and ask again.');
    },
  );
  return realPathOf(absolute);
}
