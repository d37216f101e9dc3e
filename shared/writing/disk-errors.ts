import { VaultLoomError } from '../protocol/errors.ts';
import { NO_SYSTEM_CODE, systemCode } from '../vault/disk-io.ts';
import { quoted } from './file-names.ts';

/**
 * What a client is told when the disk refuses, with the system's code in `details.system` and no path of the machine. Our
 * own errors pass through; so does what is none of the system's.
 *
 * @param subject what was being written, in words that follow "Writing"
 */
export function diskError(error: unknown, subject: string): unknown {
  const code = systemCode(error);
  if (error instanceof VaultLoomError || code === NO_SYSTEM_CODE) return error;
  const [problem, hint] = PROBLEMS[code] ?? ['was refused by the disk', 'Check the disk, and try again.'];
  return new VaultLoomError(REFUSED.has(code) ? 'read_only' : 'internal', `Writing ${subject} ${problem} (${code}). Nothing was changed.`, {
    hint,
    details: { system: code },
    cause: error,
  });
}

/** The subject of an error about one file. */
export function named(path: string): string {
  return quoted(path);
}

const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS']);

const FULL = ['failed: the disk is full', 'Free some space, and try again.'] as const;
const FORBIDDEN = ['is not permitted', 'Check the permissions of the file and its folder, and that no other program holds it.'] as const;
const PROBLEMS: Partial<Record<string, readonly [problem: string, hint: string]>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EFBIG: ['failed: the file would be larger than the system allows', 'Write less at once.'],
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  EROFS: ['is not possible: the disk is mounted read-only', 'Mount it for writing, and try again.'],
  EBUSY: ['failed: another program holds the file', 'Close the file there, and try again.'],
  ENAMETOOLONG: ['failed: the path is too long for this disk', 'Use shorter names or fewer folders.'],
};
