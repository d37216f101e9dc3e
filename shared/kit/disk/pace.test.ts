import { constants, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Pace } from './pace.ts';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'vault-loom-pace-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const how = (pace: Pace): Promise<string> =>
  pace.do(
    () => 'at once',
    () => Promise.resolve('off the thread'),
  );

/** A call that holds the thread for longer than a quick disk would. */
function slowCall(): void {
  const end = performance.now() + 40;
  while (performance.now() < end);
}

describe('a call', () => {
  it('is made at once on a disk that may be quick, otherwise off the thread', async () => {
    const local = Promise.resolve(true);
    const pace = new Pace(local);
    expect(await how(pace)).toBe('off the thread');
    await local;
    expect(await how(pace)).toBe('at once');
    expect(await how(new Pace(Promise.resolve(false)))).toBe('off the thread');
  });

  it('is made off the thread after a slow one, and at once again when that was some time ago', async () => {
    const pace = new Pace(Promise.resolve(true));
    await how(pace);
    await pace.do(slowCall, () => Promise.resolve());
    expect(await how(pace)).toBe('off the thread');
    await expect.poll(() => how(pace)).toBe('at once');
  });

  it('that fails throws what it throws, either way', async () => {
    for (const canBeQuick of [true, false]) {
      const pace = new Pace(Promise.resolve(canBeQuick));
      await how(pace);
      await expect(pace.lstat(join(folder, 'absent'))).rejects.toMatchObject({ code: 'ENOENT' });
      await expect(pace.open(join(folder, 'absent'), constants.O_RDONLY)).rejects.toMatchObject({ code: 'ENOENT' });
    }
  });
});

it.each([true, false])('files, their names and bytes are the same either way (quick: %s)', async (canBeQuick) => {
  const pace = new Pace(Promise.resolve(canBeQuick));
  await how(pace);
  const [path, second, linked] = ['file', 'second', 'linked'].map((name) => join(folder, `${name}-${canBeQuick}`));
  if (path === undefined || second === undefined || linked === undefined) throw new Error('three names');
  writeFileSync(path, 'some text');
  const file = await pace.open(path, constants.O_RDWR);
  const bytes = Buffer.alloc(20);
  expect((await file.read(bytes, 0, bytes.length, 5)).bytesRead).toBe(4);
  expect(bytes.toString('utf8', 0, 4)).toBe('text');
  await file.write(Buffer.from('other'), 0, 5, 5);
  await file.truncate(9);
  await file.sync();
  expect((await file.stat()).ino).toBe((await pace.lstat(path)).ino);
  await file.close();
  expect(readFileSync(path, 'utf8')).toBe('some othe');
  await pace.link(path, second);
  await pace.unlink(path);
  expect([existsSync(path), existsSync(second)]).toEqual([false, true]);
  if (process.platform === 'win32') return;
  symlinkSync('somewhere', linked);
  expect(await pace.readlink(linked)).toBe('somewhere');
});

it('many calls leave other work its turns', async () => {
  const pace = new Pace(Promise.resolve(true));
  const path = join(folder, 'turns');
  writeFileSync(path, 'text');
  let turns = 0;
  const counting = setInterval(() => turns++, 0);
  for (let i = 0; i < 10_000; i++) await pace.lstat(path);
  clearInterval(counting);
  expect(turns).toBeGreaterThan(2);
});
