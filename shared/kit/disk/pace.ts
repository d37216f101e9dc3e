import {
  close,
  closeSync,
  fstat,
  fstatSync,
  fsync,
  ftruncate,
  linkSync,
  lstatSync,
  open,
  openSync,
  read,
  readlinkSync,
  readSync,
  statSync,
  unlinkSync,
  write,
  type BigIntStats,
} from 'node:fs';
import { link, lstat, readlink, stat, unlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { eventLoopYield, type YieldToLoop } from '../concurrency/slices.ts';
import { nullWhenAbsent } from './disk-io.ts';
import { canBeQuick } from './remote-disk.ts';

/** Work between two turns of the event loop. */
const SLICE_MS = 8;
/** If a call takes longer, the disk may be slow: do not block the thread on it for a while. */
const SLOW_MS = 25;
/** The processor may just have been busy, so the first rest is short; one soon after another is twice as long. */
const FIRST_REST_MS = 250;
const LONGEST_REST_MS = 10_000;
/** What a slow disk may take long to read. */
const QUICK_BYTES = 1024 * 1024;

/**
 * Makes the calls of one disk the cheapest way. The thread pool costs ten times what a local disk needs for what the
 * system has in memory, so calls are made synchronously, in slices, until one is slow.
 */
export class Pace {
  readonly #yieldToLoop: YieldToLoop = eventLoopYield();
  #canBeQuick = false;
  #slowUntil = -Infinity;
  #restMs = 0;
  #sliceStart = 0;
  /** The next turn, shared by all who wait for it. */
  #nextTurn: Promise<void> | null = null;

  /** @param canBeQuick whether the disk is a local one; until that is known, no call is made synchronously */
  constructor(canBeQuick: Promise<boolean>) {
    void canBeQuick.then((can) => (this.#canBeQuick = can));
  }

  /** Of the disk that a folder is on, once that is known. */
  static async at(folder: string): Promise<Pace> {
    const isQuick = canBeQuick(folder);
    await isQuick;
    return new Pace(isQuick);
  }

  /** One call, either way. Throws what it throws. */
  async do<T>(now: () => T, offThread: () => Promise<T>): Promise<T> {
    while (this.isTurnOver) await this.nextTurn();
    return this.isQuick ? this.atOnce(now) : offThread();
  }

  /** Whether the next call must wait for {@link nextTurn}, as this turn of the event loop has lasted long enough. */
  get isTurnOver(): boolean {
    return this.isQuick && performance.now() - this.#sliceStart >= SLICE_MS;
  }

  /**
   * Resolves for all who wait; each asks {@link isTurnOver} again just before its call, as those before it take time.
   */
  nextTurn(): Promise<void> {
    return (this.#nextTurn ??= this.#takeTurn());
  }

  /** Whether calls may be made synchronously, by {@link atOnce}. */
  get isQuick(): boolean {
    return this.#canBeQuick && performance.now() >= this.#slowUntil;
  }

  /** A synchronous call, which must be quick. Throws what it throws. */
  atOnce<T>(now: () => T): T {
    const started = performance.now();
    try {
      return now();
    } finally {
      const ended = performance.now();
      if (ended - started > SLOW_MS) this.#rest(ended);
    }
  }

  #rest(now: number): void {
    const isSoon = now - this.#slowUntil < this.#restMs;
    this.#restMs = isSoon ? Math.min(this.#restMs * 2, LONGEST_REST_MS) : FIRST_REST_MS;
    this.#slowUntil = now + this.#restMs;
  }

  async #takeTurn(): Promise<void> {
    await this.#yieldToLoop();
    this.#sliceStart = performance.now();
    this.#nextTurn = null;
  }

  /** Throws what the system throws, like all below. */
  lstat(path: string): Promise<BigIntStats> {
    return this.do(
      () => lstatSync(path, { bigint: true }),
      () => lstat(path, { bigint: true }),
    );
  }

  /** What a path leads to, through symlinks; null if there is nothing. */
  stat(path: string): Promise<BigIntStats | null> {
    return this.do(
      () => statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null,
      () => stat(path, { bigint: true }).catch(nullWhenAbsent),
    );
  }

  /** Of an open file. */
  fstat(fd: number): Promise<BigIntStats> {
    return this.do(
      () => fstatSync(fd, { bigint: true }),
      () => fstatOffThread(fd, { bigint: true }),
    );
  }

  readlink(path: string): Promise<string> {
    return this.do(
      () => readlinkSync(path),
      () => readlink(path),
    );
  }

  link(existing: string, path: string): Promise<void> {
    return this.do(
      () => linkSync(existing, path),
      () => link(existing, path),
    );
  }

  unlink(path: string): Promise<void> {
    return this.do(
      () => unlinkSync(path),
      () => unlink(path),
    );
  }

  /** @param flags such as `constants.O_RDONLY` */
  async open(path: string, flags: number): Promise<PacedFile> {
    const opened = await this.do(
      () => openSync(path, flags),
      () => openOffThread(path, flags, 0o666),
    );
    return new PacedFile(this, opened);
  }
}

/** An open file of a paced disk. Whoever opened it closes it. */
export class PacedFile {
  readonly fd: number;
  readonly #pace: Pace;

  constructor(pace: Pace, fd: number) {
    this.#pace = pace;
    this.fd = fd;
  }

  stat(): Promise<BigIntStats> {
    return this.#pace.fstat(this.fd);
  }

  /** As `FileHandle.read`. */
  read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }> {
    const offThread = (): Promise<{ bytesRead: number }> => readOffThread(this.fd, buffer, offset, length, position);
    return length > QUICK_BYTES
      ? offThread()
      : this.#pace.do(() => ({ bytesRead: readSync(this.fd, buffer, offset, length, position) }), offThread);
  }

  /** As `FileHandle.write`; never synchronously. */
  write(
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number | null,
  ): Promise<{ bytesWritten: number }> {
    return writeOffThread(this.fd, buffer, offset, length, position);
  }

  truncate(length: number): Promise<void> {
    return truncateOffThread(this.fd, length);
  }

  /** Makes its bytes survive a power cut; never synchronously. */
  sync(): Promise<void> {
    return syncOffThread(this.fd);
  }

  close(): Promise<void> {
    return this.#pace.do(
      () => closeSync(this.fd),
      () => closeOffThread(this.fd),
    );
  }
}

const openOffThread = promisify<string, number, number, number>(open);
const closeOffThread = promisify(close);
const fstatOffThread = promisify(fstat);
const readOffThread = promisify(read);
const writeOffThread = promisify(write);
const truncateOffThread = promisify(ftruncate);
const syncOffThread = promisify(fsync);
