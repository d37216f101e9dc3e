import { describe, expect, it } from 'vitest';
import type { Schedule } from '../kit/time/schedule.ts';
import type { VaultChange } from '../vault/vault-source.ts';
import { WritesUnderWay } from './writes-under-way.ts';

const MANY = Array.from({ length: 100 }, (_, i) => `${i}.md`);

function changed(...files: string[]): VaultChange {
  return { files, folders: [], rules: false };
}

function open(): { writes: WritesUnderWay; followed: VaultChange[]; passTime: () => void; waits: () => number } {
  let due: (() => void) | null = null;
  let waitsMs = 0;
  const schedule: Schedule = (task, ms) => {
    due = task;
    waitsMs = ms;
    return () => (due = null);
  };
  const followed: VaultChange[] = [];
  const passTime = (): void => {
    const task = due;
    due = null;
    task?.();
  };
  const writes = new WritesUnderWay({ follow: (change) => followed.push(change), schedule });
  return { writes, followed, passTime, waits: () => waitsMs };
}

describe('writes under way', () => {
  it('set aside what is reported of many files, and of no others', () => {
    const { writes } = open();
    writes.begin(MANY);
    expect(writes.split(changed('1.md', 'other.md', '2.md'))).toEqual(changed('other.md'));
  });

  it('set nothing aside of a few files', () => {
    const { writes } = open();
    writes.begin(['1.md']);
    expect(writes.split(changed('1.md'))).toEqual(changed('1.md'));
  });

  it('let what was set aside be followed once the write has ended', () => {
    const { writes, followed, passTime } = open();
    writes.begin(MANY);
    writes.split(changed('1.md', '2.md', '1.md'));
    writes.end(MANY);
    passTime();
    expect(followed).toEqual([changed('1.md', '2.md')]);
    expect(writes.split(changed('1.md'))).toEqual(changed('1.md'));
  });

  it('leave to a refresh what it takes in', () => {
    const { writes, followed, passTime } = open();
    writes.begin(MANY);
    writes.split(changed('1.md', '2.md'));
    writes.take(['1.md']);
    expect(writes.split(changed('1.md'))).toEqual(changed('1.md'));
    writes.end(MANY);
    passTime();
    expect(followed).toEqual([changed('2.md')]);
  });

  it('let everything be followed if the writer never says that it has ended', () => {
    const { writes, followed, passTime } = open();
    writes.begin(MANY);
    writes.split(changed('1.md'));
    passTime();
    expect(followed).toEqual([changed('1.md')]);
    expect(writes.split(changed('2.md'))).toEqual(changed('2.md'));
  });

  it('wait seconds from the last report on, as the writer may have died, and no longer once it has ended', () => {
    const { writes, waits } = open();
    writes.begin(MANY);
    const longest = waits();
    writes.split(changed('other.md'));
    expect(waits()).toBe(longest);
    for (const report of [changed('1.md'), changed('2.md'), { files: [], folders: ['In'], rules: false }]) {
      writes.split(report);
      expect(waits()).toBeLessThan(5_000);
      expect(waits()).toBeGreaterThan(1_000);
    }
    writes.end(MANY);
    const afterwards = waits();
    writes.split(changed('3.md'));
    expect(waits()).toBeLessThanOrEqual(afterwards);
  });

  it('set whole folders aside as well, but not changed rules', () => {
    const { writes, followed, passTime } = open();
    writes.begin(MANY);
    expect(writes.split({ files: [], folders: [''], rules: false })).toEqual(changed());
    const rules = { files: [], folders: [''], rules: true };
    expect(writes.split(rules)).toEqual(rules);
    writes.take(MANY);
    passTime();
    expect(followed).toEqual([{ files: [], folders: [''], rules: false }]);
  });
});
