import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsence } from '../../kit/disk/disk-io.ts';
import { eventLoopYield, Slicer } from '../../kit/concurrency/slices.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import { diffOf } from '../change/change-diff.ts';
import { unreadableHistory } from '../disk-errors.ts';
import {
  decodeRecord,
  decodeSummary,
  HEADER_BYTES,
  summaryLength,
  type ChangeRecord,
  type RecordSummary,
} from '../change/change-record.ts';
import { quoted } from '../places/name-rules.ts';
import type { Log } from './recovery.ts';
import { standing, undoneBy } from './undone-by.ts';

/** One change in a list of changes. */
export interface HistoryEntry {
  id: string;
  /** ISO 8601, UTC. */
  time: string;
  tool: string;
  client: string;
  files: { kind: 'create' | 'edit' | 'move' | 'delete'; path: string; to?: string }[];
  /** The change that this one undid; of several, the newest. */
  undoes?: string;
  /** The others, newest first. */
  undoesToo?: string[];
  /** The change that undid this one, unless that was undone itself. */
  undoneBy?: string;
  /** It was interrupted, and its files were changed before it could be rolled back. */
  interrupted?: true;
}

export interface HistoryLimits {
  maxAgeMs: number;
  maxBytes: number;
}

export const HISTORY_LIMITS: HistoryLimits = { maxAgeMs: 30 * 24 * 3_600_000, maxBytes: 200_000_000 };

/** The folder of the history within a vault's part of the data folder. */
export function historyFolder(dataFolder: string): string {
  return join(dataFolder, 'writing', 'history');
}

/** Short enough for a window's frame. */
const SLICE_MS = 8;
/** A clock that has told a time for so long is believed. */
const SETTLED_MS = 3_600_000;
/** Of an id that leads to no other folder. */
const SAFE_ID = /^[\w-]+$/;
/** Of a change in a few files. */
const USUAL_SUMMARY_BYTES = 4_096;

/** What was written in one vault, with the replaced content; one file per entry. */
export class History {
  readonly #folder: string;
  readonly #log: Log;
  /** By file, which never changes. */
  #known = new Map<string, HistoryEntry>();

  /** @param folder absolute */
  constructor(folder: string, log: Log) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Every entry, newest first. Skips torn ones, with a warning in the log. */
  async list(): Promise<HistoryEntry[]> {
    const entries: HistoryEntry[] = [];
    const slicer = new Slicer(SLICE_MS, eventLoopYield());
    const known = this.#known;
    this.#known = new Map();
    for (const { id, file, interrupted } of await this.#files()) {
      await slicer.pause();
      const entry = known.get(file) ?? this.#read(id, file, interrupted);
      if (entry === null) continue;
      this.#known.set(file, entry);
      entries.push(entry);
    }
    const stand = standing(entries);
    const undoers = entries.filter(({ id }) => stand.has(id));
    const undone = new Map(undoers.flatMap((entry) => undoneBy(entry).map((undoes) => [undoes, entry.id] as const)));
    return entries.map((entry) => {
      const undoer = undone.get(entry.id);
      return undoer === undefined ? entry : { ...entry, undoneBy: undoer };
    });
  }

