import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { spawnNodeWorker } from '../kit/concurrency/node-worker.ts';
import { eventLoopYield, Slicer } from '../kit/concurrency/slices.ts';
import { DiskVault } from '../vault/disk/disk-vault.ts';
import { IndexKeeper } from './index-keeper.ts';

const NOTES = Array.from({ length: 100 }, (_, i) => `Note ${i}.md`);

let folder: string;
let keeper: IndexKeeper;
let changes = 0;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-loom-early-'));
  await write('Before.\n');
  keeper = new IndexKeeper({
    source: await DiskVault.open(folder),
    dataFolder: folder,
    indexFolder: () => Promise.reject(new Error('Kept in memory.')),
    slicer: new Slicer(10, eventLoopYield()),
    spawnWorker: spawnNodeWorker,
    log: () => undefined,
    onProgress: () => undefined,
    onChanged: () => changes++,
  });
  await keeper.open(() => undefined);
});
afterEach(async () => {
  await keeper.close();
  await rm(folder, { recursive: true, force: true });
});

const write = (text: string): Promise<unknown> => Promise.all(NOTES.map((name) => writeFile(join(folder, name), text)));

/** The order in which the reading of all notes, and of those that somebody waits for, ends. */
async function orderOf(...waitedFor: string[][]): Promise<string[]> {
  await write('# One\n\n# Two\n');
  const order: string[] = [];
  const all = keeper.follow({ files: NOTES, folders: [], rules: false }).then(({ indexed }) => {
    order.push(`all ${indexed}`);
  });
  const some = waitedFor.map(async (files) => {
    const { indexed } = await keeper.reread(files);
    order.push(`${files.join(', ')}: ${indexed}`);
  });
  await Promise.all([all, ...some]);
  return order;
}

describe('notes that somebody waits for', () => {
  it('come between others, if many are being read', async () => {
    expect(await orderOf(['Note 99.md'], ['Note 50.md', 'Note 98.md'])).toEqual([
      'Note 99.md: 1',
      'Note 50.md, Note 98.md: 2',
      'all 100',
    ]);
    expect(keeper.index.note('Note 99.md')?.headings).toHaveLength(2);
  });

  it('come between others, too, if they are new, and after them, if they are gone', async () => {
    await writeFile(join(folder, 'New.md'), '# One\n');
    expect(await orderOf(['New.md'], ['Gone.md'])).toEqual(['New.md: 1', 'all 100', 'Gone.md: 0']);
  });

  it('come after the others, if they are many themselves', async () => {
    const many = NOTES.slice(0, 64);
    expect(await orderOf(many, NOTES.slice(64, 66))).toEqual([
      'Note 64.md, Note 65.md: 2',
      'all 100',
      `${many.join(', ')}: 0`,
    ]);
  });

  it('are read at once, if no others are', async () => {
    await writeFile(join(folder, 'Note 7.md'), '# One\n');
    const before = changes;
    expect(await keeper.reread(['Note 7.md'])).toMatchObject({ indexed: 1 });
    expect(changes).toBe(before + 1);
  });
});
