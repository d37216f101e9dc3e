import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
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

it('has applied the ignore rules once it says that no note has changed, before links are resolved', async () => {
  await writeFile(join(folder, 'A.md'), 'See [[B]].\n');
  const source = await DiskVault.open(folder);
  const index = new NoteIndex({ graph: new LinkGraph(), fulltext: new NoteFullText() });
  const slicer = new Slicer(10, eventLoopYield());
  const parts = { source, index, slicer, spawnWorker: spawnNodeWorker, savedPages: () => Promise.resolve([]) };
  await new VaultSync(parts).full({ verify: 'stat' });
  // As after a start: the records are there, and nothing has been compared with the vault yet.
  const sync = new VaultSync(parts);
  let applied = NaN;
  await sync.full({ verify: 'stat', onUnchanged: () => (applied = sync.rulesVersion) });
  expect(applied).toBe(source.rulesVersion);
});
