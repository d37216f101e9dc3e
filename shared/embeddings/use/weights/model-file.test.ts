import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { faultOfModel, glanceAtModel, readWeights } from './model-file.ts';
import { missingModel } from './missing-model.ts';
import { damagedContent, MADE_UP_CONTENT, MADE_UP_MODEL, MADE_UP_WEIGHTS, putModel } from './made-up-model-test-kit.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-loom-model-file-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const path = (): string => join(folder, MADE_UP_MODEL.name);

describe("the model's file", () => {
  it('gives the weights without what follows them, in memory of their own', async () => {
    await putModel(folder);
    const [one, other] = [await readWeights(folder, MADE_UP_MODEL), await readWeights(folder, MADE_UP_MODEL)];
    expect(Buffer.compare(one, MADE_UP_WEIGHTS)).toBe(0);
    expect(one.buffer).not.toBe(other.buffer);
    expect(await faultOfModel(folder, MADE_UP_MODEL)).toBeNull();
  });

  it.each([
    ['one byte is another', damagedContent, 'its content is not that of the model'],
    ['it is cut', () => MADE_UP_CONTENT.subarray(0, 1_000), 'it has 1000 bytes instead of 2500000'],
    ['it is empty', () => Buffer.alloc(0), 'it has 0 bytes'],
    ['more follows', () => Buffer.concat([MADE_UP_CONTENT, Buffer.from('!')]), 'it has 2500001 bytes'],
    ['it is foreign, of the same size', () => Buffer.alloc(MADE_UP_MODEL.bytes, 7), 'its content'],
  ])('is refused if %s', async (_what, content, why) => {
    await putModel(folder, content());
    await expect(readWeights(folder, MADE_UP_MODEL)).rejects.toMatchObject({
      name: 'ModelFault',
      kind: 'damaged',
      message: expect.stringContaining(why),
    });
    expect(await faultOfModel(folder, MADE_UP_MODEL)).toMatchObject({ kind: 'damaged' });
  });

  it('is absent where nothing has its name, not even the folder', async () => {
    for (const place of [folder, join(folder, 'none'), join(path(), 'in', 'a', 'file')])
      expect(await faultOfModel(place, MADE_UP_MODEL)).toMatchObject({ kind: 'absent' });
    expect(await glanceAtModel(folder, MADE_UP_MODEL)).toBeNull();
  });

  it('is refused if it is a folder', async () => {
    await mkdir(path());
    expect(await faultOfModel(folder, MADE_UP_MODEL)).toMatchObject({ kind: 'damaged' });
    expect(await glanceAtModel(folder, MADE_UP_MODEL)).toMatchObject({ fault: { kind: 'damaged' } });
  });

  it.runIf(process.platform !== 'win32')('is not called damaged if it cannot be read', async () => {
    await symlink(MADE_UP_MODEL.name, path());
    const fault = await faultOfModel(folder, MADE_UP_MODEL);
    if (fault === null) throw new Error('A link to itself has been read.');
    expect(fault.message).toBe('it cannot be read (ELOOP)');
    expect(missingModel(MADE_UP_MODEL, { folder, fault })).toMatchObject({
      message: expect.stringMatching(/file cannot be used: .*\(it cannot be read \(ELOOP\)\)\.$/u),
      hint: expect.stringMatching(/^Let your account read it, or delete it\. To get a whole one, /u),
    });
  });

  it.runIf(process.platform !== 'win32')('is found through a link, and a pipe in its place delays nobody', async () => {
    const elsewhere = join(folder, 'elsewhere');
    await putModel(elsewhere);
    await symlink(join(elsewhere, MADE_UP_MODEL.name), path());
    expect(await faultOfModel(folder, MADE_UP_MODEL)).toBeNull();
    await rm(path());
    execFileSync('mkfifo', [path()]);
    expect(await faultOfModel(folder, MADE_UP_MODEL)).toMatchObject({ message: 'it is not a file' });
  });
});
