import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileLock, LockTiming } from '../kit/disk/file-lock.ts';
import { openIndexLock } from './index-lock.ts';
import type { IndexLockOptions } from './index-lock.ts';
import { asleep, buildScript, foreignLock, removeFolder, runScript, temporaryFolder } from './store-test-kit.ts';
import type { RunningScript } from './store-test-kit.ts';

const QUICK: LockTiming = { renew: 10, stale: 120, poll: 10 };
const PATIENCE = { timeout: 20_000, interval: 10 };

let folder: string;
let open: FileLock[];
beforeEach(async () => {
  folder = await temporaryFolder();
  open = [];
});
afterEach(async () => {
  await Promise.all(open.map((lock) => lock.release()));
  await removeFolder(folder);
});

async function openLock(options: Partial<IndexLockOptions> = {}): Promise<FileLock> {
  const lock = await openIndexLock({ dataFolder: folder, indexRealPath: '/the/index', timing: QUICK, ...options });
  open.push(lock);
  return lock;
}

/** The one lock file that `indexRealPath` has, learned by taking it once. */
async function lockPath(): Promise<string> {
  const lock = await openLock();
  const [name] = await readdir(join(folder, 'locks'));
  await lock.release();
  return join(folder, 'locks', name ?? '');
}

describe('the lock of an index', () => {
  it('belongs to the first who asks, until it is released', async () => {
    const first = await openLock();
    const second = await openLock();
    expect([first.held, second.held]).toEqual([true, false]);
    expect([await first.stillOwner(), await second.stillOwner()]).toEqual([true, false]);

    await first.release();
    expect(first.held).toBe(false);
    await expect.poll(() => second.held, PATIENCE).toBe(true);
  });

  it('is one for each index', async () => {
    expect((await openLock()).held).toBe(true);
    expect((await openLock({ indexRealPath: '/another/index' })).held).toBe(true);
  });

  it('tells the waiting process that it is now the owner, but not what `open` already said', async () => {
    const told: string[] = [];
    const first = await openLock({ onAcquired: () => told.push('first') });
    await openLock({ onAcquired: () => told.push('second') });
    await first.release();
    await expect.poll(() => told, PATIENCE).toEqual(['second']);
  });

  it('is kept by an owner that renews it, however long another waits', async () => {
    const owner = await openLock();
    const waiting = await openLock();
    const path = join(folder, 'locks', (await readdir(join(folder, 'locks')))[0] ?? '');
    const renewals = async (): Promise<number> =>
      (JSON.parse(await readFile(path, 'utf8')) as { renewals: number }).renewals;
    await expect.poll(renewals, PATIENCE).toBeGreaterThan((3 * QUICK.stale) / QUICK.renew);
    expect([await owner.stillOwner(), waiting.held]).toEqual([true, false]);
  });

  it('is lost by an owner that slept, which notices before it writes', async () => {
    let losses = 0;
    const sleeper = await openLock({ schedule: asleep, onLost: () => losses++ });
    const waiting = await openLock();
    await expect.poll(() => waiting.held, PATIENCE).toBe(true);

    expect(sleeper.held).toBe(true);
    expect(await sleeper.stillOwner()).toBe(false);
    expect([sleeper.held, losses]).toEqual([false, 1]);
    await sleeper.release();
    expect(await waiting.stillOwner()).toBe(true);
  });

  it('is not removed by a late release', async () => {
    const sleeper = await openLock({ schedule: asleep });
    const waiting = await openLock();
    await expect.poll(() => waiting.held, PATIENCE).toBe(true);
    await sleeper.release();
    expect(await waiting.stillOwner()).toBe(true);
  });

  it('is taken again by an owner whose lock file someone deleted', async () => {
    let [losses, gains] = [0, 0];
    const owner = await openLock({ onLost: () => losses++, onAcquired: () => gains++ });
    for (const name of await readdir(join(folder, 'locks'))) await rm(join(folder, 'locks', name));
    await expect.poll(() => [losses, gains], PATIENCE).toEqual([1, 1]);
    expect(await owner.stillOwner()).toBe(true);
  });

  it('is left to others by an owner that steps back, until it may own again', async () => {
    let mayOwn = true;
    const told: string[] = [];
    const first = await openLock({ mayOwn: () => mayOwn, onAcquired: () => told.push('first') });
    const second = await openLock({ onAcquired: () => told.push('second') });
    mayOwn = false;
    expect(first.held).toBe(true);
    await first.stepBack();
    expect([first.held, await first.stillOwner()]).toEqual([false, false]);
    await expect.poll(() => told, PATIENCE).toEqual(['second']);
    await second.release();
    const third = await openLock({ mayOwn: () => false });
    expect([first.held, third.held]).toEqual([false, false]);
    mayOwn = true;
    await expect.poll(() => told, PATIENCE).toEqual(['second', 'first']);
    expect(first.held).toBe(true);
  });

  it('leaves no file', async () => {
    const path = await lockPath();
    await writeFile(`${path}.${'0'.repeat(24)}.1`, 'left by a process that was killed');
    await writeFile(path, foreignLock('a'.repeat(24)));
    const lock = await openLock();
    await expect.poll(() => lock.held, PATIENCE).toBe(true);
    await lock.release();
    expect(await readdir(join(folder, 'locks'))).toEqual([]);
  });

  it.each([
    ['of a process elsewhere', foreignLock('b'.repeat(24))],
    ['that is empty', ''],
    ['that is not a record', '{"pid":1}'],
  ])('is taken over from a lock %s nobody renews', async (_, content) => {
    const path = await lockPath();
    await writeFile(path, content);
    const lock = await openLock();
    expect(lock.held).toBe(false);
    await expect.poll(() => lock.held, PATIENCE).toBe(true);
    expect(await lock.stillOwner()).toBe(true);
  });

  it('is taken over even if a process about to take it over has died', async () => {
    const path = await lockPath();
    const nonce = 'c'.repeat(24);
    await writeFile(path, foreignLock(nonce));
    await writeFile(`${path}.${nonce}.1`, foreignLock('d'.repeat(24)));
    await writeFile(`${path}.${nonce}.2`, '');
    const lock = await openLock();
    await expect.poll(() => lock.held, PATIENCE).toBe(true);
  });

  it('has one owner, no matter how many find it stale at the same time', async () => {
    const path = await lockPath();
    for (let round = 0; round < 6; round++) {
      await writeFile(path, foreignLock(round.toString(16).padStart(24, 'e')));
      const contenders = await Promise.all(
        Array.from({ length: 12 }, () => openLock({ timing: { renew: 10, stale: 100, poll: 1 } })),
      );
      await expect.poll(() => contenders.some((lock) => lock.held), PATIENCE).toBe(true);
      expect(contenders.filter((lock) => lock.held)).toHaveLength(1);
      await Promise.all(contenders.map((lock) => lock.release()));
    }
  });
});

