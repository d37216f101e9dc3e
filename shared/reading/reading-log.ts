import { constants } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cutTo } from '../kit/text/shorten.ts';
import { shownMessage } from '../kit/text/shown-message.ts';
import { scheduleTimeout } from '../kit/time/schedule.ts';
import { makeFolder } from '../kit/disk/make-folder.ts';

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
  /** Whether the person wants it kept; asked before each writing, so that it holds from the next call on. */
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
const READING_FILE = /^(\d{4}-\d{2}-\d{2})\.(\d{1,6})\.jsonl$/u;

const MOST_PATHS = 500;
const LONGEST_NAME = 200;
/** Calls whose lines wait for a slow disk; more are not kept. */
const MOST_WAITING = 1_000;
/** Between two writings: what is read meanwhile is written together. */
const GATHER_MS = 250;
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
  #waiting: Reading[] = [];
  #writing: Promise<void> | null = null;
  #writtenAt = -Infinity;
  /** Ends the wait for more lines. */
  #hurry: () => void = () => undefined;
  #part = 1;
  #prunedOn = '';
  #hasFailed = false;

  constructor(options: ReadingLogOptions) {
    this.#options = options;
    this.#folder = readingFolder(options.dataFolder);
    this.#limits = options.limits ?? READING_LIMITS;
  }

  /** Keeps a line, in the background, within a moment. Never throws: a log that cannot be written is reported once. */
  add({ client, tool, paths }: Pick<Reading, 'client' | 'tool' | 'paths'>): void {
    if (paths.length === 0 || this.#waiting.length >= MOST_WAITING) return;
    const time = new Date((this.#options.now ?? Date.now)()).toISOString();
    const more = paths.length - MOST_PATHS;
    const reading: Reading = {
      time,
      client: cutTo(client, LONGEST_NAME),
      tool: cutTo(tool, LONGEST_NAME),
      paths: paths.slice(0, MOST_PATHS),
      ...(more > 0 && { more }),
    };
    this.#waiting.push(reading);
    this.#start();
  }

  /** Resolves when all lines are written, which begins now. */
  async settled(): Promise<void> {
    while (this.#writing !== null) {
      this.#hurry();
      await this.#writing;
    }
  }

  #start(): void {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null;
      // A line may have come when the last was done.
      if (this.#waiting.length > 0) this.#start();
    });
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gather();
      const readings = this.#waiting;
      this.#waiting = [];
      await this.#write(readings).catch((error: unknown) => {
        if (!this.#hasFailed) this.#options.log(`What was read could not be logged: ${shownMessage(error)}`);
        this.#hasFailed = true;
      });
      this.#writtenAt = performance.now();
    }
  }

  async #gather(): Promise<void> {
    const left = this.#writtenAt + GATHER_MS - performance.now();
    if (left <= 0) return;
    let cancel: () => void = () => undefined;
    await new Promise<void>((resolve) => {
      cancel = scheduleTimeout(resolve, left);
      this.#hurry = resolve;
    });
    cancel();
  }

  async #write(readings: readonly Reading[]): Promise<void> {
    if (!(await this.#options.isKept())) return;
    await makeFolder(this.#folder, 0o700);
    for (let written = 0; written < readings.length; ) {
      const day = dayOf(readings[written]);
      const end = readings.findIndex((reading, at) => at > written && dayOf(reading) !== day);
      const lines = readings.slice(written, end === -1 ? readings.length : end);
      await this.#append(day, lines);
      written += lines.length;
    }
  }

  /** Appends lines of one day, each to a file that is not full yet. */
  async #append(day: string, readings: readonly Reading[]): Promise<void> {
    const now = Date.parse(readings[0]?.time ?? '');
    if (day !== this.#prunedOn) {
      this.#part = 1;
      await this.#prune(now);
      this.#prunedOn = day;
    }
    for (let written = 0; ; ) {
      written += await this.#appendPart(join(this.#folder, `${day}.${this.#part}.jsonl`), readings.slice(written));
      if (written === readings.length) return;
      this.#part++;
      await this.#prune(now);
    }
  }

  /** Appends as many lines as the file takes; returns how many. */
  async #appendPart(path: string, readings: readonly Reading[]): Promise<number> {
    const handle = await open(path, APPEND, 0o600);
    try {
      const { size, mode } = await handle.stat();
      // A process that was killed may have left half a line.
      let text = size === 0 ? '' : '\n';
      let count = 0;
      for (const reading of readings) {
        if (size + Buffer.byteLength(text) >= this.#limits.fileBytes) break;
        text += `${JSON.stringify(reading)}\n`;
        count++;
      }
      if (count === 0) return 0;
      if ((mode & 0o077) !== 0) await handle.chmod(0o600);
      await handle.appendFile(text);
      return count;
    } finally {
      await handle.close();
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

function dayOf(reading: Reading | undefined): string {
  return reading?.time.slice(0, 10) ?? '';
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
