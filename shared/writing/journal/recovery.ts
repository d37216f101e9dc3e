import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { within } from '../../kit/time/deadline.ts';
import { shownMessage } from '../../kit/text/shown-message.ts';
import { scheduleAwake, scheduleTimeout, type Schedule } from '../../kit/time/schedule.ts';
import { readLock } from '../../kit/disk/lock-file.ts';
import { FileLock, LOCK_TIMING, type LockTiming } from '../../kit/disk/file-lock.ts';
import { foldPath } from '../../vault/paths.ts';
import type { ChangeRecord, Step } from '../change/change-record.ts';
import type { Journal, OpenChange } from './journal.ts';
import type { Held } from '../locks/path-queue.ts';
import { inspect, type Inspection } from '../change/inspect.ts';
import { linksToMend, type LinksToMend } from '../links/links-to-mend.ts';
import { staleLinks } from '../links/stale-links.ts';
import type { Disk } from '../change/change-disk.ts';
import { removeTemporaries, rollBack } from '../undo/roll-back.ts';
import type { WriterPresence } from '../locks/writer-presence.ts';

export type Log = (level: 'error' | 'warn' | 'info' | 'debug', message: string) => void;

/** What recovery found and did. */
export interface RecoveryReport {
  /** Ids of changes found complete. */
  finished: string[];
  /** Ids of changes rolled back. */
  takenBack: string[];
  /** Files left alone because someone changed them since. The replaced content is in the history under `id`. */
  leftAlone: { path: string; id: string }[];
  /** Writers that may be alive. Calls on their paths wait; ask again in a second. */
  waiting: number;
  /** Writers found dead. */
  died: number;
}

export interface RecoveryParts {
  /** Folder of the writers' own files; absolute. */
  writers: string;
  /** Lock for cleaning up after dead writers; absolute. */
  lockFile: string;
  journal: Journal;
  presence: WriterPresence;
  disk: Disk;
  /** Holds places of the vault that living writers may be working on. */
  hold: (places: readonly string[]) => Promise<Held>;
  /** Told of links that a settled move could not rewrite, because someone had changed their files. */
  onLinks: (links: LinksToMend[]) => void;
  log: Log;
  schedule?: Schedule;
  timing?: LockTiming;
}

/** Cleans up after dead writers: rolls back their changes or finds them complete, then removes their locks. */
export class Recovery {
  readonly #parts: RecoveryParts;

  constructor(parts: RecoveryParts) {
    this.#parts = parts;
  }

  /** Cleans up after every dead writer. Throws the system's error for the data folder. */
  async run(): Promise<RecoveryReport> {
    const report: RecoveryReport = { finished: [], takenBack: [], leftAlone: [], waiting: 0, died: 0 };
    for (const nonce of await this.#writers()) {
      const life = await this.#parts.presence.judge(nonce);
      if (life === 'unknown') report.waiting += 1;
      if (life === 'dead') report.died += 1;
      if (life === 'dead' && !(await this.bury(nonce, report))) report.waiting += 1;
    }
    return report;
  }

