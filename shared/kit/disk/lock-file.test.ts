import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLock, isOwn, readLock, removeLeftClaims, removeLock, renewLock } from './lock-file.ts';
import type { OwnLockFile } from './lock-file.ts';
import { foreignLock, removeFolder, temporaryFolder } from '../../store/store-test-kit.ts';

const SELF = { pid: 7 };
const STALE = {
  text: foreignLock('a'.repeat(24)),
  record: { nonce: 'a'.repeat(24), renewals: 3, process: { pid: 1 } },
};

let folder: string;
let path: string;
let made: OwnLockFile[];
beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'index.lock');
  made = [];
});
afterEach(async () => {
  await Promise.all(made.map(({ handle }) => handle.close()));
  await removeFolder(folder);
});

async function create(): Promise<OwnLockFile | undefined> {
  const lock = await createLock(path, SELF);
  if (lock !== undefined) made.push(lock);
  return lock;
}

async function created(): Promise<OwnLockFile> {
  const lock = await create();
  if (lock === undefined) throw new Error('the lock file was there already');
  return lock;
}

describe('a lock file', () => {
  it('is created by exactly one of those that try', async () => {
    const locks = await Promise.all(Array.from({ length: 20 }, create));
    const won = locks.filter((lock) => lock !== undefined);
    expect(won).toHaveLength(1);
    expect(await readLock(path)).toMatchObject({ record: { nonce: won[0]?.record.nonce, process: SELF } });
    expect(await readdir(folder)).toEqual(['index.lock']);
  });

  it('changes with each renewal, in content but not in size', async () => {
    const lock = await created();
    const before = await readFile(path, 'utf8');
    await renewLock(lock);
    const after = await readFile(path, 'utf8');
    expect(after).not.toBe(before);
    expect(after.length).toBe(before.length);
    expect(isOwn(await readLock(path), lock)).toBe(true);
  });

  it('is never written by the previous owner', async () => {
    const before = await created();
    const found = await readLock(path);
    expect(found && (await removeLock(path, found, 1, SELF))).toBe('removed');
    const lock = await created();
    const content = await readLock(path);
    await renewLock(before);
    expect(await readLock(path)).toEqual(content);
    expect(isOwn(content, lock)).toBe(true);
  });
});

describe('the removal of a stale lock file', () => {
  it('is done once, and never to the lock that replaced it', async () => {
    for (let round = 0; round < 25; round++) {
      await writeFile(path, STALE.text);
      const locks = await Promise.all(
        Array.from({ length: 12 }, async () =>
          (await removeLock(path, STALE, 1, SELF)) === 'removed' ? create() : undefined,
        ),
      );
      const won = locks.filter((lock) => lock !== undefined);
      expect(won).toHaveLength(1);
      expect(isOwn(await readLock(path), won[0] as OwnLockFile)).toBe(true);
      expect(await readdir(folder)).toEqual(['index.lock']);
    }
  });

  it('is not done to one that was renewed, replaced or removed meanwhile', async () => {
    await writeFile(path, STALE.text.replace('"renewals":3', '"renewals":4'));
    expect(await removeLock(path, STALE, 1, SELF)).toBe('changed');
    await writeFile(path, foreignLock('b'.repeat(24)));
    expect(await removeLock(path, STALE, 1, SELF)).toBe('changed');
    await writeFile(join(folder, 'other.lock'), '');
    expect(await removeLock(join(folder, 'none.lock'), STALE, 1, SELF)).toBe('changed');
    expect((await readdir(folder)).sort()).toEqual(['index.lock', 'other.lock']);
  });

  it('is left to whoever began it, unless requested as another attempt', async () => {
    await writeFile(path, STALE.text);
    await writeFile(`${path}.${STALE.record.nonce}.1`, '');
    expect(await removeLock(path, STALE, 1, SELF)).toBe('taken');
    expect(await removeLock(path, STALE, 2, SELF)).toBe('removed');
  });

  it('leaves what the next owner cleans up, except claims on its own lock', async () => {
    const lock = await created();
    const [left, own, other] = [`index.lock.${'a'.repeat(24)}.1`, `index.lock.${lock.record.nonce}.1`, 'another.lock'];
    for (const name of [left, own, other]) await writeFile(join(folder, name), '');
    await removeLeftClaims(path, lock);
    expect((await readdir(folder)).sort()).toEqual([other, 'index.lock', own].sort());
  });
});
