import { randomBytes } from 'node:crypto';
import { link, open, readdir, readFile, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { checksumText, crc32 } from '../bytes/checksum.ts';
import { systemCode } from './disk-io.ts';
import { writeFully } from './durable-file.ts';
import { removeClaimed } from './remove-claimed.ts';
import { isRecord } from '../json/is-record.ts';
import { parseJson } from '../json/parse-json.ts';
import type { ProcessIdentity } from './process-identity.ts';

/** What an owner writes into its lock file. */
export interface LockRecord {
  /** Random, new for each owner. */
  nonce: string;
  /** Grows while the owner is alive. */
  renewals: number;
  process: ProcessIdentity;
}

/** `record` is absent if the file is empty or not ours. */
export interface LockContent {
  text: string;
  record?: LockRecord;
}

/** A lock file of our own. The handle stays on the file we made, so a renewal can never reach another's lock. */
export interface OwnLockFile {
  readonly record: LockRecord;
  readonly handle: FileHandle;
}

/** Undefined if there is no lock file. */
export async function readLock(path: string): Promise<LockContent | undefined> {
  try {
    const text = await readFile(path, 'utf8');
    return { text, ...recordIn(text) };
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** 24 random hexadecimal digits. */
export function newNonce(): string {
  return randomBytes(12).toString('hex');
}

/** Creates the lock file; undefined if it exists. Of several processes that try, exactly one succeeds. */
export async function createLock(
  path: string,
  process: ProcessIdentity,
  nonce = newNonce(),
): Promise<OwnLockFile | undefined> {
  const record = { nonce, renewals: 0, process };
  const prepared = `${path}.${record.nonce}.new`;
  const handle = await createExclusively(prepared, record);
  if (handle === undefined) return undefined;
  try {
    // A link, so that nobody ever sees the lock without its record.
    await link(prepared, path);
    return { record, handle };
  } catch (error) {
    await handle.close();
    if (['EEXIST', 'ENOENT'].includes(systemCode(error))) return undefined;
    const written = await createExclusively(path, record);
    return written === undefined ? undefined : { record, handle: written };
  } finally {
    await rm(prepared, { force: true });
  }
}

export function isOwn(content: LockContent | undefined, own: OwnLockFile): boolean {
  return content?.text.includes(own.record.nonce) ?? false;
}

/** Only the owner may call this, after checking that the lock is still its own. */
export async function renewLock(own: OwnLockFile): Promise<void> {
  own.record.renewals++;
  await writeFully(own.handle, encode(own.record), 0);
}

/**
 * Removes a lock file that still has exactly the content `found`: our own, or a stale one. The remover first creates a
 * claim file named after the lock's nonce, so of several processes only one acts, and never on the lock that replaced
 * it. `attempt` names another claim, in case the maker of the last one died. Returns `taken` if another process holds
 * the claim.
 */
export async function removeLock(
  path: string,
  found: LockContent,
  attempt: number,
  process: ProcessIdentity,
): Promise<'removed' | 'changed' | 'taken'> {
  const claim = claimPath(path, found, attempt);
  const handle = await createExclusively(claim, { nonce: nonceOf(found), renewals: 0, process });
  if (handle === undefined) return 'taken';
  await handle.close();
  return removeClaimed(path, claim, async () => (await readLock(path))?.text === found.text);
}

/** The process whose claim blocks {@link removeLock} at this `attempt`. */
export async function claimantOf(
  path: string,
  found: LockContent,
  attempt: number,
): Promise<ProcessIdentity | undefined> {
  return (await readLock(claimPath(path, found, attempt)))?.record?.process;
}

/** Removes what killed processes left next to the lock. Only its owner may; claims on its own lock stay. */
export async function removeLeftClaims(path: string, own: OwnLockFile): Promise<void> {
  const folder = dirname(path);
  const prefix = `${basename(path)}.`;
  const names = await readdir(folder);
  const left = names.filter((name) => name.startsWith(prefix) && !name.startsWith(`${prefix}${own.record.nonce}.`));
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
}

/** Longer than any record: all have one length, so a renewal overwrites the whole previous one. */
const RECORD_BYTES = 512;

async function createExclusively(path: string, record: LockRecord): Promise<FileHandle | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'wx');
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return undefined;
    throw error;
  }
  try {
    await writeFully(handle, encode(record), 0);
    return handle;
  } catch (error) {
    await handle.close();
    await rm(path, { force: true });
    throw error;
  }
}

function claimPath(path: string, found: LockContent, attempt: number): string {
  return `${path}.${nonceOf(found)}.${attempt}`;
}

/** A lock without a readable record was left by a process that died while creating it; it is named by its content. */
function nonceOf(found: LockContent): string {
  return found.record?.nonce ?? `unreadable-${checksumText(crc32(new TextEncoder().encode(found.text)))}`;
}

function encode(record: LockRecord): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(record).padEnd(RECORD_BYTES - 1)}\n`);
}

function recordIn(text: string): { record?: LockRecord } {
  const record = parseJson(text);
  return isLockRecord(record) ? { record } : {};
}

function isLockRecord(value: unknown): value is LockRecord {
  if (!isRecord(value) || typeof value.nonce !== 'string' || typeof value.renewals !== 'number') return false;
  return /^[0-9a-f]{24}$/.test(value.nonce) && isRecord(value.process) && Number.isInteger(value.process.pid);
}
