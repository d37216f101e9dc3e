import { VaultLoomError } from '../protocol/errors.ts';
import { systemCode } from '../kit/disk/disk-io.ts';

/**
 * Why the disk did not take the index, as `disk_full` or `internal`; a VaultLoomError is returned as it is.
 * Names the file at most, not its path, which is private.
 */
export function saveError(error: unknown, doing?: string): VaultLoomError {
  if (error instanceof VaultLoomError) return error;
  const code = systemCode(error);
  return new VaultLoomError(
    ['ENOSPC', 'EDQUOT'].includes(code) ? 'disk_full' : 'internal',
    `The index could not be saved: ${doing === undefined ? code : `${code} ${doing}`}.`,
    {
      hint: 'Free some disk space or make the index folder writable; until then the index is kept in memory.',
      cause: error,
    },
  );
}
