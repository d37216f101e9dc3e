import { isAbsence, NO_SYSTEM_CODE, systemCode } from '../kit/disk/disk-io.ts';
import { VaultLoomError } from '../protocol/errors.ts';

/**
 * Whether the system refused a read for now (too many open files, no permission, a scanner that holds the file), so
 * that the content may be as good as ever. False if it is damaged, or nothing is there: a symlink that leads to itself
 * never will lead to anything.
 */
export function isPassingFailure(error: unknown): boolean {
  const cause = error instanceof VaultLoomError ? error.cause : error;
  const code = systemCode(cause);
  return code !== NO_SYSTEM_CODE && !code.startsWith('ERR_') && !OTHER_THINGS.has(code) && !isAbsence(cause);
}

/** Something other than a file is in its place. */
const OTHER_THINGS: ReadonlySet<string> = new Set(['EISDIR', 'ELOOP']);
