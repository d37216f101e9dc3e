import { fstatSync, ftruncateSync, readSync, writeSync } from 'node:fs';
import type { ReadableFile } from '../../kit/disk/disk-io.ts';
import { writeFully, type WritableFile } from '../../kit/disk/durable-file.ts';
import { commonStart, isSameBytes } from '../../kit/bytes/common-bytes.ts';
import { holdsExactly } from './file-operations.ts';

/** An open file that can be rewritten. */
export interface OpenFile extends ReadableFile, WritableFile {
  readonly fd: number;
  truncate(length: number): Promise<void>;
}

/** How to turn a file's bytes into others, writing only what differs. */
export interface Rewrite {
  before: Uint8Array;
  after: Uint8Array;
  /** Where the first difference is. */
  from: number;
  /** The new text begins with the old: the rest is appended wherever the file then ends. */
  appends: boolean;
}

/**
 * The outcome of a rewrite. `changed`: the file held something else, and nothing was written. `clashed`: another
 * program wrote at the same time; `piece` is what we wrote, `at` where. `overwrote`: the other text came first, so some
 * of its bytes may be lost.
 */
export type Outcome =
  | { kind: 'done' }
  | { kind: 'changed' }
  | { kind: 'clashed'; piece: Uint8Array; at: number; overwrote: boolean };

export function rewriteOf(before: Uint8Array, after: Uint8Array): Rewrite {
  const from = commonStart(before, after);
  return { before, after, from, appends: from === before.length && after.length > before.length };
}

/**
 * Rewrites an open file that still holds `before`. Nothing happens between the last check of all its bytes and the
 * first write, and all are checked again right after. If interrupted, each byte is an old or a new one.
 * @param handle opened for appending if {@link Rewrite.appends}
 * @param begin called just before the file changes
 */
export async function overwriteUnchanged(handle: OpenFile, rewrite: Rewrite, begin: () => void): Promise<Outcome> {
  const { before, after } = rewrite;
  if (Math.max(before.length, after.length) > AT_ONCE_BYTES) return overwriteLarge(handle, rewrite, begin);
  const scratch = Buffer.allocUnsafe(Math.min(Math.max(before.length, after.length) + 1, SCRATCH_BYTES));
  if (!holds(handle.fd, scratch, before)) return { kind: 'changed' };
  begin();
  return rewrite.appends ? appendNow(handle.fd, rewrite, scratch) : overwriteNow(handle.fd, rewrite, scratch);
}

/**
 * Whether a file with a clash may still hold bytes of ours among another program's.
 * @param now its bytes once nobody writes any more
 */
export function holdsPiece(now: Uint8Array, { piece, at }: Extract<Outcome, { kind: 'clashed' }>): boolean {
  const end = at + piece.length;
  if (piece.length === 0 || now.length < end) return false;
  // The other text is shorter and ours follows it, or ours lies over it.
  return (now.length === end && now[end - 1] === piece[piece.length - 1]) || isSameBytes(now.subarray(at, end), piece);
}

/** Larger files are read and written asynchronously. */
const AT_ONCE_BYTES = 24_000_000;
const SCRATCH_BYTES = 1_048_576;

/** Appends at the current end of the file, after anything saved in between. */
function appendNow(fd: number, { before, after, from }: Rewrite, scratch: Buffer): Outcome {
  for (let at = from; at < after.length; ) at += writeSync(fd, after, at, after.length - at, null);
  if (holds(fd, scratch, after)) return { kind: 'done' };
  const piece = after.subarray(before.length);
  return { kind: 'clashed', piece, at: Math.max(0, Number(fstatSync(fd).size) - piece.length), overwrote: false };
}

/**
 * Writes the first byte last if it changes: a file that another program has just truncated lacks it then, which shows.
 */
function overwriteNow(fd: number, { before, after, from }: Rewrite, scratch: Buffer): Outcome {
  // With a single byte, nothing would reveal another text.
  const isAllOurs = from === 0 && after.length === 1;
  const clashed = (ours: number, end: number): Outcome => ({
    kind: 'clashed',
    piece: after.subarray(from),
    at: from,
    overwrote: isAllOurs || holdsText(fd, ours, end),
  });
  const first = from === 0 && before.length > 0 && after.length > 1 ? 1 : from;
  for (let at = first; at < after.length; ) at += writeSync(fd, after, at, after.length - at, at);
  const rest = before.subarray(after.length);
  if (first !== from) {
    if (!holds(fd, scratch, before.subarray(0, 1), after.subarray(1), rest)) return clashed(first, after.length);
    writeSync(fd, after, 0, 1, 0);
  }
  if (!holds(fd, scratch, after, rest)) return first === from ? clashed(from, after.length) : clashed(0, 1);
  if (rest.length === 0) return { kind: 'done' };
  ftruncateSync(fd, after.length);
  return holds(fd, scratch, after) ? { kind: 'done' } : clashed(0, 0);
}

async function overwriteLarge(
  handle: OpenFile,
  { before, after, from, appends }: Rewrite,
  begin: () => void,
): Promise<Outcome> {
  const opened = fstatSync(handle.fd, { bigint: true });
  if (!(await holdsExactly(handle, before))) return { kind: 'changed' };
  const now = fstatSync(handle.fd, { bigint: true });
  if (now.size !== opened.size || now.mtimeNs !== opened.mtimeNs) return { kind: 'changed' };
  begin();
  const piece = after.subarray(from);
  if (piece.length > 0) await writeFully(handle, piece, appends ? null : from);
  if (after.length < before.length) await handle.truncate(after.length);
  return (await holdsExactly(handle, after))
    ? { kind: 'done' }
    : { kind: 'clashed', piece, at: from, overwrote: !appends };
}

/** Whether the open file has anything but zeros (left by truncation) outside what we wrote last. */
function holdsText(fd: number, ours: number, end: number): boolean {
  const bytes = Buffer.alloc(Number(fstatSync(fd).size));
  const read = readSync(fd, bytes, 0, bytes.length, 0);
  return bytes.subarray(0, read).some((byte, i) => byte !== 0 && (i < ours || i >= end));
}

/** Whether the open file holds exactly these bytes, compared in portions. */
function holds(fd: number, scratch: Buffer, ...parts: Uint8Array[]): boolean {
  let at = 0;
  for (const part of parts) {
    for (let done = 0; done < part.length; ) {
      const read = readSync(fd, scratch, 0, Math.min(scratch.length, part.length - done), at);
      if (read === 0 || !isSameBytes(scratch.subarray(0, read), part.subarray(done, done + read))) return false;
      done += read;
      at += read;
    }
  }
  return readSync(fd, scratch, 0, 1, at) === 0;
}
