import { rename, rm } from 'node:fs/promises';
import { systemCode } from './disk-io.ts';
import { outwaitOthers } from './durable-file.ts';

/**
 * Removes the file at `path`, unless it has changed, and then the claim on it. For the process that created the claim:
 * a file that only one of several can create, so that only one acts. Throws the system's error.
 */
export async function removeClaimed(
  path: string,
  claim: string,
  isUnchanged: () => Promise<boolean>,
): Promise<'removed' | 'changed'> {
  try {
    if (!(await isUnchanged())) return 'changed';
    // Windows keeps the name of a deleted file while another process has it open; a rename frees it immediately.
    const aside = `${claim}.removed`;
    await outwaitOthers(() => rename(path, aside));
    await rm(aside, { force: true });
    return 'removed';
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return 'changed';
    throw error;
  } finally {
    await rm(claim, { force: true });
  }
}
