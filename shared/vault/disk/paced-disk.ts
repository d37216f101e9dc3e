import {
  accessSync,
  closeSync,
  fstatSync,
  lstatSync,
  opendirSync,
  openSync,
  readSync,
  realpathSync,
  statSync,
  type Dirent,
  type Stats,
} from 'node:fs';
import { access, lstat, open, readdir, stat } from 'node:fs/promises';
import { nullWhenAbsent, OPEN_GUARDED, readWhole, realPathOf } from '../../kit/disk/disk-io.ts';
import { Pace } from '../../kit/disk/pace.ts';

/** An open file's bytes, and its real path once open. */
export interface OpenedFile {
  bytes: Uint8Array;
  real: string;
}

/** What {@link PacedDisk.lstatEach} calls for a file. */
export interface LstatVisitor<File> {
  visit: (file: File, stats: Stats) => void;
  /** With what the system throws. */
  failed: (file: File, error: unknown) => void;
  /** In place of both while the disk is slow; `lstat` calls one of them. */
  slowly: (lstat: () => Promise<void>) => void;
}

/** Larger files are read asynchronously. */
const QUICK_BYTES = 1024 * 1024;
/** Of a folder's entries: some tenths of a millisecond. */
const ENTRIES_AT_ONCE = 256;

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

  /** The entries of a folder. Throws what the system throws. */
  async entries(folder: string): Promise<Dirent[]> {
    const pace = this.#pace;
    while (pace.isTurnOver) await pace.nextTurn();
    if (!pace.isQuick) return readdir(folder, { withFileTypes: true });
    const entries: Dirent[] = [];
    const open = pace.atOnce(() => opendirSync(folder, { bufferSize: ENTRIES_AT_ONCE }));
    try {
      for (;;) {
        while (pace.isTurnOver) await pace.nextTurn();
        const entry = pace.isQuick ? pace.atOnce(() => open.readSync()) : await open.read();
        if (entry === null) return entries;
        entries.push(entry);
      }
    } finally {
      open.closeSync();
    }
  }

  /**
   * Examines files one by one while the disk is quick, without a promise for each; what it meets while the disk is slow
   * is put off.
   */
  async lstatEach<File>(
    files: readonly File[],
    pathOf: (file: File) => string,
    { visit, failed, slowly }: LstatVisitor<File>,
  ): Promise<void> {
    const pace = this.#pace;
    for (const file of files) {
      while (pace.isTurnOver) await pace.nextTurn();
      const path = pathOf(file);
      if (!pace.isQuick) {
        slowly(() =>
          this.lstat(path).then(
            (stats) => visit(file, stats),
            (error: unknown) => failed(file, error),
          ),
        );
        continue;
      }
      let stats: Stats;
      try {
        stats = pace.atOnce(() => lstatSync(path));
      } catch (error) {
        failed(file, error);
        continue;
      }
      visit(file, stats);
    }
  }

  /** Throws what the system throws. */
  lstat(path: string): Promise<Stats> {
    return this.#pace.do(
      () => lstatSync(path),
      () => lstat(path),
    );
  }

  /** The same; null if nothing is there, without the cost of an error. */
  lstatIfThere(path: string): Promise<Stats | null> {
    return this.#pace.do(
      () => lstatSync(path, { throwIfNoEntry: false }) ?? null,
      () => lstat(path).catch(nullWhenAbsent),
    );
  }

  /** Whether there is a folder, perhaps behind a symlink, without the cost of an error if there is none. */
  isFolder(path: string): Promise<boolean> {
    return this.#pace
      .do(
        () => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false,
        async () => (await stat(path)).isDirectory(),
      )
      .catch(() => false);
  }

  /** Throws what the system throws if the path is not there, or `mode` is not permitted. */
  access(path: string, mode: number): Promise<void> {
    return this.#pace.do(
      () => accessSync(path, mode),
      () => access(path, mode),
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
