import { constants } from 'node:os';
import { inTime } from '../../shared/kit/time/deadline.ts';
import { scheduleAwake } from '../../shared/kit/time/schedule.ts';
import type { Log } from './log.ts';
import { traceOf } from './log.ts';

/** How shells tell that a signal ended a program. */
const ENDED_BY_SIGNAL = 128;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type EndingSignal = (typeof SIGNALS)[number];

/**
 * Has a process that holds a vault end by `onSignal` and `onFault`, not at once. Returns a function that undoes that.
 */
export function endInOrder({
  onSignal,
  onFault,
  log,
}: {
  onSignal: (signal: EndingSignal) => void;
  onFault: () => void;
  log: Log;
}): () => void {
  const onRejection = (reason: unknown): void => log.error(`Unhandled rejection: ${traceOf(reason)}`);
  const onException = (error: unknown): void => {
    log.error(`Uncaught exception: ${traceOf(error)}`);
    onFault();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtException', onException);
  return () => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
    process.off('unhandledRejection', onRejection);
    process.off('uncaughtException', onException);
  };
}

/** Closes what is open, and waits no longer than `ms` for it. Never rejects. */
export async function closeInTime(ms: number, close: () => Promise<void>, log: Log): Promise<void> {
  const late = (): void => log.warn('Ended before everything was saved; the next start catches up.');
  await inTime(ms, close(), late, scheduleAwake).catch((error: unknown) =>
    log.error(`Could not close cleanly: ${traceOf(error)}`),
  );
}

/** The end of a process that a signal brings. */
export interface ComingEnd {
  hasBegun: () => boolean;
  /** Nothing has to be closed any more: signals end the process at once again. */
  forget: () => void;
}

/** Has a signal close what a command has open before the process ends; a second one ends it at once. */
export function closeBeforeEnd(close: () => Promise<void>, log: Log): ComingEnd {
  let hasBegun = false;
  const end = (exitCode: number): void => {
    if (hasBegun) process.exit(exitCode);
    hasBegun = true;
    void close().finally(() => process.exit(exitCode));
  };
  const forget = endInOrder({
    onSignal: (signal) => end(ENDED_BY_SIGNAL + constants.signals[signal]),
    onFault: () => end(1),
    log,
  });
  return { hasBegun: () => hasBegun, forget };
}
