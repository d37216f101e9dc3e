import { describe, expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
import { makeRecord, unreadableContent, type NoteRecord } from '../../notes/note-record.ts';
import { decodeRecords, encodeRecords } from './note-segment.ts';

function recordWith(id: number, links: number): NoteRecord {
  const file = { path: `${id}.md`, kind: 'note', visibility: 'visible', size: 1, mtimeMs: 2, createdMs: 2 } as const;
  const content = unreadableContent(['a warning']);
  return makeRecord(id, file, 'hash', {
    ...content,
    links: Array.from({ length: links }, (_, i) => ({ target: `Note "${i}"\n`, line: i + 1 })),
  });
}

describe('records on disk', () => {
  it.each([[[0, 1, 2]], [[10_001]], [[3, 25_000, 0, 10_000, 30_000]], [Array<number>(40).fill(1)]])(
    'come back as they were, with %j links',
    (counts) => {
      const records = counts.map((links, id) => recordWith(id, links));
      const pieces = runSteps(encodeRecords(records));
      expect(runSteps(decodeRecords(Buffer.concat(pieces)))).toEqual(records);
    },
  );
});
