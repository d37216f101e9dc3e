import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { spawnNodeWorker } from '../../kit/concurrency/node-worker.ts';
import { eventLoopYield, Slicer } from '../../kit/concurrency/slices.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { VectorStorage } from './saved-vectors.ts';
import { TermVectors, type TrainingHost } from './term-vectors.ts';

const NOTES = 40;
const slicer = new Slicer(8, eventLoopYield());
const chunk = { startLine: 1, endLine: 1 };
const notes = Array.from(
  { length: NOTES },
  (_, id) =>
    ({
      id,
      path: `${id}.md`,
      title: 'Note',
      hash: `${id}`.padStart(32, '0'),
      headings: [],
      chunks: [chunk],
      chunkCount: 1,
    }) as unknown as NoteRecord,
);
const host: TrainingHost = {
  readTexts: ({ id }) => Promise.resolve([id % 2 === 0 ? `garden flower rose ${id}` : `engine car wheel ${id}`]),
  slicer,
  spawnWorker: spawnNodeWorker,
  signal: new AbortController().signal,
  onFailure: () => undefined,
};

it('a follower keeps its notes when another process has learned again: they are found meanwhile', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'vault-loom-terms-'));
  onTestFinished(() => rm(scratch, { recursive: true, force: true }));
  const storage = await VectorStorage.open({
    folder: join(scratch, 'vectors'),
    dataFolder: join(scratch, 'data'),
    onOwner: () => undefined,
    onLost: () => undefined,
    onChanged: () => undefined,
  });
  onTestFinished(() => storage.close());
  await storage.read();
  const owner = new TermVectors();
  await owner.train(notes, host);
  await owner.save(storage, slicer);
  const follower = new TermVectors();
  expect(await follower.load(storage, slicer)).toBe(true);
  for (const note of notes) expect(follower.take(note)).toBe(true);

  await owner.train(notes.slice(1), host);
  await owner.save(storage, slicer);
  const before = follower.set;
  expect(await follower.load(storage, slicer)).toBe(true);
  expect(follower.set).not.toBe(before);
  expect(follower.set?.vectors.coverage(1)).toEqual({ chunks: 1, embedded: 1 });
});
