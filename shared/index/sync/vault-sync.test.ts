import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LinkGraph } from '../../graph/link-graph.ts';
import { spawnNodeWorker } from '../../kit/concurrency/node-worker.ts';
import { eventLoopYield, Slicer } from '../../kit/concurrency/slices.ts';
import { NoteFullText } from '../../search/words/fulltext.ts';
import { DiskVault } from '../../vault/disk/disk-vault.ts';
import { HugeNotes } from '../huge-notes.ts';
import type { IndexKeeper } from '../index-keeper.ts';
import { NoteIndex } from '../note-index.ts';
import { VaultSync } from './vault-sync.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-loom-sync-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function open() {
  const source = await DiskVault.open(folder);
  const graph = new LinkGraph();
  const index = new NoteIndex({ graph, fulltext: new NoteFullText() });
  const slicer = new Slicer(10, eventLoopYield());
  return { source, graph, index, slicer, spawnWorker: spawnNodeWorker, savedPages: () => Promise.resolve([]) };
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

it('looks at few of many files at once, so that thousands of answers do not come in one piece', async () => {
  const parts = await open();
  let now = 0;
  let most = 0;
  const counted = async (): Promise<void> => {
    most = Math.max(most, ++now);
    await new Promise((resolve) => setImmediate(resolve));
    now--;
  };
  const source = Object.assign(Object.create(parts.source) as DiskVault, {
    statForms: () => counted().then(() => []),
    stat: () => counted().then(() => null),
  });
  const files = Array.from({ length: 2_000 }, (_, i) => `Gone ${i}.md`);
  await new VaultSync({ ...parts, source }).follow({ files, folders: [], rules: false }, { verify: 'stat' });
  expect(most).toBe(64);
  most = 0;
  const keeper = { index: { note: () => ({}) } } as unknown as IndexKeeper;
  await new HugeNotes({ source, keeper, onError: () => undefined }).leaveForLater(files);
  expect(most).toBe(64);
});

describe('a note that somebody waits for while others are read', () => {
  const path = (i: number): string => `Note ${String(i).padStart(2, '0')}.md`;
  const all = Array.from({ length: 40 }, (_, i) => path(i));
  const write = (text: string): Promise<unknown> => Promise.all(all.map((name) => writeFile(join(folder, name), text)));

  /** Reads forty changed notes, and does something after the third. */
  async function duringPass(task: (sync: VaultSync, index: NoteIndex, graph: LinkGraph) => Promise<void>) {
    await write('Before.\n');
    const parts = await open();
    const sync = new VaultSync(parts);
    await sync.full({ verify: 'stat' });
    await write('Changed. [[Wanted]]\n');
    let read = 0;
    const afterNote = async (): Promise<void> => {
      if (++read === 3) await task(sync, parts.index, parts.graph);
    };
    const counts = await sync.follow({ files: all, folders: [], rules: false }, { verify: 'stat', afterNote });
    return { counts, index: parts.index, graph: parts.graph };
  }

  const linksOf = (index: NoteIndex, name: string): string[] =>
    index.note(name)?.links.map(({ target }) => target) ?? [];

  // Read ahead already, and not.
  it.each([path(10), path(39)])('is read next, as its file is then, and counts once: %s', async (name) => {
    const { counts, index } = await duringPass(async (sync, index) => {
      await writeFile(join(folder, name), 'Changed again. [[Wanted]] [[Late]]\n');
      expect(await sync.notes.readBetween([name])).toMatchObject({ indexed: 1, skipped: 0, stubsCreated: 1 });
      expect(linksOf(index, name)).toEqual(['Wanted', 'Late']);
      expect(linksOf(index, path(38))).toEqual([]);
    });
    expect(linksOf(index, name)).toEqual(['Wanted', 'Late']);
    expect(linksOf(index, path(38))).toEqual(['Wanted']);
    expect(counts).toMatchObject({ indexed: 40, skipped: 0, stubsCreated: 1 });
  });

  it('is read next, too, if it is new, and the links to it are resolved', async () => {
    const { counts, index, graph } = await duringPass(async (sync, _, graph) => {
      await writeFile(join(folder, 'Wanted.md'), 'New.\n');
      expect(await sync.notes.readBetween(['Wanted.md'])).toMatchObject({ indexed: 1, stubsPruned: 1 });
      expect(graph.incoming('Wanted.md')).toEqual(all.slice(0, 3));
    });
    expect(counts).toMatchObject({ indexed: 40, stubsCreated: 1 });
    expect(graph.incoming('Wanted.md')).toHaveLength(40);
    expect(index.links.stubs.count).toBe(0);
  });

  it('stays the note it was, if it has another name', async () => {
    await writeFile(join(folder, 'Old.md'), 'A text of its own.\n');
    const parts = await open();
    const sync = new VaultSync(parts);
    await write('Before.\n');
    await sync.full({ verify: 'stat' });
    const before = parts.index.note('Old.md')?.id;
    await rename(join(folder, 'Old.md'), join(folder, 'New.md'));
    await write('Changed.\n');
    let early: number | undefined;
    const afterNote = async (): Promise<void> => {
      if (early !== undefined) return;
      expect(await sync.notes.readBetween(['New.md'])).toMatchObject({ indexed: 1 });
      early = parts.index.note('New.md')?.id;
    };
    await sync.follow(
      { files: [...all, 'Old.md', 'New.md'], folders: [], rules: false },
      { verify: 'stat', afterNote },
    );
    expect(early).toBe(before);
    expect(parts.index.note('New.md')?.id).toBe(before);
    expect(parts.index.note('Old.md')).toBeUndefined();
  });

  it('waits for its turn if it is gone or its name has another Unicode form', async () => {
    await duringPass(async (sync) => {
      const name = 'Cafe\u0301.md';
      await writeFile(join(folder, name), 'New.\n');
      await rm(join(folder, path(20)));
      for (const names of [[name], [path(20)], [path(21), name]])
        expect(await sync.notes.readBetween(names)).toBeNull();
    });
  });
});
