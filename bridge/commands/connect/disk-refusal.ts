import { NO_SYSTEM_CODE, systemCode } from '../../../shared/kit/disk/disk-io.ts';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { isFull } from '../../../shared/writing/disk-errors.ts';

/**
 * A disk's refusal as an error for a person: `disk_full` or `path_not_allowed`. Returns other errors unchanged.
 * @param problem names the file or folder; without a full stop
 * @param hint the way out, if the disk is not full
 */
export function diskRefusal(error: unknown, problem: string, hint: string): unknown {
  const code = systemCode(error);
  if (error instanceof VaultLoomError || code === NO_SYSTEM_CODE) return error;
  return isFull(error)
    ? new VaultLoomError('disk_full', `${problem}: the disk is full (${code}).`, {
        hint: 'Free some space there, and try again.',
        cause: error,
      })
    : new VaultLoomError('path_not_allowed', `${problem} (${code}).`, { hint, cause: error });
}
