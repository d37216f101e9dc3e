import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventLoopYield, Slicer } from '../kit/concurrency/slices.ts';
import { forgetReadings, readReadings } from './read-readings.ts';
import { ReadingLog, readingFolder, type ReadingLogOptions } from './reading-log.ts';

const NOON = Date.parse('2026-11-22T12:00:00Z');
const DAY = 86_400_000;
let dataFolder: string;
let folder: string;
let problems: string[];

beforeEach(() => {
  dataFolder = join(mkdtempSync(join(tmpdir(), 'vault-loom-reading-')), 'vault');
  folder = readingFolder(dataFolder);
  problems = [];
});
afterEach(() => rmSync(dirname(dataFolder), { recursive: true, force: true }));

const open = (options: Partial<ReadingLogOptions> = {}): ReadingLog =>
  new ReadingLog({
    dataFolder,
    isKept: () => Promise.resolve(true),
    log: (message) => problems.push(message),
    now: () => NOON,
    ...options,
  });
const read = (now = NOON) => readReadings(dataFolder, new Slicer(10, eventLoopYield()), now);
const reading = (path: string) => ({ client: 'Client', tool: 'read_note', paths: [path] });

describe('ReadingLog', () => {
  it('keeps a line a call, for the person alone, newest first', async () => {
    const log = open();
    log.add(reading('A.md'));
    await log.settled();
    const later = open({ now: () => NOON + 1_000 });
    later.add({ client: 'Other', tool: 'search', paths: ['B.md', 'C.md'] });
    await later.settled();
    expect(await read()).toEqual([
      { time: '2026-11-22T12:00:01.000Z', client: 'Other', tool: 'search', paths: ['B.md', 'C.md'] },
      { time: '2026-11-22T12:00:00.000Z', client: 'Client', tool: 'read_note', paths: ['A.md'] },
    ]);
    expect(statSync(join(folder, '2026-11-22.1.jsonl')).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('takes the lines of several writers', async () => {
    const logs = [open(), open(), open()];
    for (let call = 0; call < 50; call++) for (const log of logs) log.add(reading(`${call}.md`));
    await Promise.all(logs.map((log) => log.settled()));
    expect(await read()).toHaveLength(150);
  });

  it('writes a line that comes just as the lines before it are done', async () => {
    for (let ticks = 0; ticks < 20; ticks++) {
      let asked = 0;
      const log = open({
        isKept: () => {
          if (asked++ === 0) void afterTicks(ticks).then(() => log.add(reading('B.md')));
          return Promise.resolve(false);
        },
      });
      log.add(reading('A.md'));
      await afterTicks(100);
      await log.settled();
      expect(asked).toBe(2);
    }
  });

  it('writes nothing while it is switched off, and nothing for a call without text', async () => {
    const off = open({ isKept: () => Promise.resolve(false) });
    off.add(reading('A.md'));
    const log = open();
    log.add({ ...reading('A.md'), paths: [] });
    await Promise.all([off.settled(), log.settled()]);
    expect(await read()).toEqual([]);
  });

  it('writes lines that come together at once, and those of two days to their own files', async () => {
    let asked = 0;
    let now = NOON;
    const isKept = (): Promise<boolean> => Promise.resolve(++asked > 0);
    const log = open({ isKept, now: () => now });
    for (let call = 0; call < 20; call++) log.add(reading(`${call}.md`));
    now += DAY;
    log.add(reading('Next day.md'));
    await log.settled();
    expect(asked).toBeLessThan(5);
    expect((await read(now)).map(({ paths }) => paths[0]).slice(0, 2)).toEqual(['Next day.md', '19.md']);
    expect(readdirSync(folder).sort()).toEqual(['2026-11-22.1.jsonl', '2026-11-23.1.jsonl']);
  });

  it('writes nothing of calls after it was switched off', async () => {
    let isOn = true;
    const log = open({ isKept: () => Promise.resolve(isOn) });
    log.add(reading('Before.md'));
    await log.settled();
    isOn = false;
    log.add(reading('After.md'));
    await log.settled();
    expect((await read()).map(({ paths }) => paths[0])).toEqual(['Before.md']);
  });

  it('says once that it cannot write, and fails no call', async () => {
    mkdirSync(dataFolder);
    writeFileSync(folder, 'a file in place of the folder');
    const log = open();
    log.add(reading('A.md'));
    log.add(reading('B.md'));
    await log.settled();
    expect(problems).toHaveLength(1);
    // Clients keep what is logged.
    expect(problems[0]).toMatch(/^What was read could not be logged: E[A-Z]+: .*'<path>'$/u);
    expect(await read()).toEqual([]);
  });

  it('drops whole files after 30 days, and the oldest beyond the size', async () => {
    const limits = { maxAgeMs: 30 * DAY, maxBytes: 2_000, fileBytes: 300 };
    for (const daysAgo of [40, 31, 20, 10]) {
      const log = open({ limits, now: () => NOON - daysAgo * DAY });
      log.add(reading(`${daysAgo} days ago.md`));
      await log.settled();
    }
    const log = open({ limits });
    log.add(reading('Today.md'));
    await log.settled();
    expect((await read()).map(({ paths }) => paths[0])).toEqual(['Today.md', '10 days ago.md', '20 days ago.md']);
    for (let call = 0; call < 60; call++) log.add(reading(`${call}.md`));
    await log.settled();
    const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(2_000);
    expect((await read())[0]?.paths).toEqual(['59.md']);
  });

  it('follows no link in the place of its file', async () => {
    const target = join(dataFolder, 'target');
    mkdirSync(folder, { recursive: true });
    writeFileSync(target, '');
    symlinkSync(target, join(folder, '2026-11-22.1.jsonl'));
    const log = open();
    log.add(reading('A.md'));
    await log.settled();
    expect(readFileSync(target, 'utf8')).toBe('');
    expect(problems).toHaveLength(1);
  });

  it('bounds a line', async () => {
    const log = open();
    log.add({
      client: 'x'.repeat(5_000),
      tool: 'search',
      paths: Array.from({ length: 900 }, (_, index) => `${index}.md`),
    });
    await log.settled();
    expect((await read())[0]).toMatchObject({ client: 'x'.repeat(200), more: 400 });
  });
});

describe('readReadings', () => {
  it('skips what is not a reading', async () => {
    const log = open();
    log.add(reading('A.md'));
    await log.settled();
    const file = join(folder, '2026-11-22.1.jsonl');
    const time = '2026-11-22T12:00:00.000Z';
    for (const line of [
      '{"time":"2026-11-22T12:00:00.000Z","client":"Torn","tool":"read_',
      'null',
      '[]',
      '{"__proto__":{"paths":["X.md"]}}',
      JSON.stringify({ time: 'yesterday', client: 'a', tool: 'b', paths: ['A.md'] }),
      JSON.stringify({ time, client: 7, tool: 'b', paths: ['A.md'] }),
      JSON.stringify({ time, client: 'x'.repeat(1_000), tool: 'b', paths: ['A.md'] }),
      JSON.stringify({ time, client: 'a', tool: 'b', paths: ['../../etc/passwd', '/etc/passwd', 3, ''] }),
      JSON.stringify({ time, client: 'a', tool: 'b', paths: Array.from({ length: 2_000 }, () => 'A.md') }),
      'x'.repeat(3_000_000),
      '\u0000\uFFFD',
    ])
      appendFileSync(file, `${line}\n`);
    appendFileSync(file, '{"half');
    const next = open({ now: () => NOON + 1 });
    next.add(reading('After the torn line.md'));
    await next.settled();
    expect((await read()).map(({ paths }) => paths)).toEqual([['After the torn line.md'], ['A.md']]);
  });

  it('forgets everything', async () => {
    const log = open();
    log.add(reading('A.md'));
    await log.settled();
    await forgetReadings(dataFolder);
    expect(await read()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });
});

async function afterTicks(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await Promise.resolve();
}