const CONTENDER = `
import { appendFileSync } from 'node:fs';
import { openIndexLock } from './index-lock.ts';

const [dataFolder, log] = process.argv.slice(2) as [string, string];
const say = (what: string) => appendFileSync(log, what + ' ' + process.pid + '\\n');
const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 12));
const timing = { renew: 20, stale: 1500, poll: 5 };
setInterval(() => undefined, 1000);

for (;;) {
  let acquired = () => undefined as void;
  const turn = new Promise<void>((resolve) => (acquired = resolve));
  const lock = await openIndexLock({ dataFolder, indexRealPath: '/contended', timing, onAcquired: acquired });
  if (!lock.held) await turn;
  say('enter');
  await pause();
  if (await lock.stillOwner()) say('work');
  await pause();
  say('leave');
  await lock.release();
  await pause();
}
`;

describe('five processes that contend for an index', () => {
  it('own it one at a time, also when owners are killed', async () => {
    const script = await buildScript(folder, CONTENDER);
    const log = join(folder, 'log');
    await writeFile(log, '');
    await mkdir(join(folder, 'locks'));
    const events = async (): Promise<[string, number][]> =>
      (await readFile(log, 'utf8'))
        .trim()
        .split('\n')
        .map((line) => [line.split(' ')[0] ?? '', Number(line.split(' ')[1])]);

    const killed = new Set<number>();
    let running: RunningScript[] = [];
    const start = (): void => void running.push(runScript(script, folder, log));
    const kill = async (victim: RunningScript): Promise<void> => {
      killed.add(victim.pid);
      victim.kill();
      expect(await victim.ended).toBe('');
      running = running.filter((script) => script !== victim);
    };

    for (let i = 0; i < 5; i++) start();
    for (let round = 0; round < 6; round++) {
      const seen = (await events()).length;
      await expect.poll(async () => (await events()).length, PATIENCE).toBeGreaterThan(seen + 12);
      const last = (await events()).at(-1)?.[1];
      const owner = running.find(({ pid }) => pid === last);
      if (owner !== undefined) {
        await kill(owner);
        start();
      }
    }
    for (const script of [...running]) await kill(script);

    expect(killed.size).toBeGreaterThan(4);
    expect(overlaps(await events(), killed)).toEqual([]);
    await appendFile(log, 'enter 1\nenter 2\n');
    expect(overlaps(await events(), killed)).not.toEqual([]);
  });
});

/** Entries made while another process that lived on was inside. */
function overlaps(events: [string, number][], killed: ReadonlySet<number>): string[] {
  const faults: string[] = [];
  let inside: number | undefined;
  events.forEach(([what, pid], at) => {
    const heldByOther = inside !== undefined && inside !== pid;
    const otherDied =
      inside !== undefined && killed.has(inside) && !events.slice(at).some(([, later]) => later === inside);
    if (heldByOther && !otherDied) faults.push(`${pid} did "${what}" while ${inside} was inside`);
    inside = what === 'leave' ? undefined : pid;
  });
  return faults;
}
