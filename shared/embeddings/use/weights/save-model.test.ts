import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkedPieces, faultOfModel } from './model-file.ts';
import { damagedContent, MADE_UP_CONTENT, MADE_UP_MODEL, putModel } from './made-up-model-test-kit.ts';
import { leaveModel, saveModel } from './save-model.ts';

let folder: string;
let from: string;
let to: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-loom-save-model-'));
  [from, to] = [join(folder, 'from'), join(folder, 'to', 'models')];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const leave = (): Promise<string> => leaveModel(MADE_UP_MODEL, [join(folder, 'none'), from], to);
const copied = (): Promise<Buffer> => readFile(join(to, MADE_UP_MODEL.name));

describe('a copy of the model', () => {
  it('is left where there is none, once', async () => {
    await putModel(from);
    expect(await leave()).toBe('copied');
    expect((await copied()).equals(MADE_UP_CONTENT)).toBe(true);
    const { ino } = await stat(join(to, MADE_UP_MODEL.name));
    expect(await leave()).toBe('there');
    expect((await stat(join(to, MADE_UP_MODEL.name))).ino).toBe(ino);
    expect(await readdir(to)).toEqual([MADE_UP_MODEL.name]);
  });

  it('takes the place of a damaged one', async () => {
    await putModel(from);
    await putModel(to, damagedContent());
    expect(await leave()).toBe('copied');
    expect((await copied()).equals(MADE_UP_CONTENT)).toBe(true);
  });

  it('is not made of a damaged one, nor of nothing, and leaves what is there', async () => {
    expect(await leave()).toBe('nowhere');
    await putModel(from, damagedContent());
    expect(await leave()).toBe('nowhere');
    expect(await readdir(to)).toEqual([]);
  });

  it('is whole for every reader while many write it at once', async () => {
    await putModel(from);
    let writing = true;
    let looks = 0;
    const reader = async (): Promise<void> => {
      while (writing) {
        const fault = await faultOfModel(to, MADE_UP_MODEL);
        expect(fault === null || fault.kind === 'absent').toBe(true);
        looks++;
      }
    };
    const readers = [reader(), reader()];
    const outcomes = await Promise.all(Array.from({ length: 12 }, leave));
    writing = false;
    await Promise.all(readers);
    expect(outcomes).toContain('copied');
    expect(looks).toBeGreaterThan(1);
    expect(await readdir(to)).toEqual([MADE_UP_MODEL.name]);
    expect((await copied()).equals(MADE_UP_CONTENT)).toBe(true);
  });

  it('takes away what a killed writer left, and nothing that is being written', async () => {
    await putModel(from);
    await putModel(to, Buffer.from('torn'));
    const [left, young] = ['.vault-loom-00aa.tmp', '.vault-loom-00bb.tmp'].map((name) => join(to, name)) as [
      string,
      string,
    ];
    await Promise.all([writeFile(left, 'half'), writeFile(young, 'half')]);
    await utimes(left, new Date(0), new Date(0));
    await leave();
    expect((await readdir(to)).sort()).toEqual(['.vault-loom-00bb.tmp', MADE_UP_MODEL.name]);
  });

  it('is not kept if what comes is not the model', async () => {
    for (const content of [damagedContent(), MADE_UP_CONTENT.subarray(1), Buffer.alloc(3_000_000)])
      await expect(saveModel(to, MADE_UP_MODEL, checkedPieces([content], MADE_UP_MODEL))).rejects.toMatchObject({
        kind: 'damaged',
      });
    expect(await readdir(to)).toEqual([]);
  });
});
