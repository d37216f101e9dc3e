import { NO_SYSTEM_CODE, systemCode } from '../kit/disk/disk-io.ts';
import { VaultLoomError } from '../protocol/errors.ts';

/** What the system says if this process may not open a file, or another holds it. */
const REFUSED = new Set(['EACCES', 'EPERM', 'EBUSY']);

/**
 * Why a file of the vault cannot be read: `path_not_allowed` if the system does not permit it, with its code in
 * `details.system`, else `internal`. Other errors are returned unchanged.
 */
export function unreadable(path: string, error: unknown): unknown {
  const system = systemCode(error);
  if (error instanceof VaultLoomError || system === NO_SYSTEM_CODE) return error;
  return new VaultLoomError(
    REFUSED.has(system) ? 'path_not_allowed' : 'internal',
    `"${path}" cannot be read (${system}).`,
    {
      hint: "Check the file's permissions, and that no other program has it open.",
      details: { system },
      cause: error,
    },
  );
}
