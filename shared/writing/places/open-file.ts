import { constants } from 'node:fs';
import { VaultLoomError } from '../../protocol/errors.ts';
import { isAbsence, systemCode } from '../../kit/disk/disk-io.ts';
import type { PacedFile } from '../../kit/disk/pace.ts';
import { quoted } from './name-rules.ts';
import type { VaultFilePlace } from './vault-places.ts';

/**
 * Opens a found file without following a symlink, and checks that it is the same file, inside the vault.
 * @throws VaultLoomError `path_outside_vault`, or `file_changed` if another file is there now; the system's error
 */
export async function openFile(
  found: VaultFilePlace,
  access: 'read' | 'write' | 'append',
  input: string,
): Promise<PacedFile> {
  const flags =
    (access === 'read' ? constants.O_RDONLY : constants.O_RDWR) |
    (access === 'append' ? constants.O_APPEND : 0) |
    (constants.O_NOFOLLOW ?? 0) |
    (constants.O_NONBLOCK ?? 0);
  const handle = await found.folder.pace.open(found.folder.at(found.name), flags).catch((error: unknown) => {
    if (systemCode(error) === 'ELOOP' || isAbsence(error)) throw replaced(input);
    throw error;
  });
  try {
    const stats = await handle.stat();
    if (!stats.isFile() || stats.ino !== found.stats.ino || stats.dev !== found.stats.dev) throw replaced(input);
    await found.folder.verifyFile(found.name, handle);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function replaced(input: string): VaultLoomError {
  return new VaultLoomError('file_changed', `The file ${quoted(input)} was replaced while it was being opened.`, {
    hint: 'Read the note again and repeat the change.',
    details: { path: input },
  });
}
