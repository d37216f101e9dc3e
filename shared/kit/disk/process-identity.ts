import { readFile, readlink } from 'node:fs/promises';
import { systemCode } from './disk-io.ts';

/** What identifies a process. Only Linux gives more than `pid`. */
export interface ProcessIdentity {
  pid: number;
  /** Changes with every boot of the kernel. */
  bootId?: string;
  /** A pid means nothing in another container. */
  pidNamespace?: string;
  /** Clock ticks since boot: tells a process from a later one with the same pid. */
  startTime?: string;
}

export async function ownIdentity(): Promise<ProcessIdentity> {
  const [bootId, pidNamespace, stat] = await Promise.all([
    readFile(BOOT_ID, 'utf8').catch(() => undefined),
    readlink(PID_NAMESPACE).catch(() => undefined),
    processStat('self'),
  ]);
  return {
    pid: process.pid,
    ...(bootId === undefined ? {} : { bootId: bootId.trim() }),
    ...(pidNamespace === undefined ? {} : { pidNamespace }),
    ...(stat === undefined ? {} : { startTime: stat.startTime }),
  };
}

/**
 * True only if the process has certainly ended: same boot and pid namespace, and its pid is free, taken by a later
 * process, or a zombie's. `own` is this process.
 */
export async function isProvablyDead(other: ProcessIdentity, own: ProcessIdentity): Promise<boolean> {
  if (!sharesProcesses(other, own)) return false;
  const stat = await processStat(String(other.pid));
  if (stat !== undefined) return stat.startTime !== other.startTime || stat.state === 'Z' || stat.state === 'X';
  // A mount with `hidepid` hides other users' processes from /proc, but not from signals.
  return !answersSignals(other.pid);
}

/** True only if the process is certainly running. `own` is this process. */
export async function isProvablyAlive(other: ProcessIdentity, own: ProcessIdentity): Promise<boolean> {
  if (!sharesProcesses(other, own)) return false;
  const stat = await processStat(String(other.pid));
  return stat !== undefined && stat.startTime === other.startTime && stat.state !== 'Z' && stat.state !== 'X';
}

/** Whether both name one process, as far as can be told. */
export function isSameProcess(a: ProcessIdentity, b: ProcessIdentity): boolean {
  return a.pid === b.pid && a.bootId === b.bootId && a.pidNamespace === b.pidNamespace && a.startTime === b.startTime;
}

/** True if a pid means the same to both: one kernel, one pid namespace. */
function sharesProcesses(other: ProcessIdentity, own: ProcessIdentity): boolean {
  if (own.bootId === undefined || own.pidNamespace === undefined || other.startTime === undefined) return false;
  return other.bootId === own.bootId && other.pidNamespace === own.pidNamespace;
}

const BOOT_ID = '/proc/sys/kernel/random/boot_id';
const PID_NAMESPACE = '/proc/self/ns/pid';

/** Fields 3 and 22 of proc(5)'s `stat`; the command name before them may contain spaces and parentheses. */
async function processStat(pid: string): Promise<{ state: string; startTime: string } | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, startTime] = [fields[0], fields[19]];
  return state === undefined || startTime === undefined ? undefined : { state, startTime };
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) !== 'ESRCH';
  }
}
