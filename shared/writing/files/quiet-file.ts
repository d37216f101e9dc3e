import { isSameBytes } from '../../kit/bytes/common-bytes.ts';
import { sleep } from '../../kit/time/sleep.ts';

/** What a file holds, and when it was last written; null if it is gone. */
export type Look = () => Promise<{ bytes: Uint8Array; mtimeMs: number } | null>;

/**
 * Watches a file that another program is saving until it is quiet, for half a second at most. Returns the last look.
 */
export async function whenQuiet(look: Look): Promise<Awaited<ReturnType<Look>>> {
  const deadline = performance.now() + LONGEST_MS;
  let seen = await look();
  let since = performance.now();
  for (;;) {
    await sleep(POLL_MS);
    const now = await look();
    const at = performance.now();
    const isSame =
      now === null || seen === null ? now === seen : now.mtimeMs === seen.mtimeMs && isSameBytes(now.bytes, seen.bytes);
    if (!isSame) [seen, since] = [now, at];
    if (at - since >= (now === null || now.bytes.length === 0 ? EMPTY_MS : QUIET_MS) || at > deadline) return now;
  }
}

/** Reads a file, and again while it is empty and new: most programs save by truncating the file first. */
export async function unlessBeingSaved(look: Look): Promise<Awaited<ReturnType<Look>>> {
  const started = performance.now();
  for (;;) {
    const seen = await look();
    if (seen === null || seen.bytes.length > 0) return seen;
    const age = Date.now() - seen.mtimeMs;
    // Another machine's clock says nothing about the age.
    if (age >= EMPTY_MS || performance.now() - started >= EMPTY_MS) return seen;
    await sleep(POLL_MS);
  }
}

const LONGEST_MS = 500;
const POLL_MS = 10;
const QUIET_MS = 40;
const EMPTY_MS = 200;
