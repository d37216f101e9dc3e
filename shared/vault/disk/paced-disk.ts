import { closeSync, fstatSync, lstatSync, openSync, readSync, realpathSync, type Stats } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { eventLoopYield, type YieldToLoop } from '../../kit/concurrency/slices.ts';
import { OPEN_GUARDED, readWhole, realPathOf } from '../../kit/disk/disk-io.ts';
import { isRemoteDisk } from './remote-disk.ts';

/** An open file's bytes, and its real path once open. */
export interface OpenedFile {
  bytes: Uint8Array;
  real: string;
}

/** Work between two turns of the event loop. */
const SLICE_MS = 8;
/** If a small file takes longer, the disk is slow: do not block the thread on it. */
const SLOW_MS = 25;
const REST_MS = 10_000;
/** Larger files are read asynchronously. */
const QUICK_BYTES = 1024 * 1024;

/**
 * Reads files the cheapest way. The thread pool costs ten times what a local disk needs for a cached note, so files are
 * read synchronously, in slices, until the disk is slow once. On remote disks, and on Windows with its virus scanners,
 * everything is asynchronous.
 */
export class PacedDisk {
  readonly #canBeQuick: boolean;
  readonly #yieldToLoop: YieldToLoop = eventLoopYield();
  #slowUntil = 0;
  #sliceStart = 0;
  /** The next turn, shared by all who wait for it. */
  #nextTurn: Promise<void> | null = null;

  private constructor(canBeQuick: boolean) {
    this.#canBeQuick = canBeQuick;
  }

  /** @param root real path of the vault */
  static async at(root: string): Promise<PacedDisk> {
    return new PacedDisk(process.platform !== 'win32' && !(await isRemoteDisk(root)));
  }

  /** Throws what the system throws. */
  lstat(path: string): Promise<Stats> {
    return this.#do(
      () => lstatSync(path),
      () => lstat(path),
    );
  }

  /** The real path, symlinks resolved. Throws what the system throws. */
  realPath(path: string): Promise<string> {
    return this.#do(
      () => realpathSync.native(path),
      () => realPathOf(path),
    );
  }

  /**
   * Reads a regular file; null if it is not one. Does not follow a symlink in the last segment. Throws what the system
   * throws.
   */
  async read(path: string): Promise<OpenedFile | null> {
    const opened = await this.#do<OpenedFile | null | 'large'>(
      () => readNow(path),
      () => readOffThread(path),
    );
    return opened === 'large' ? readOffThread(path) : opened;
  }

  async #do<T>(now: () => T, offThread: () => Promise<T>): Promise<T> {
    let started = performance.now();
    for (
      ;
      this.#canBeQuick && started >= this.#slowUntil && started - this.#sliceStart >= SLICE_MS;
      started = performance.now()
    ) {
      await (this.#nextTurn ??= this.#takeTurn());
    }
    if (!this.#canBeQuick || started < this.#slowUntil) return offThread();
    try {
      return now();
    } finally {
      const ended = performance.now();
      if (ended - started > SLOW_MS) this.#slowUntil = ended + REST_MS;
    }
  }

  async #takeTurn(): Promise<void> {
    await this.#yieldToLoop();
    this.#sliceStart = performance.now();
    this.#nextTurn = null;
  }
}

function readNow(path: string): OpenedFile | null | 'large' {
  const file = openSync(path, OPEN_GUARDED);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return null;
    if (stats.size > QUICK_BYTES) return 'large';
    const real = realpathSync.native(path);
    const bytes = new Uint8Array(stats.size + 1);
    const filled = readSync(file, bytes, 0, bytes.length, 0);
    // It grew or shrank meanwhile, or the system returned less than requested.
    return filled === stats.size ? { bytes: bytes.subarray(0, filled), real } : 'large';
  } finally {
    closeSync(file);
  }
}

async function readOffThread(path: string): Promise<OpenedFile | null> {
  const handle = await open(path, OPEN_GUARDED);
  try {
    const stats = fstatSync(handle.fd);
    if (!stats.isFile()) return null;
    const [real, bytes] = await Promise.all([realPathOf(path), readWhole(handle, stats.size)]);
    return { bytes, real };
  } finally {
    await handle.close();
  }
}