  #read(id: string, file: string, interrupted: boolean): HistoryEntry | null {
    const summary = readSummary(file);
    if (summary !== null) return entryOf(summary, interrupted);
    this.#log('warn', `The history entry ${id} is torn and was skipped.`);
    return null;
  }

  /** The moves of notes since `ms` (milliseconds since 1970), newest first. */
  async movesSince(ms: number): Promise<{ from: string; to: string }[]> {
    const since = (await this.list()).filter(({ time }) => Date.parse(time) >= ms);
    return since.flatMap(({ files }) =>
      files.flatMap(({ kind, path, to }) => (kind === 'move' && to !== undefined ? [{ from: path, to }] : [])),
    );
  }

  /**
   * One entry with its unified diff.
   * @throws VaultLoomError `invalid_arguments` if it does not exist or cannot be read
   */
  async show(id: string): Promise<{ entry: HistoryEntry; diff: string }> {
    const record = await this.record(id);
    const listed = (await this.list()).find((entry) => entry.id === id);
    return { entry: listed ?? entryOf(record, false), diff: diffOf(record.steps) };
  }

  /** The whole record of an entry; throws as {@link show}. */
  async record(id: string): Promise<ChangeRecord> {
    // A list of the folder for each of many changes would take seconds.
    const usual = SAFE_ID.test(id) ? (await readRecord(join(this.#folder, `${id}.change`))).record : null;
    if (usual !== null) return usual;
    const found = (await this.#files()).find((entry) => entry.id === id);
    const { record, cause } = found === undefined ? { record: null } : await readRecord(found.file);
    if (record !== null) return record;
    const problem = found === undefined ? 'There is no change' : 'The history cannot be read for the change';
    throw new VaultLoomError('invalid_arguments', `${problem} ${quoted(id)}.`, {
      hint: 'List the changes with `vault-loom history`.',
      details: { id },
      ...(cause === undefined ? {} : { cause }),
    });
  }

  /**
   * The time from which ages count (milliseconds since 1970): that of the newest change at least an hour old by the
   * clock. A clock set far ahead makes nothing old before a change was written by it and an hour has passed. Null if
   * there is no such change.
   */
  async settledTime(now: number): Promise<number | null> {
    let settled: number | null = null;
    for (const { file } of await this.#files()) {
      const stats = await stat(file).catch(() => null);
      if (stats !== null && stats.mtimeMs <= now - SETTLED_MS) settled = Math.max(settled ?? -Infinity, stats.mtimeMs);
    }
    return settled;
  }

  /** Drops entries that are too old, and the oldest ones beyond the total size. */
  async prune(now: number, limits: HistoryLimits = HISTORY_LIMITS): Promise<void> {
    let bytes = 0;
    for (const { file } of await this.#files()) {
      const stats = await stat(file).catch(() => null);
      if (stats === null) continue;
      bytes += stats.size;
      if (bytes > limits.maxBytes || now - stats.mtimeMs > limits.maxAgeMs) await rm(file, { force: true });
    }
  }

  /** Newest first: an id is greater than those before it. */
  async #files(): Promise<{ id: string; file: string; interrupted: boolean }[]> {
    const names = await readdir(this.#folder).catch((error: unknown) => {
      if (isAbsence(error)) return [];
      throw unreadableHistory(error);
    });
    return names
      .flatMap((name) => {
        const [id, kind] = name.split('.');
        if (id === undefined || (kind !== 'change' && kind !== 'interrupted')) return [];
        return [{ id, file: join(this.#folder, name), interrupted: kind === 'interrupted' }];
      })
      .sort((a, b) => (a.id < b.id ? 1 : -1));
  }
}

async function readRecord(file: string): Promise<{ record: ChangeRecord | null; cause?: unknown }> {
  try {
    return { record: await decodeRecord(await readFile(file)) };
  } catch (cause) {
    return { record: null, cause };
  }
}

/**
 * Reads synchronously: an entry takes about 0.02 ms, and several times that through the thread pool. Callers pause in
 * between.
 */
function readSummary(file: string): RecordSummary | null {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch {
    return null;
  }
  try {
    const { size } = fstatSync(handle);
    const start = Buffer.alloc(Math.min(size, USUAL_SUMMARY_BYTES));
    readSync(handle, start, 0, start.length, 0);
    const length = summaryLength(start.subarray(0, HEADER_BYTES));
    if (length === null || length > size) return null;
    if (length <= start.length) return decodeSummary(start.subarray(0, length), size);
    const beginning = Buffer.alloc(length);
    readSync(handle, beginning, 0, length, 0);
    return decodeSummary(beginning, size);
  } catch {
    return null;
  } finally {
    closeSync(handle);
  }
}

function entryOf(record: RecordSummary, interrupted: boolean): HistoryEntry {
  return {
    id: record.id,
    time: new Date(record.time).toISOString(),
    tool: record.tool,
    client: record.client,
    files: filesOf(record),
    ...(record.undoes === undefined ? {} : { undoes: record.undoes }),
    ...(record.undoesToo === undefined ? {} : { undoesToo: record.undoesToo }),
    ...(interrupted ? { interrupted } : {}),
  };
}

/** Lists a moved note once, even if its content changed too. */
function filesOf({ steps }: RecordSummary): HistoryEntry['files'] {
  const moved = new Set(steps.flatMap((step) => (step.do === 'move' ? [step.path] : [])));
  return steps.flatMap((step): HistoryEntry['files'] => {
    const path = step.path ?? '';
    if (step.do === 'create') return [{ kind: 'create', path }];
    if (step.do === 'remove') return [{ kind: 'delete', path }];
    if (step.do === 'move') return [{ kind: 'move', path, to: step.to ?? '' }];
    return step.do === 'edit' && !moved.has(path) ? [{ kind: 'edit', path }] : [];
  });
}
