import { constants } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cutTo } from '../kit/text/shorten.ts';
import { messageOf } from '../kit/text/message-of.ts';

/** One call that gave a client text of notes. */
export interface Reading {
  /** ISO 8601, UTC. */
  time: string;
  /** As the client calls itself. */
  client: string;
  tool: string;
  /** Notes whose text it was, vault-relative. */
  paths: string[];
  /** How many more there were, beyond what one line holds. */
  more?: number;
}

export interface ReadingLogOptions {
  /** The vault's part of the per-user data folder; absolute. */
  dataFolder: string;
  /** Whether the person wants it kept; asked for each call. */
  isKept: () => Promise<boolean>;
  log: (message: string) => void;
  /** Milliseconds since 1970. */
  now?: () => number;
  limits?: ReadingLimits;
}

export interface ReadingLimits {
  maxAgeMs: number;
  /** Of all files together. */
  maxBytes: number;
  /** A file that is as large is followed by another. */
  fileBytes: number;
}

export const READING_LIMITS: ReadingLimits = { maxAgeMs: 30 * 86_400_000, maxBytes: 5_000_000, fileBytes: 500_000 };

/** The log's files: `2026-11-22.1.jsonl`, one or more a day. Several processes append to them. */
export const READING_FILE = /^(\d{4}-\d{2}-\d{2})\.(\d{1,6})\.jsonl$/u;

const MOST_PATHS = 500;
const LONGEST_NAME = 200;
/** Calls whose lines wait for a slow disk; more are not kept. */
const MOST_WAITING = 1_000;
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** The folder of the log within a vault's part of the data folder. */
export function readingFolder(dataFolder: string): string {
  return join(dataFolder, 'reading');
}

/** Appends what clients read. Old files are removed whole, so that nothing is rewritten while others append. */
export class ReadingLog {
  readonly #options: ReadingLogOptions;
  readonly #folder: string;
  readonly #limits: ReadingLimits;
  #writing: Promise<void> = Promise.resolve();
  #waiting = 0;
  #part = 1;
  #prunedOn = '';
  #hasFailed = false;

  constructor(options: ReadingLogOptions) {
    this.#options = options;
    this.#folder = readingFolder(options.dataFolder);
    this.#limits = options.limits ?? READING_LIMITS;
  }

  /** Keeps a line, in the background. Never throws: a log that cannot be written is reported once. */
  add({ client, tool, paths }: Pick<Reading, 'client' | 'tool' | 'paths'>): void {
    if (paths.length === 0 || this.#waiting >= MOST_WAITING) return;
    const time = new Date((this.#options.now ?? Date.now)()).toISOString();
    const more = paths.length - MOST_PATHS;
    const reading: Reading = {
      time,
      client: cutTo(client, LONGEST_NAME),
      tool: cutTo(tool, LONGEST_NAME),
      paths: paths.slice(0, MOST_PATHS),
      ...(more > 0 && { more }),
    };
    this.#waiting++;
    this.#writing = this.#writing
      .then(() => this.#append(reading))
      .catch((error: unknown) => {
        if (!this.#hasFailed) this.#options.log(`What was read could not be logged: ${messageOf(error)}`);
        this.#hasFailed = true;
      })
      .finally(() => this.#waiting--);
  }

  /** Resolves when all lines are written. */
  settled(): Promise<void> {
    return this.#writing;
  }

  async #append(reading: Reading): Promise<void> {
    if (!(await this.#options.isKept())) return;
    const day = reading.time.slice(0, 10);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    if (day !== this.#prunedOn) {
      this.#part = 1;
      await this.#prune(Date.parse(reading.time));
      this.#prunedOn = day;
    }
    for (;;) {
      const handle = await open(join(this.#folder, `${day}.${this.#part}.jsonl`), APPEND, 0o600);
      try {
        const { size, mode } = await handle.stat();
        if (size < this.#limits.fileBytes) {
          if ((mode & 0o077) !== 0) await handle.chmod(0o600);
          // A process that was killed may have left half a line.
          await handle.appendFile(`${size === 0 ? '' : '\n'}${JSON.stringify(reading)}\n`);
          return;
        }
      } finally {
        await handle.close();
      }
      this.#part++;
      await this.#prune(Date.parse(reading.time));
    }
  }

  async #prune(now: number): Promise<void> {
    const { maxAgeMs, maxBytes, fileBytes } = this.#limits;
    const oldest = new Date(now - maxAgeMs).toISOString().slice(0, 10);
    let bytes = fileBytes;
    for (const name of await readingFiles(this.#folder)) {
      const path = join(this.#folder, name);
      bytes += await stat(path).then(
        ({ size }) => size,
        () => 0,
      );
      if (bytes > maxBytes || name.slice(0, 10) < oldest) await rm(path, { force: true });
    }
  }
}

/** The names of the log's files, newest first. None if there is no log. */
export async function readingFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const found = names.flatMap((name) => {
    const [, day, part] = READING_FILE.exec(name) ?? [];
    return day === undefined ? [] : [{ name, day, part: Number(part) }];
  });
  return found.sort((a, b) => (a.day === b.day ? b.part - a.part : a.day < b.day ? 1 : -1)).map(({ name }) => name);
}
