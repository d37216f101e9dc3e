import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LinkGraph } from '../graph/link-graph.ts';
import { spawnNodeWorker } from '../kit/concurrency/node-worker.ts';
import { eventLoopYield, Slicer } from '../kit/concurrency/slices.ts';
import { NoteFullText } from '../search/words/fulltext.ts';
import { DiskVault } from '../vault/disk/disk-vault.ts';
import { NoteIndex } from './note-index.ts';
import { VaultSync } from './vault-sync.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-loom-sync-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function open() {
  const source = await DiskVault.open(folder);
  const index = new NoteIndex({ graph: new LinkGraph(), fulltext: new NoteFullText() });
  const slicer = new Slicer(10, eventLoopYield());
  return { source, index, slicer, spawnWorker: spawnNodeWorker, savedPages: () => Promise.resolve([]) };
}

it('has applied the ignore rules once it says that no note has changed, before links are resolved', async () => {
  await writeFile(join(folder, 'A.md'), 'See [[B]].\n');
  const parts = await open();
  const { source } = parts;
  await new VaultSync(parts).full({ verify: 'stat' });
  // As after a start: the records are there, and nothing has been compared with the vault yet.
  const sync = new VaultSync(parts);
  let applied = NaN;
  await sync.full({ verify: 'stat', onUnchanged: () => (applied = sync.rulesVersion) });
  expect(applied).toBe(source.rulesVersion);
});

describe('a note that somebody waits for while others are read', () => {
  const path = (i: number): string => `Note ${String(i).padStart(2, '0')}.md`;
  const all = Array.from({ length: 40 }, (_, i) => path(i));
  const write = (text: string): Promise<unknown> => Promise.all(all.map((name) => writeFile(join(folder, name), text)));

  /** Reads forty changed notes, and does something after the third. */
  async function duringPass(task: (sync: VaultSync, index: NoteIndex) => Promise<void>) {
    await write('Before.\n');
    const parts = await open();
    const sync = new VaultSync(parts);
    await sync.full({ verify: 'stat' });
    await write('Changed. [[Wanted]]\n');
    let read = 0;
    const afterNote = async (): Promise<void> => {
      if (++read === 3) await task(sync, parts.index);
    };
    const counts = await sync.follow({ files: all, folders: [], rules: false }, { verify: 'stat', afterNote });
    return { counts, index: parts.index };
  }

  const linksOf = (index: NoteIndex, name: string): string[] =>
    index.note(name)?.links.map(({ target }) => target) ?? [];

  // Read ahead already, and not.
  it.each([path(10), path(39)])('is read next, as its file is then, and counts once: %s', async (name) => {
    const { counts, index } = await duringPass(async (sync, index) => {
      await writeFile(join(folder, name), 'Changed again. [[Wanted]] [[Late]]\n');
      expect(await sync.readBetween([name])).toMatchObject({ indexed: 1, skipped: 0, stubsCreated: 1 });
      expect(linksOf(index, name)).toEqual(['Wanted', 'Late']);
      expect(linksOf(index, path(38))).toEqual([]);
    });
    expect(linksOf(index, name)).toEqual(['Wanted', 'Late']);
    expect(linksOf(index, path(38))).toEqual(['Wanted']);
    expect(counts).toMatchObject({ indexed: 40, skipped: 0, stubsCreated: 1 });
  });

  it('waits for its turn if it is new, gone or hidden', async () => {
    await duringPass(async (sync) => {
      await writeFile(join(folder, 'New.md'), 'New.\n');
      await rm(join(folder, path(20)));
      for (const names of [['New.md'], [path(20)], [path(21), 'New.md']])
        expect(await sync.readBetween(names)).toBeNull();
    });
  });
});
