import { shownMessage } from '../../kit/text/shown-message.ts';
import type { Change, FileChange } from '../change/file-change.ts';
import { HISTORY_LIMITS, type History, type HistoryLimits } from './history.ts';
import type { Log } from './recovery.ts';

const EVERY_MS = 3_600_000;
const EVERY_BYTES = 20_000_000;

export interface HistoryPruningParts {
  history: History;
  limits?: HistoryLimits | undefined;
  log: Log;
  /** Milliseconds since 1970. */
  clock: () => number;
}

/** Drops what is too old or too much of the history: once an hour, and after every 20 MB written. */
export class HistoryPruning {
  readonly #parts: HistoryPruningParts;
  #prunedAt = -Infinity;
  #writtenSince = 0;
  #work: Promise<void> = Promise.resolve();

  constructor(parts: HistoryPruningParts) {
    this.#parts = parts;
  }

  /** A change was made. Goes on by itself, and never throws. */
  wrote({ files }: Change): void {
    const { history, limits = HISTORY_LIMITS, log, clock } = this.#parts;
    this.#writtenSince += files.reduce((sum, file) => sum + writtenBytes(file), 0);
    const now = clock();
    if (now - this.#prunedAt < EVERY_MS && this.#writtenSince < EVERY_BYTES) return;
    this.#prunedAt = now;
    this.#writtenSince = 0;
    this.#work = this.#work
      .then(async () => history.prune((await history.settledTime(now)) ?? -Infinity, limits))
      .catch((error: unknown) => log('warn', `Old history could not be dropped: ${shownMessage(error)}`));
  }

  /** Resolves when nothing is being dropped. */
  atRest(): Promise<void> {
    return this.#work;
  }
}

function writtenBytes(file: FileChange): number {
  if (file.kind === 'create') return file.bytes.length;
  return (file.kind === 'move' ? file.edit?.after.length : file.kind === 'edit' ? file.after.length : 0) ?? 0;
}
