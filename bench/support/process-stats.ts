import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** What a process uses. Fields are null if the system does not say. */
export interface ProcessStats {
  /** Resident memory now, in bytes. */
  residentBytes: number | null;
  /** The most it ever was. */
  peakBytes: number | null;
  /** Processor time used so far, in all threads, in milliseconds; Linux counts it in steps of 10. */
  cpuMs: number | null;
}

/** Linux counts a process's time in hundredths of a second. */
const MS_PER_TICK = 10;
const BYTES_PER_KB = 1024;
const PS_LINE = /^\s*(\d+)\s+(?:(\d+)-)?(?:(\d+):)?(\d+):([\d.]+)\s*$/u;

/** Reads what a process uses, from `/proc` on Linux, otherwise from `ps`; all null if neither is available. */
export async function readProcessStats(pid: number): Promise<ProcessStats> {
  try {
    const [status, stat] = await Promise.all([
      readFile(`/proc/${pid}/status`, 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    return { ...parseProcStatus(status), cpuMs: parseProcStat(stat) };
  } catch {
    return readWithPs(pid);
  }
}

/** Resident memory, now and at its highest, from the text of `/proc/<pid>/status`. */
export function parseProcStatus(text: string): Pick<ProcessStats, 'residentBytes' | 'peakBytes'> {
  const bytes = (field: string): number | null => {
    const found = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'mu').exec(text);
    return found === null ? null : Number(found[1]) * BYTES_PER_KB;
  };
  return { residentBytes: bytes('VmRSS'), peakBytes: bytes('VmHWM') };
}

/** User and system time in milliseconds from the text of `/proc/<pid>/stat`. */
export function parseProcStat(text: string): number | null {
  // The command's name is in parentheses, and may itself contain spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return Number.isNaN(ticks) ? null : ticks * MS_PER_TICK;
}

/** Resident memory and processor time from a line of `ps -o rss=,time=`, such as `  12345   1:02.50`. */
export function parsePs(line: string): ProcessStats {
  const found = PS_LINE.exec(line);
  if (found === null) return { residentBytes: null, peakBytes: null, cpuMs: null };
  const [, rss, days = 0, hours = 0, minutes = 0, seconds = 0] = found;
  const wholeMinutes = (Number(days) * 24 + Number(hours)) * 60 + Number(minutes);
  return {
    residentBytes: Number(rss) * BYTES_PER_KB,
    peakBytes: null,
    cpuMs: Math.round((wholeMinutes * 60 + Number(seconds)) * 1000),
  };
}

async function readWithPs(pid: number): Promise<ProcessStats> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=,time=', '-p', String(pid)]);
    return parsePs(stdout);
  } catch {
    return { residentBytes: null, peakBytes: null, cpuMs: null };
  }
}