  /** Cleans up after one writer, one process at a time. False if it is alive after all, or this must be retried. */
  async bury(
    nonce: string,
    report: RecoveryReport = { finished: [], takenBack: [], leftAlone: [], waiting: 0, died: 0 },
  ): Promise<boolean> {
    return this.#exclusively(async (lock) => {
      if ((await this.#parts.presence.judge(nonce)) !== 'dead') return false;
      for (const change of await this.#parts.journal.open()) {
        if (change.writer !== nonce) continue;
        if (!(await lock.stillOwner())) return false;
        try {
          await this.#settle(change, report);
        } catch (error) {
          this.#parts.log(
            'error',
            `An interrupted change could not be taken back yet; it will be tried again: ${shownMessage(error)}`,
          );
          return false;
        }
      }
      await this.#findStaleLinks(nonce);
      if (!(await lock.stillOwner())) return false;
      await this.#parts.presence.remove(nonce);
      return true;
    });
  }

  /** Keeps a change that is complete. Rolls back any other, since nobody was told it was done. */
  async #settle(change: OpenChange, report: RecoveryReport): Promise<void> {
    const read = await this.#parts.journal.read(change);
    // A record is complete before the first file is touched, so a torn one began nothing.
    if (read === null) return this.#parts.journal.discard(change);
    const held = await this.#parts.hold(placesOf(read.record));
    await this.#settleHeld(change, read, held, report).finally(() => held.giveBack());
  }

  async #settleHeld(
    change: OpenChange,
    { record, writtenMs }: { record: ChangeRecord; writtenMs: number },
    held: Held,
    report: RecoveryReport,
  ): Promise<void> {
    const { journal, disk, log } = this.#parts;
    const inspection = await inspect(record, disk, Math.max(writtenMs, await this.#lastSign(change.writer)));

    const left = [...inspection.foreign];
    const stands = standsWhole(record, inspection);
    if (stands) await removeTemporaries(record, disk);
    else left.push(...(await rollBack(record, disk, inspection, held.leaveFolder)));

    for (const path of left) {
      report.leftAlone.push({ path, id: record.id });
      log(
        'warn',
        `"${path}" was changed by someone else after a write to it was interrupted, and was left alone. See the history, ${record.id}.`,
      );
    }
    if (stands || left.length > 0) await journal.end(change, left.length > 0 ? 'interrupted' : 'done');
    else await journal.discard(change);
    this.#parts.onLinks(linksToMend(record, inspection.states, stands));
    (stands ? report.finished : report.takenBack).push(record.id);
  }

  /** Never throws: what it looks for is no part of what the writer left open. */
  async #findStaleLinks(nonce: string): Promise<void> {
    const { presence, journal, disk, onLinks, log } = this.#parts;
    try {
      const writer = (await readLock(presence.fileOf(nonce)))?.record?.process;
      if (writer === undefined) return;
      onLinks(await staleLinks(await journal.latestMovesOf(writer), disk, await this.#lastSign(nonce)));
    } catch (error) {
      log('warn', `Links to what was moved last could not be checked: ${shownMessage(error)}`);
    }
  }

  /** Whether an open change of this writer concerns one of these paths. */
  async concerns(nonce: string, paths: readonly string[]): Promise<boolean> {
    const asked = new Set(paths.map(foldPath));
    for (const change of await this.#parts.journal.open()) {
      if (change.writer !== nonce) continue;
      const read = await this.#parts.journal.read(change);
      if (read?.record.steps.some((step) => namesOf(step).some((name) => asked.has(foldPath(name)))) === true)
        return true;
    }
    return false;
  }

  async #writers(): Promise<string[]> {
    const present = await readdir(this.#parts.writers).catch(() => []);
    const recorded = (await this.#parts.journal.open()).map(({ writer }) => writer);
    return [...new Set([...present.filter((name) => /^[0-9a-f]{24}$/.test(name)), ...recorded])];
  }

  async #lastSign(writer: string): Promise<number> {
    return stat(join(this.#parts.writers, writer)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    );
  }

  async #exclusively(task: (lock: FileLock) => Promise<boolean>): Promise<boolean> {
    const { lockFile, schedule, timing = LOCK_TIMING } = this.#parts;
    let acquired = (): void => undefined;
    const turn = new Promise<void>((resolve) => (acquired = resolve));
    const lock = await FileLock.open({
      file: lockFile,
      schedule: schedule ?? scheduleTimeout,
      timing: { ...timing, poll: Math.min(timing.poll, 25) },
      onAcquired: acquired,
    });
    try {
      if (!lock.held) await within(timing.stale * 2, turn, schedule ?? scheduleAwake);
      return lock.held && (await task(lock));
    } finally {
      await lock.release();
    }
  }
}

/** Every file in a record. */
function placesOf({ steps }: ChangeRecord): string[] {
  return steps.flatMap((step) =>
    isFolderStep(step) ? [] : step.do === 'move' ? [step.place, step.toPlace] : [step.place],
  );
}

function isFolderStep(step: Step): step is Extract<Step, { do: 'folder' | 'unfolder' }> {
  return step.do === 'folder' || step.do === 'unfolder';
}

function namesOf(step: Step): string[] {
  if (isFolderStep(step)) return [];
  return step.do === 'move' ? [step.path, step.place, step.to, step.toPlace] : [step.path, step.place];
}

function standsWhole(record: ChangeRecord, { states }: Inspection): boolean {
  const of = record.steps.flatMap((step, i) => (isFolderStep(step) ? [] : [states[i]]));
  return of.every((state) => state === 'new' || state === 'foreign') && of.includes('new');
}
