import { constants } from 'node:fs';
import { access, lstat, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { realPathOf, systemCode } from '../../../../shared/kit/disk/disk-io.ts';
import { syncFolder, writeDurably } from '../../../../shared/kit/disk/durable-file.ts';
import { VaultLoomError } from '../../../../shared/protocol/errors.ts';
import { diskRefusal } from '../disk-refusal.ts';
import { makeFolder } from '../../../../shared/kit/disk/make-folder.ts';

/** Ends the name of the copy of a configuration as it was before the last change. */
export const BACKUP_ENDING = '.vault-loom-backup';

const MB = 1024 * 1024;
/** Some clients keep their history there, too; what is larger would keep this program busy for minutes. */
const MOST_BYTES = 16 * MB;

/**
 * The bytes of a client's configuration, whatever they are.
 * @throws VaultLoomError `path_not_allowed` if it is not a file, `too_large`; the system's error if it cannot be read
 */
export async function readConfigBytes(file: string): Promise<Uint8Array> {
  await refuseOdd(file);
  return readFile(file);
}

/**
 * Reads a client's configuration, a byte order mark included; null if it is not there.
 * @throws VaultLoomError `invalid_arguments` if it is not UTF-8 or a link to nothing, `path_not_allowed` if it cannot
 *   be read, `too_large`
 */
export async function readConfigFile(file: string): Promise<string | null> {
  const bytes = await readConfigBytes(file).catch(async (error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw refused(file, error);
    if (
      await lstat(file).then(
        () => true,
        () => false,
      )
    )
      throw new VaultLoomError('invalid_arguments', `${file} is a link to a file that is not there.`);
    return null;
  });
  try {
    return bytes === null ? null : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new VaultLoomError('invalid_arguments', `${file} was left as it is: it is not UTF-8.`, { cause: error });
  }
}

/**
 * Replaces a configuration whole or not at all, and leaves a copy of the old one next to it. Permissions stay, and a
 * link stays a link. Resolves with the copy's path; null if there was no file.
 * @param before what the file must still hold; null if it must not be there
 * @throws VaultLoomError `file_changed` if it holds something else by now; `path_not_allowed` or `disk_full` if it
 *   cannot be written
 */
export async function replaceConfigFile(file: string, before: string | null, after: string): Promise<string | null> {
  try {
    await makeFolder(dirname(file));
    const real = before === null ? file : await realPathOf(file);
    const mode = before === null ? null : (await stat(real)).mode & 0o7777;
    if (before !== null) await access(real, constants.W_OK);
    const write = (folder: string, name: string, text: string, mayReplace?: () => Promise<boolean>): Promise<boolean> =>
      writeDurably(
        folder,
        name,
        async (handle) => {
          // First, so that nobody reads what only its owner may.
          if (mode !== null) await handle.chmod(mode);
          await handle.writeFile(text);
        },
        mayReplace,
      );
    const backup = before === null ? null : `${file}${BACKUP_ENDING}`;
    if (backup !== null && before !== null) await write(dirname(backup), basename(backup), before);
    const isAsBefore = async (): Promise<boolean> => (await readConfigFile(file)) === before;
    if (!(await write(dirname(real), basename(real), after, isAsBefore)))
      throw new VaultLoomError('file_changed', `${file} was changed by another program meanwhile. Try again.`);
    await syncFolder(join(real, '..'));
    return backup;
  } catch (error) {
    throw error instanceof VaultLoomError ? error : refused(file, error);
  }
}

/** A folder has no text, and reading a pipe would wait for somebody who writes. */
async function refuseOdd(file: string): Promise<void> {
  const stats = await stat(file).catch(() => null);
  if (stats?.isFile() === true && stats.size > MOST_BYTES)
    throw new VaultLoomError(
      'too_large',
      `${file} was left as it is: it has ${Math.ceil(stats.size / MB)} MB, and a configuration at most ${MOST_BYTES / MB} MB.`,
      { hint: 'See what makes it so large, or add the entry by hand (connect --print).' },
    );
  if (stats === null || stats.isFile()) return;
  const what = stats.isDirectory() ? 'a folder' : 'a pipe or a device';
  throw new VaultLoomError('path_not_allowed', `${file} is ${what}, not a file.`, {
    hint: 'Move it away, or see the entry with connect --print.',
  });
}

function refused(file: string, error: unknown): unknown {
  const hint = 'Make the file and its folder readable and writable for you, or edit it by hand (connect --print).';
  return diskRefusal(error, `${file} cannot be read or written`, hint);
}
