import { randomBytes } from 'node:crypto';
import { chmod, link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../kit/disk/disk-io.ts';
import { outwaitOthers, syncFolder } from '../kit/disk/durable-file.ts';
import type { Schedule } from '../kit/time/schedule.ts';
import { sleep } from '../kit/time/sleep.ts';
import { makeFolder } from '../kit/disk/make-folder.ts';

/** In the per-user data folder: a secret that only this person's programs know. */
export const SECRET_FILE = 'secret';

const SECRET_BYTES = 32;
const FORM = /^[0-9a-f]{64}\s*$/;
/** Windows has no such modes; there the profile's folder protects the file. */
const OWNER_ONLY = 0o600;
/** A file system without hard links shows the file before its content. If incomplete after this time, it stays so. */
const WHOLE_AFTER_MS = 5_000;
const POLL_MS = 20;

/** The secret, or null if missing or unusable. Changes nothing. */
export async function readSecret(dataFolder: string): Promise<string | null> {
  const text = await readFile(join(dataFolder, SECRET_FILE), 'latin1').catch(() => '');
  return FORM.test(text) ? text.trim() : null;
}

/**
 * The secret. The first caller creates it, and several processes that do so at once get the same one. Throws what the
 * system throws if the folder cannot be written.
 * @param dataFolder absolute path of the per-user data folder
 * @param schedule in the app: timers that a hidden window does not slow down
 */
export async function ensureSecret(dataFolder: string, schedule?: Schedule): Promise<string> {
  const file = join(dataFolder, SECRET_FILE);
  for (;;) {
    const known = await readSecret(dataFolder);
    if (known !== null) {
      await closeToOthers(file);
      return known;
    }
    await makeFolder(dataFolder);
    const age = await ageOf(file);
    if (age === null) await makeSecret(dataFolder, 'first');
    // The file system's clock is finer than ours, and may be another's; a time well ahead is of a clock set back.
    else if (Math.abs(age) > WHOLE_AFTER_MS) await makeSecret(dataFolder, 'instead');
    else await sleep(POLL_MS, { schedule });
  }
}

/** Creates the secret atomically, or replaces an unusable one. */
async function makeSecret(dataFolder: string, how: 'first' | 'instead'): Promise<void> {
  const file = join(dataFolder, SECRET_FILE);
  const temporary = join(dataFolder, `.vault-loom-${randomBytes(8).toString('hex')}.tmp`);
  const text = `${randomBytes(SECRET_BYTES).toString('hex')}\n`;
  try {
    await writeNew(temporary, text);
    if (how === 'instead') await outwaitOthers(() => rename(temporary, file));
    else await link(temporary, file);
    await syncFolder(dataFolder);
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return;
    if (how === 'instead' || !NO_HARD_LINKS.has(systemCode(error))) throw error;
    await writeNew(file, text).catch((refused: unknown) => {
      if (systemCode(refused) !== 'EEXIST') throw refused;
    });
  } finally {
    await rm(temporary, { force: true });
  }
}

const NO_HARD_LINKS: ReadonlySet<string> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EACCES',
  'EISDIR',
  'EINVAL',
  'UNKNOWN',
]);

/** Throws `EEXIST` if the file exists. */
async function writeNew(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', OWNER_ONLY);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function closeToOthers(file: string): Promise<void> {
  if (process.platform === 'win32') return;
  const stats = await stat(file).catch(() => null);
  // File systems without modes refuse.
  if (stats !== null && (stats.mode & 0o077) !== 0) await chmod(file, OWNER_ONLY).catch(() => undefined);
}

/** Null if the file does not exist. */
async function ageOf(file: string): Promise<number | null> {
  return stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    (error: unknown) => {
      if (systemCode(error) === 'ENOENT') return null;
      throw error;
    },
  );
}
