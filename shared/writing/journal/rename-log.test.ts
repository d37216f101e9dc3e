import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RenameLog } from './rename-log.ts';
import type { Renamed } from './renames.ts';

const DAY_MS = 24 * 3_600_000;
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vault-loom-renames-'));
  file = join(folder, 'writing', 'renames.jsonl');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const renamed = (from: string, to: string, daysAgo = 0): Renamed => ({
  time: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
  from,
  to,
});

describe('the log of renames', () => {
  it('tells every process what was renamed, the oldest first', async () => {
    const all = [renamed('A.md', 'B.md', 2), renamed('B.md', 'C “1”.md', 1)];
    const log = new RenameLog(folder);
    expect(await log.read()).toEqual([]);
    for (const one of all) await log.append([one]);
    expect(await new RenameLog(folder).read()).toEqual(all);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('skips what is not a rename, such as half a line of a process that was killed', async () => {
    const [first, second] = [renamed('A.md', 'B.md'), renamed('B.md', 'C.md')];
    await new RenameLog(folder).append([first]);
    appendFileSync(file, '{"time":"2026-11-22T10:00:00.000Z","fr');
    await new RenameLog(folder).append([second]);
    appendFileSync(file, `null\n[]\n{"time":"soon","from":"a","to":"b"}\n${JSON.stringify({ ...first, to: 1 })}\n`);
    expect(await new RenameLog(folder).read()).toEqual([first, second]);
  });

  it('forgets a rename with the changes of its time', async () => {
    const kept = renamed('B.md', 'C.md', 29);
    await new RenameLog(folder).append([renamed('An old name.md', 'Another old name.md', 31)]);
    await new RenameLog(folder).append([kept]);
    expect(await new RenameLog(folder).read()).toEqual([kept]);
    await new RenameLog(folder).append([]);
    await new RenameLog(folder).append([renamed('C.md', 'D.md')]);
    expect(readFileSync(file, 'utf8')).not.toContain('An old name');
  });

  it('stays within its size, and loses the oldest first', async () => {
    const log = new RenameLog(folder, 2_000);
    const all = Array.from({ length: 200 }, (_, i) => renamed(`${i}.md`, `${i + 1}.md`));
    for (const one of all) {
      await log.append([one]);
      expect(statSync(file).size).toBeLessThanOrEqual(2_200);
    }
    const left = await log.read();
    expect(left.length).toBeGreaterThan(5);
    expect(left).toEqual(all.slice(-left.length));
  });
});
