import { closeSync, fstatSync, lstatSync, openSync, readSync, realpathSync, type Stats } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { OPEN_GUARDED, readWhole, realPathOf } from '../../kit/disk/disk-io.ts';
import { Pace } from '../../kit/disk/pace.ts';

/** An open file's bytes, and its real path once open. */
export interface OpenedFile {
  bytes: Uint8Array;
  real: string;
}

/** Larger files are read asynchronously. */
const QUICK_BYTES = 1024 * 1024;

/** Reads files, synchronously where the {@link Pace} of the disk allows it. */
export class PacedDisk {
  readonly #pace: Pace;

  private constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** @param root real path of the vault */
  static async at(root: string): Promise<PacedDisk> {
    return new PacedDisk(await Pace.at(root));
  }

  /** Throws what the system throws. */
  lstat(path: string): Promise<Stats> {
    return this.#pace.do(
      () => lstatSync(path),
      () => lstat(path),
    );
  }

  /** The real path, symlinks resolved. Throws what the system throws. */
  realPath(path: string): Promise<string> {
    return this.#pace.do(
      () => realpathSync.native(path),
      () => realPathOf(path),
    );
  }

  /**
   * Reads a regular file; null if it is not one. Does not follow a symlink in the last segment. Throws what the system
   * throws.
   */
  async read(path: string): Promise<OpenedFile | null> {
    const opened = await this.#pace.do<OpenedFile | null | 'large'>(
      () => readNow(path),
      () => readOffThread(path),
    );
    return opened === 'large' ? readOffThread(path) : opened;
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
