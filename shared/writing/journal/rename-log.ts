import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { OPEN_GUARDED } from '../../kit/disk/disk-io.ts';
import { writeDurably } from '../../kit/disk/durable-file.ts';
import { isRecord } from '../../kit/json/is-record.ts';
import { parseJson } from '../../kit/json/parse-json.ts';
import { HISTORY_LIMITS } from './history.ts';
import type { Renamed } from './renames.ts';
import { makeFolder } from '../../kit/disk/make-folder.ts';

const FILE = 'renames.jsonl';
/** A file that is as large loses its older half. */
const MOST_BYTES = 2_000_000;
const LONGEST_PATH = 4_096;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/u;
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/**
 * What the app renamed in one vault, one JSON record a line, for as long as the history is kept: without it, nothing
 * finds the notes of an older change. The app appends; any process reads.
 */
export class RenameLog {
  readonly #folder: string;
  readonly #mostBytes: number;
  #hasBegun = false;

  /** @param dataFolder the vault's part of the per-user data folder; absolute */
  constructor(dataFolder: string, mostBytes = MOST_BYTES) {
    this.#folder = join(dataFolder, 'writing');
    this.#mostBytes = mostBytes;
  }

  /** The oldest first. The file may hold anything: lines that are not renames are skipped. */
  async read(now = Date.now()): Promise<Renamed[]> {
    const oldest = new Date(now - HISTORY_LIMITS.maxAgeMs).toISOString();
    return (await this.#text()).split('\n').flatMap((line) => {
      const renamed = renamedOf(line);
      return renamed === null || renamed.time < oldest ? [] : [renamed];
    });
  }

  /** Throws the system's error. */
  async append(renames: readonly Renamed[]): Promise<void> {
    if (renames.length === 0) return;
    await makeFolder(this.#folder, 0o700);
    const size = await this.#appendText(renames.map(lineOf).join(''));
    if (size > this.#mostBytes || !this.#hasBegun) await this.#shorten();
    this.#hasBegun = true;
  }

  /** Returns the file's new size. */
  async #appendText(text: string): Promise<number> {
    const handle = await open(join(this.#folder, FILE), APPEND, 0o600);
    try {
      const { size } = await handle.stat();
      // A process that was killed may have left half a line.
      await handle.appendFile(size === 0 ? text : `\n${text}`);
      return size + Buffer.byteLength(text);
    } finally {
      await handle.close();
    }
  }

  /** Drops what is too old, or too much. */
  async #shorten(): Promise<void> {
    const text = await this.#text();
    const lines = (await this.read()).map(lineOf);
    let bytes = Buffer.byteLength(lines.join(''));
    const most = bytes > this.#mostBytes ? this.#mostBytes / 2 : bytes;
    while (bytes > most) bytes -= Buffer.byteLength(lines.shift() ?? '');
    const kept = lines.join('');
    if (kept === text.replaceAll(/^\n/gmu, '')) return;
    await writeDurably(this.#folder, FILE, async (handle) => {
      await handle.chmod(0o600);
      await handle.writeFile(kept);
    });
  }

  /** Empty if it is not a regular file that a log of ours can be. */
  async #text(): Promise<string> {
    const handle = await open(join(this.#folder, FILE), OPEN_GUARDED).catch(() => null);
    if (handle === null) return '';
    try {
      const stats = await handle.stat();
      return stats.isFile() && stats.size <= 4 * MOST_BYTES ? await handle.readFile('utf8') : '';
    } finally {
      await handle.close();
    }
  }
}

function lineOf({ time, from, to }: Renamed): string {
  return `${JSON.stringify({ time, from, to })}\n`;
}

function renamedOf(line: string): Renamed | null {
  const data = line === '' ? undefined : parseJson(line);
  if (!isRecord(data)) return null;
  const { time, from, to } = data;
  return typeof time === 'string' && TIME.test(time) && isPath(from) && isPath(to) ? { time, from, to } : null;
}

function isPath(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_PATH;
}
