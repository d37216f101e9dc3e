import { expect, it } from 'vitest';
import { LinkGraph } from '../../graph/link-graph.ts';
import { NoteIndex } from '../../index/note-index.ts';
import { parseNote } from '../../markdown/parse-note.ts';
import { makeRecord, noteContent } from '../../notes/note-record.ts';
import { NoteFullText } from '../../search/words/fulltext.ts';
import { filterOf } from './box-filter.ts';
import { readBoxQuery } from './box-query.ts';

const index = new NoteIndex({ graph: new LinkGraph(), fulltext: new NoteFullText() });

function isFound(path: string, query: string): boolean | undefined {
  const file = { path, kind: 'note', visibility: 'visible', size: 1, mtimeMs: 1, createdMs: 1 } as const;
  return filterOf(index, readBoxQuery(query).conditions)?.(makeRecord(1, file, '', noteContent(parseNote(''), [])));
}

it.each(["Anna's list/Don't.md", 'Anna\u2019s list/Don\u2019t.md'])('%s is found with either apostrophe', (path) => {
  for (const apostrophe of ["'", '\u2019']) {
    expect(isFound(path, `file:don${apostrophe}t`)).toBe(true);
    expect(isFound(path, `path:"anna${apostrophe}s list"`)).toBe(true);
    expect(isFound(path, `-path:anna${apostrophe}s`)).toBe(false);
    expect(isFound(path, `file:anna${apostrophe}s`)).toBe(false);
  }
});
