import { expect, it } from 'vitest';
import { LinkGraph } from '../../graph/link-graph.ts';
import { NoteIndex } from '../../index/note-index.ts';
import { eventLoopYield, Slicer } from '../../kit/concurrency/slices.ts';
import { makeRecord, unreadableContent } from '../../notes/note-record.ts';
import { NoteFullText } from '../../search/words/fulltext.ts';
import { indexVault } from './index-vault.ts';
import { warmUpBases } from './warm-up-bases.ts';

const FILE = { kind: 'note', visibility: 'visible', size: 1, mtimeMs: 2, createdMs: 2 } as const;

it('the files of a warm-up are not kept, those of a question are', async () => {
  const index = new NoteIndex({ graph: new LinkGraph(), fulltext: new NoteFullText() });
  index.adoptNote(makeRecord(1, { ...FILE, path: 'A.md' }, 'hash', { ...unreadableContent([]), tags: ['x'] }));
  const asked = indexVault(index).file('A.md');
  expect(indexVault(index).file('A.md')).toBe(asked);

  await warmUpBases(index, new Slicer(5, eventLoopYield()), () => false);
  expect(indexVault(index).file('A.md')).not.toBe(asked);
  expect(indexVault(index).file('A.md')).toEqual(asked);
});
