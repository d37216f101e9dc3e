import { expect, it } from 'vitest';
import { notesShown } from './notes-shown.ts';

it('names the notes whose text is in an answer', () => {
  expect(
    notesShown({
      data: [
        { path: 'A.md', title: 'A', excerpt: 'x' },
        { path: 'B.md', title: 'B', excerpt: '' },
      ],
    }),
  ).toEqual(['A.md']);
  expect(notesShown({ data: [{ path: 'A.md', chunkExcerpt: 'x' }] })).toEqual(['A.md']);
  expect(
    notesShown({
      data: {
        path: 'A.md',
        content: 'x',
        outgoing: [{ path: 'Out.md', title: 'Out', context: 'line of A' }],
        incoming: [
          { path: 'In.md', context: 'line of In' },
          { path: 'Name alone.md', title: 'x' },
        ],
      },
      context: { state: {}, next_actions: [{ tool: 'read_note', args: { path: 'C.md', text: 'x' } }] },
    }),
  ).toEqual(['A.md', 'In.md']);
  expect(notesShown({ path: 'A.md', diff: '@@', changed: true })).toEqual(['A.md']);
  expect(
    notesShown({ paths: [{ notes: [{ path: 'A.md' }], links: [{ source: 'A.md', target: 'B.md', context: 'x' }] }] }),
  ).toEqual(['A.md']);
  expect(notesShown({ path: 'A.md', selection: { from: {}, to: {}, text: 'x' } })).toEqual(['A.md']);
});

it('names the notes whose properties a query gave', () => {
  expect(
    notesShown({ rows: [{ file: { name: 'A', path: 'A.md' }, status: 'x' }, { file: { name: 'B', path: 'B.md' } }] }),
  ).toEqual(['A.md']);
  expect(notesShown({ kind: 'table', rows: [['A.md', 1], ['B.md']] })).toEqual(['A.md']);
  expect(
    notesShown({ kind: 'task', items: [{ path: 'A.md', text: 'x', children: [{ path: 'B.md', text: 'y' }] }] }),
  ).toEqual(['A.md', 'B.md']);
});

it('names none where names alone were given', () => {
  expect(notesShown({ notes: [{ path: 'A.md', title: 'A', tags: ['x'], size: 3 }], total: 1 })).toEqual([]);
  expect(notesShown({ data: [{ hop: 1, outgoing: [{ path: 'A.md', title: 'A' }], incoming: [] }] })).toEqual([]);
  expect(notesShown({ from: 'A.md', to: 'B.md', linksRewritten: { files: 1, occurrences: 2 } })).toEqual([]);
  expect(notesShown({ data: { path: '_stub/A.md', frontmatter: { _stub: true } } })).toEqual([]);
  expect(notesShown({ source: 'A.md', target: 'B.md', text: '[[B]]', inserted: true })).toEqual([]);
});
