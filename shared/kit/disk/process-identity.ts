import { readFile, readlink } from 'node:fs/promises';

/** What identifies a process, if the system says so: only Linux does. */
export interface ProcessIdentity {
  pid: number;
  /** Changes with every boot of the kernel. */
  bootId?: string;
  /** Containers have their own: a pid means nothing in another one. */
  pidNamespace?: string;
  /** Clock ticks since boot; tells a process from a later one with the same pid. */
  startTime?: string;
}

/** The identity of this process. */
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
 * True only if it is certain that the process has ended: same boot, same pid namespace, and no such process, or a
 * later one with its pid, or one that was killed and is only waiting for its parent to notice. `own` is this process.
 */
export async function isProvablyDead(other: ProcessIdentity, own: ProcessIdentity): Promise<boolean> {
  if (!sharesProcesses(other, own)) return false;
  const stat = await processStat(String(other.pid));
  if (stat !== undefined) return stat.startTime !== other.startTime || stat.state === 'Z' || stat.state === 'X';
  // A mount with `hidepid` hides living processes of other users from /proc, but not from signals.
  return !answersSignals(other.pid);
}

/** True only if it is certain that this process is running. `own` is this process. */
export async function isProvablyAlive(other: ProcessIdentity, own: ProcessIdentity): Promise<boolean> {
  if (!sharesProcesses(other, own)) return false;
  const stat = await processStat(String(other.pid));
  return stat !== undefined && stat.startTime === other.startTime && stat.state !== 'Z' && stat.state !== 'X';
}

/** True if both belong to one kernel and pid namespace, so that a pid means the same to both. */
function sharesProcesses(other: ProcessIdentity, own: ProcessIdentity): boolean {
  if (own.bootId === undefined || own.pidNamespace === undefined || other.startTime === undefined) return false;
  return other.bootId === own.bootId && other.pidNamespace === own.pidNamespace;
}

const BOOT_ID = '/proc/sys/kernel/random/boot_id';
const PID_NAMESPACE = '/proc/self/ns/pid';

/** Fields 3 and 22 of proc(5)'s `stat`, which follow a command name that may itself contain spaces and parentheses. */
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
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
