import { VaultLoomError, type ErrorCode } from '../protocol/errors.ts';
import { NO_SYSTEM_CODE, systemCode } from '../kit/disk/disk-io.ts';

/** Which disk failed: the vault's, or that of the data folder with journal and history. */
export type RefusingDisk = 'vault' | 'data folder';

/**
 * A disk's failure as an error for a client: the system's code in `details.system`, the disk in `details.disk`, and no
 * path of this machine. Returns other errors unchanged.
 * @param subject what was being written, to follow "Writing"
 */
export function diskError(error: unknown, subject: string, disk: RefusingDisk = 'vault'): unknown {
  const code = systemCode(error);
  if (error instanceof VaultLoomError || code === NO_SYSTEM_CODE) return error;
  if (disk === 'data folder' && code in UNUSABLE_DATA_FOLDER) return unusableDataFolder(error, code);
  const [problem, hint] = PROBLEMS[code] ?? ['was refused by the disk', 'Check the disk, and try again.'];
  const place = disk === 'vault' ? "the vault's disk" : "the disk of Vault Loom's data folder";
  return new VaultLoomError(
    codeOf(code),
    `Writing ${subject} ${problem.replace('DISK', place)} (${code}). Nothing was changed.`,
    {
      hint: hint.replace('DISK', place),
      details: { system: code, disk },
      cause: error,
    },
  );
}

/** Names the folder and not the file that was to be written: no write can do without it. */
function unusableDataFolder(cause: unknown, code: string): VaultLoomError {
  return new VaultLoomError(
    'read_only',
    `Nothing can be written: Vault Loom's data folder, which keeps what undo needs, ${UNUSABLE_DATA_FOLDER[code]} (${code}). Nothing was changed.`,
    {
      hint: 'Let this account write the data folder, or set VAULT_LOOM_DATA_DIR, for this server and for the notes app, to a folder that it can write; then start the server again. `vault-loom doctor` names the folder, if VAULT_LOOM_DATA_DIR is set for it as for this server.',
      details: { system: code, disk: 'data folder' satisfies RefusingDisk },
      cause,
    },
  );
}

/**
 * That the history's folder is there and the system does not let this process read it. Returns other errors unchanged.
 */
export function unreadableHistory(cause: unknown): unknown {
  const code = systemCode(cause);
  if (cause instanceof VaultLoomError || code === NO_SYSTEM_CODE) return cause;
  return new VaultLoomError('internal', `The history of changes cannot be read (${code}).`, {
    hint: "Let this account read Vault Loom's data folder, which `vault-loom doctor` names, if VAULT_LOOM_DATA_DIR is set for it as for this server.",
    details: { system: code, disk: 'data folder' satisfies RefusingDisk },
    cause,
  });
}

/** Whether a disk, or the person's quota on it, is full. */
export function isFull(error: unknown): boolean {
  return FULL_CODES.has(systemCode(error)) || (error instanceof VaultLoomError && error.code === 'disk_full');
}

function codeOf(system: string): ErrorCode {
  if (FULL_CODES.has(system)) return 'disk_full';
  if (IMPOSSIBLE_PLACE.has(system)) return 'path_not_allowed';
  if (GONE.has(system)) return 'file_changed';
  return REFUSED.has(system) ? 'read_only' : 'internal';
}

const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS']);
const IMPOSSIBLE_PLACE = new Set(['ENAMETOOLONG', 'EXDEV']);
/** What was there a moment ago, and is not any more. */
const GONE = new Set(['ENOENT', 'ENOTDIR']);

const UNUSABLE_DATA_FOLDER: Readonly<Record<string, string>> = {
  EACCES: 'cannot be written',
  EPERM: 'cannot be written',
  EROFS: 'is on a disk that is mounted read-only',
  ENOENT: 'cannot be made',
  ENOTDIR: 'cannot be made',
  EEXIST: 'cannot be made',
  ELOOP: 'cannot be made',
};

const FORBIDDEN = [
  'is not permitted',
  'Check the permissions of the file and its folder, and that no other program has it open.',
] as const;
const TOO_MANY_OPEN = [
  'failed: too many files are open',
  'Try again in a moment. If this keeps happening, start the server again.',
] as const;
const GONE_MEANWHILE = [
  'failed: a file or folder that it needs was removed meanwhile',
  'See what is there with list_notes, then repeat the call.',
] as const;
const PROBLEMS: Partial<Record<string, readonly [problem: string, hint: string]>> = {
  ENOSPC: ['failed: DISK is full', 'Free some space on DISK and try again.'],
  EDQUOT: ["failed: this user's quota on DISK is used up", 'Free some space on DISK, and try again.'],
  EFBIG: ['failed: DISK does not accept a file of that size', 'Write less at once, or raise the limit.'],
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  EROFS: ['is not possible: DISK is mounted read-only', 'Mount it for writing, and try again.'],
  EBUSY: ['failed: another program has the file open', 'Close the file there, and try again.'],
  EIO: ['failed: DISK reports a fault', 'Ask the person to check DISK; what is on it may be at risk.'],
  EMFILE: TOO_MANY_OPEN,
  ENFILE: TOO_MANY_OPEN,
  ENOENT: GONE_MEANWHILE,
  ENOTDIR: GONE_MEANWHILE,
  EXDEV: [
    'failed: a file cannot be moved to another disk, and the new place is on one',
    'Make it there with create_note and delete the old one, or ask the person to move it.',
  ],
  ENAMETOOLONG: ['failed: the path is too long for this disk', 'Use shorter names or fewer folders.'],
};
