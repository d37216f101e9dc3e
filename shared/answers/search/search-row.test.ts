import { expect, it } from 'vitest';
import { chunkNote } from '../../markdown/chunks/chunker.ts';
import { parseNote } from '../../markdown/parse-note.ts';
import { makeRecord, noteContent } from '../../notes/note-record.ts';
import { chunkOf } from './search-row.ts';

it('a passage right below several headings is under the last of them', () => {
  const text = '# Book\n\n## Chapter\n\nText.\n';
  const parsed = parseNote(text);
  const file = { path: 'A.md', kind: 'note', visibility: 'visible', size: 1, mtimeMs: 1, createdMs: 1 } as const;
  const record = makeRecord(1, file, '', noteContent(parsed, chunkNote(text, parsed)));
  expect(chunkOf(record, 0)).toEqual({ chunkId: 'A.md#0', chunkHeading: 'Chapter', chunkStartLine: 1 });
});
