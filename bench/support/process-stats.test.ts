import { describe, expect, it } from 'vitest';
import { parseProcStat, parseProcStatus, parsePs, readProcessStats } from './process-stats.ts';

describe('what a process uses', () => {
  it('memory from /proc/<pid>/status', () => {
    const status = 'Name:\tnode\nVmPeak:\t 9000 kB\nVmHWM:\t  2048 kB\nVmRSS:\t  1024 kB\nThreads:\t11\n';
    expect(parseProcStatus(status)).toEqual({ residentBytes: 1_048_576, peakBytes: 2_097_152 });
    expect(parseProcStatus('Name:\tnode\n')).toEqual({ residentBytes: null, peakBytes: null });
  });

  it('time from /proc/<pid>/stat, for any command name', () => {
    const stat = '4711 (no) de (x)) S 1 4711 4711 0 -1 4194304 100 0 0 0 150 25 3 4 20 0 11 0 100 0 0';
    expect(parseProcStat(stat)).toBe(1_750);
    expect(parseProcStat('nonsense')).toBeNull();
  });

  it.each([
    ['  2048   0:01.50\n', 1_500],
    ['2048 00:01:02', 62_000],
    ['2048 1-02:00:00', 93_600_000],
  ])('memory and time from ps: %j', (line, cpuMs) => {
    expect(parsePs(line)).toEqual({ residentBytes: 2_097_152, peakBytes: null, cpuMs });
  });

  it('nothing from an empty line', () => {
    expect(parsePs('')).toEqual({ residentBytes: null, peakBytes: null, cpuMs: null });
  });

  it('of a running process; nothing of another', async () => {
    if (process.platform !== 'win32')
      expect((await readProcessStats(process.pid)).residentBytes).toBeGreaterThan(1_000_000);
    expect(await readProcessStats(2 ** 30)).toEqual({ residentBytes: null, peakBytes: null, cpuMs: null });
  });
});
