import { createHash } from 'node:crypto';
import { lstat, lutimes, open, readFile, readlink, rm, symlink, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { systemCode } from '../../kit/disk/disk-io.ts';
import { outwaitOthers } from '../../kit/disk/durable-file.ts';
import { removeClaimed } from '../../kit/disk/remove-claimed.ts';
import type { Pace } from '../../kit/disk/pace.ts';
import { foldPath } from '../../vault/paths.ts';
import type { ProcessIdentity } from '../../kit/disk/process-identity.ts';

/** The owner of a mark. */
export interface MarkHolder {
  /** Random, one per writer; 24 hexadecimal digits. */
  nonce: string;
  process: ProcessIdentity;
}

/** A mark as found; `holder` is absent if it is not ours. */
export interface FoundMark {
  text: string;
  /** Changes with each renewal. */
  renewed: string;
  holder?: MarkHolder;
}

/** Throws unless the open file has this name in the right place. */
export type VerifyFile = (name: string, file: FileHandle) => Promise<void>;

/** Names of marks, and of claims on stale ones. */
export const MARK_NAME = /^\.vault-loom-[0-9a-f]{24}\.lock(?:\.[0-9a-z.-]+)?$/;

/** The name of the mark for a file: the same for all spellings that some disk treats as equal. */
export function markName(name: string): string {
  return `.vault-loom-${createHash('sha256').update(foldPath(name)).digest('hex').slice(0, 24)}.lock`;
}

/**
 * Creates a mark; of several processes that try, one gets true, the others false. The mark is a dangling symlink whose
 * text names its owner: it appears complete and needs no space on a full disk. Without symlinks it is a file. Throws
 * the system's error if the folder is not writable.
 * @param verify for a folder known only by its path: checks that the open file is in it before writing; the mark is
 * then a file
 */
export async function placeMark(at: string, holder: MarkHolder, verify?: VerifyFile): Promise<boolean> {
  const text = encode(holder);
  try {
    if (verify === undefined && process.platform !== 'win32') {
      await symlink(text, at);
      return true;
    }
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    if (!NO_SYMLINKS.has(systemCode(error))) throw error;
  }
  return placeFile(at, text, verify);
}

/** The mark at a place, or null. */
export async function readMark(at: string): Promise<FoundMark | null> {
  try {
    const text = await readlink(at).catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT') throw error;
      return readFile(at, 'utf8');
    });
    const { mtimeNs } = await lstat(at, { bigint: true });
    const holder = decode(text);
    return { text, renewed: String(mtimeNs), ...(holder === null ? {} : { holder }) };
  } catch (error) {
    // Windows briefly refuses a file that is being deleted.
    if (['ENOENT', 'EPERM', 'EBUSY'].includes(systemCode(error))) return null;
    throw error;
  }
}

/** Shows that the holder is alive. */
export async function renewMark(at: string): Promise<void> {
  const now = new Date();
  await lutimes(at, now, now);
}

/** Removes our own mark. */
export async function removeMark(at: string, pace: Pace): Promise<void> {
  await outwaitOthers(() => pace.unlink(at)).catch((error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw error;
  });
}

/** Like {@link placeMark}, but as another name of a mark of the same holder, which is faster. Null if impossible. */
export async function placeFurther(at: string, seed: string, pace: Pace): Promise<boolean | null> {
  return pace.link(seed, at).then(
    () => true,
    (error: unknown) => (systemCode(error) === 'EEXIST' ? false : null),
  );
}

/**
 * Removes a stale mark that is still exactly as found. The remover first creates a claim named after the mark's nonce,
 * so of several processes only one acts, and never on the mark that replaced it. `attempt` names another claim, in case
 * the maker of the last one died. Returns `taken` if another process holds the claim.
 */
export async function removeStaleMark(
  at: string,
  found: FoundMark,
  attempt: number,
  remover: MarkHolder,
  verify?: VerifyFile,
): Promise<'removed' | 'changed' | 'taken'> {
  const claim = claimOn(at, found, attempt);
  if (!(await placeMark(claim, remover, verify))) return 'taken';
  return removeClaimed(at, claim, async () => {
    const now = await readMark(at);
    return now?.text === found.text && now.renewed === found.renewed;
  });
}

/** The path of the claim on a stale mark. */
export function claimOn(at: string, { text, holder }: FoundMark, attempt: number): string {
  return `${at}.${holder?.nonce ?? `unreadable-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`}.${attempt}`;
}

/** An identity as marks have it, with boot and process namespace in one short hash. */
export function inMark({ pid, bootId, pidNamespace, startTime }: ProcessIdentity): ProcessIdentity {
  if (bootId === undefined || pidNamespace === undefined || startTime === undefined) return { pid };
  return {
    pid,
    bootId: createHash('sha256').update(`${bootId}\n${pidNamespace}`).digest('hex').slice(0, 8),
    pidNamespace: '',
    startTime,
  };
}

const NO_SYMLINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL', 'UNKNOWN', 'EIO']);
const TEXT = /^vloom-([0-9a-f]{24})-(\d+)(?:-(\d+)-([0-9a-f]{8}))?$/;

/** Short, since file systems store a symlink's text without a block of its own only up to about 60 bytes. */
function encode({ nonce, process }: MarkHolder): string {
  const { pid, bootId, startTime } = inMark(process);
  return `vloom-${nonce}-${pid}${bootId === undefined ? '' : `-${startTime ?? ''}-${bootId}`}`;
}

function decode(text: string): MarkHolder | null {
  const [, nonce, pid, startTime, bootId] = TEXT.exec(text) ?? [];
  if (nonce === undefined || pid === undefined) return null;
  return {
    nonce,
    process: {
      pid: Number(pid),
      ...(startTime === undefined || bootId === undefined ? {} : { startTime, bootId, pidNamespace: '' }),
    },
  };
}

async function placeFile(at: string, text: string, verify: VerifyFile = () => Promise.resolve()): Promise<boolean> {
  try {
    const handle = await open(at, 'wx', 0o644);
    try {
      await verify(basename(at), handle);
      await handle.writeFile(text);
    } catch (error) {
      await rm(at, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    // Windows gives one of the latter for a mark that is being deleted.
    if (
      ['EEXIST', 'EBUSY'].includes(systemCode(error)) ||
      (process.platform === 'win32' && systemCode(error) === 'EPERM')
    )
      return false;
    throw error;
  }
}
