import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsence, systemCode } from '../../kit/disk/disk-io.ts';
import { outwaitOthers, syncFolder, writeFully } from '../../kit/disk/durable-file.ts';
import { isSameProcess, type ProcessIdentity } from '../../kit/disk/process-identity.ts';
import { isChangeId } from '../change/change-id.ts';
import { decodeRecord, encodeRecord, type ChangeRecord } from '../change/change-record.ts';
import { makeFolder } from '../../kit/disk/make-folder.ts';

/** A change not known to have ended, and the nonce of its writer. */
export interface OpenChange {
  file: string;
  id: string;
  writer: string;
}

/**
 * The write-ahead journal of one vault: a file for each change in progress, with all old and new bytes, written before
 * any file of the vault is touched. A change that ends is renamed into the history.
 */
export class Journal {
  readonly #folder: string;
  readonly #history: string;

  /** Both folders are absolute and on one disk. */
  constructor(folder: string, history: string) {
    this.#folder = folder;
    this.#history = history;
  }

  /**
   * Writes a record so that it survives a power cut. Throws the system's error, leaving nothing.
   * @param writer nonce of the writer
   */
  async begin(record: ChangeRecord, writer: string): Promise<OpenChange> {
    const change = { file: join(this.#folder, `${record.id}.${writer}`), id: record.id, writer };
    const parts = await encodeRecord(record);
    await makeFolder(this.#folder, 0o700);
    await makeFolder(this.#history, 0o700);
    const handle = await open(change.file, 'wx', 0o600);
    try {
      let at = 0;
      for (const part of parts) {
        await writeFully(handle, part, at);
        at += part.length;
      }
      await handle.sync();
    } catch (error) {
      await handle.close();
      await rm(change.file, { force: true });
      throw error;
    }
    await handle.close();
    await syncFolder(this.#folder);
    return change;
  }

  /** Moves a change to the history; `interrupted` marks an incomplete one. */
  async end(change: OpenChange, outcome: 'done' | 'interrupted' = 'done'): Promise<void> {
    const entry = join(this.#history, outcome === 'done' ? `${change.id}.change` : `${change.id}.interrupted`);
    await outwaitOthers(() => rename(change.file, entry)).catch(async (error: unknown) => {
      if (systemCode(error) !== 'ENOENT') throw error;
      // Someone removed the history's folder, or the record.
      await makeFolder(this.#history, 0o700);
      await rename(change.file, entry).catch(unlessGone);
    });
  }

  /** Drops a change that was rolled back or never began. */
  async discard(change: OpenChange): Promise<void> {
    await outwaitOthers(() => rm(change.file, { force: true }));
  }

  /** The greatest id in the history; null if it has none. Throws the system's error. */
  async newest(): Promise<string | null> {
    let newest: string | null = null;
    for (const name of await namesIn(this.#history))
      if ((newest === null || name > newest) && isChangeId(name)) newest = name;
    return newest?.split('.')[0] ?? null;
  }

  /** The moves among the newest changes of the history that a writer completed, oldest first. */
  async latestMovesOf(writer: ProcessIdentity): Promise<ChangeRecord[]> {
    const names = (await namesIn(this.#history)).filter((name) => isChangeId(name) && name.endsWith('.change'));
    const records = await Promise.all(
      names
        .sort()
        .slice(-LATEST)
        .map(async (name) => decodeRecord(await readFile(join(this.#history, name))).catch(() => null)),
    );
    return records.filter(
      (record): record is ChangeRecord =>
        record !== null && isSameProcess(record.writer, writer) && record.steps.some((step) => step.do === 'move'),
    );
  }

  /** Every change not known to have ended, oldest first. */
  async open(): Promise<OpenChange[]> {
    const names = await namesIn(this.#folder);
    return names.sort().flatMap((name) => {
      const [id, writer] = name.split('.');
      return id === undefined || writer === undefined ? [] : [{ file: join(this.#folder, name), id, writer }];
    });
  }

  /** The record of an open change and when its file was written (ms); null if torn or gone. */
  async read(change: OpenChange): Promise<{ record: ChangeRecord; writtenMs: number } | null> {
    try {
      const [bytes, stats] = await Promise.all([readFile(change.file), stat(change.file)]);
      const record = await decodeRecord(bytes);
      return record === null ? null : { record, writtenMs: stats.mtimeMs };
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return null;
      throw error;
    }
  }
}

/** More than one call writes before it answers. */
const LATEST = 5;

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isAbsence(error)) return [];
    throw error;
  });
}

function unlessGone(error: unknown): void {
  if (systemCode(error) !== 'ENOENT') throw error;
}
