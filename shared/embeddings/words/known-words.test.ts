import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventLoopYield, Slicer } from '../../kit/concurrency/slices.ts';
import { KnownWords } from './known-words.ts';

let folder: string;
let logged: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-loom-words-'));
  logged = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function open(space = 'one', dimensions = 4): KnownWords {
  const log = (_level: string, message: string): void => void logged.push(message);
  return new KnownWords({ folder, space, dimensions, slicer: new Slicer(10, eventLoopYield()), log });
}

function vectorOf(words: KnownWords, term: string): number[] {
  const sum = new Float64Array(words.table.dimensions);
  words.table.addTo(sum, term, 1);
  return [...sum].map((value) => Math.round(value * 100) / 100);
}

const path = (space = 'one'): string => join(folder, `words-${space}.bin`);

describe('the words that were learned', () => {
  it('are there again, with their vectors, in a file for this person alone', async () => {
    const words = open();
    words.table.put('apple', Float32Array.of(1, 0, 0, 0));
    words.table.put('pear', Float32Array.of(0.6, 0.8, 0, 0));
    expect(words.unsaved).toBe(2);
    await words.save();
    expect(words.unsaved).toBe(0);
    const again = open();
    await again.load();
    expect([again.table.size, again.unsaved]).toEqual([2, 0]);
    expect(vectorOf(again, 'pear')).toEqual([0.6, 0.8, 0, 0]);
    expect(vectorOf(again, 'plum')).toEqual([0, 0, 0, 0]);
    if (process.platform !== 'win32') expect((await stat(path())).mode & 0o777).toBe(0o600);
    expect(logged).toEqual([]);
  });

  it('are joined with those that another process has saved meanwhile', async () => {
    const [here, there] = [open(), open()];
    await Promise.all([here.load(), there.load()]);
    here.table.put('apple', Float32Array.of(1, 0, 0, 0));
    there.table.put('pear', Float32Array.of(0, 1, 0, 0));
    await here.save();
    await there.save();
    const again = open();
    await again.load();
    expect([vectorOf(again, 'apple'), vectorOf(again, 'pear')]).toEqual([
      [1, 0, 0, 0],
      [0, 1, 0, 0],
    ]);
  });

  it('are learned again, and saved again, if the file is cut, changed or of another size', async () => {
    for (const spoil of [
      () => truncate(path(), 50),
      async () => {
        const bytes = await readFile(path());
        bytes[60] = (bytes[60] ?? 0) ^ 1;
        await writeFile(path(), bytes);
      },
      () => writeFile(path(), 'not words'),
    ]) {
      const words = open();
      words.table.put('apple', Float32Array.of(1, 0, 0, 0));
      await words.save();
      await spoil();
      const again = open();
      await again.load();
      expect(again.table.size).toBe(0);
      expect(logged.pop()).toContain('learned again');
      again.table.put('pear', Float32Array.of(0, 1, 0, 0));
      await again.save();
      const third = open();
      await third.load();
      expect([third.table.has('pear'), third.table.has('apple')]).toEqual([true, false]);
      await rm(path());
      logged.length = 0;
    }
  });

  it('of another encoder make way, and its file is removed', async () => {
    const words = open();
    words.table.put('apple', Float32Array.of(1, 0, 0, 0));
    await words.save();
    const other = open('two');
    await other.load();
    expect(other.table.size).toBe(0);
    other.table.put('apple', Float32Array.of(0, 1, 0, 0));
    await other.save();
    expect(await readdir(folder)).toEqual(['words-two.bin']);
  });

  it('are saved where a folder is in the place of their file, or of that of another encoder', async () => {
    for (const space of ['one', 'two']) {
      await mkdir(path(space));
      await writeFile(join(path(space), 'inside'), 'text');
    }
    const words = open();
    await words.load();
    words.table.put('apple', Float32Array.of(1, 0, 0, 0));
    await words.save();
    expect([words.unsaved, await readdir(folder)]).toEqual([0, ['words-one.bin']]);
    const again = open();
    await again.load();
    expect(again.table.has('apple')).toBe(true);
    expect(logged.filter((line) => !line.includes('learned again'))).toEqual([]);
  });

  it('do not stay in a file that a killed process was writing', async () => {
    const [left, underWay] = ['.vault-loom-0a.tmp', '.vault-loom-0b.tmp'];
    for (const name of [left, underWay]) await writeFile(join(folder, name), 'apple');
    await utimes(join(folder, left), 1_700_000_000, 1_700_000_000);
    const words = open();
    words.table.put('apple', Float32Array.of(1, 0, 0, 0));
    await words.save();
    expect((await readdir(folder)).sort()).toEqual([underWay, 'words-one.bin']);
  });

  it('stay in memory if they cannot be saved', async () => {
    await rm(folder, { recursive: true });
    const words = open();
    words.table.put('apple', Float32Array.of(1, 0, 0, 0));
    await words.save();
    expect(logged[0]).toContain('could not be saved');
    expect([words.unsaved, words.table.has('apple')]).toEqual([1, true]);
  });

  it('are said once to be refused by the disk, until they are saved again', async () => {
    const words = open();
    const learn = (term: string): Promise<void> => {
      words.table.put(term, Float32Array.of(1, 0, 0, 0));
      return words.save();
    };
    await rm(folder, { recursive: true });
    for (const term of ['apple', 'pear', 'plum']) await learn(term);
    expect(logged).toHaveLength(1);
    await mkdir(folder);
    await learn('fig');
    await rm(folder, { recursive: true });
    await learn('quince');
    expect(logged).toHaveLength(2);
  });
});
