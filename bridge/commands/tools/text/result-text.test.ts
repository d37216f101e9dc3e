import { describe, expect, it } from 'vitest';
import { keptScreen } from '../../../test-support/command-line.ts';
import { resultText } from './result-text.ts';

const text = (tool: string, result: Record<string, unknown>): string => resultText(tool, result, keptScreen());
const context = (state: Record<string, unknown> = {}, hint?: string) => ({
  state,
  next_actions: [{ tool: 'x' }],
  hint,
});

describe('a result as text', () => {
  it('of a search is places with their passages, and what to know of them', () => {
    const data = [
      {
        path: 'Tea/Green.md',
        title: 'Green',
        score: 1,
        matchedBy: ['fulltext'],
        line: 7,
        excerpt: 'Water at 80 degrees.',
      },
      {
        path: 'b.md',
        title: 'The other',
        score: 0.5,
        matchedBy: ['semantic'],
        chunkStartLine: 3,
        chunkHeading: 'Cups',
        chunkExcerpt: 'x',
      },
    ];
    expect(text('search', { data, nextOffset: 2, context: context({ match: 'partial', embedded: 0.256 }) })).toBe(
      'Tea/Green.md:7\n  Water at 80 degrees.\nb.md:3  The other  Cups\n  x\nThe best is a partial match.\n' +
        '25 % is found by meaning so far; `vault-loom status --wait` does the rest.\nMore: --offset 2\n',
    );
    expect(text('search', { data: [], context: context({}, 'There is no folder "Te".') })).toBe(
      'Nothing was found.\nThere is no folder "Te".\n',
    );
  });

  it('of notes is a line each, the path first', () => {
    const notes = [
      { path: 'a.md', title: 'a', tags: ['x', 'y/z'], modified: '2026-03-01T10:00:00.000Z', size: 3 },
      { path: '_stub/b.md', title: 'b', stub: true },
      { path: 'c.md', title: 'A title', properties: { status: 'done', with: ['p', 'q'] } },
    ];
    expect(text('list_notes', { notes, total: 9, nextOffset: 3 })).toBe(
      'a.md  #x  #y/z  2026-03-01\n_stub/b.md  does not exist yet\nc.md  A title  status: done  with: p, q\n3 of 9. More: --offset 3\n',
    );
    expect(text('list_notes', { notes: [], total: 0 })).toBe('No note fits.\n');
  });

  it('of tasks is a line each, as written in the note', () => {
    const tasks = [
      { path: 'a.md', line: 4, text: 'Fill the barrels', status: ' ', due: '2026-03-14', priority: 'high' },
    ];
    expect(text('list_tasks', { tasks, total: 1 })).toBe('[ ] Fill the barrels  high  due 2026-03-14  a.md:4\n');
  });

  it('of a note is its text below what is known of it', () => {
    const note = {
      path: 'a.md',
      title: 'a',
      frontmatter: { status: 'x', list: [1, 2] },
      outgoing: [{ path: 'b.md', title: 'b', context: 'See [[b]].' }],
      incoming: [],
      content: '# A\n\nText.\n',
      truncated: true,
      contentLength: 50,
      nextOffset: 10,
    };
    expect(text('read_note', { data: note, context: context() })).toBe(
      'a.md\nstatus: x\nlist: 1, 2\nLinks to: b.md\n\n# A\n\nText.\n… 10 of 50 characters. More: --offset 10\n',
    );
    const part = { path: 'a.md', title: 'a', startLine: 40, endLine: 41, content: '## B', truncated: true };
    expect(text('read_note', { data: { ...part, contentLength: 50, nextOffset: 804 }, context: context() })).toBe(
      'a.md:40-41\n\n## B\n… More: --offset 804\n',
    );
    const { content: _content, truncated: _truncated, ...brief } = note;
    expect(
      text('read_note', {
        data: [
          { ...brief, headings: [{ level: 2, text: 'B', line: 5 }], words: 3 },
          { name: 'z', error: { message: 'No.' } },
        ],
      }),
    ).toBe('a.md\nstatus: x\nlist: 1, 2\nLinks to: b.md\n## B  (line 5)\nwords: 3\n\nz: No.\n');
  });

  it('of links is a line for each neighbour, and for each chain with the lines of its links', () => {
    const data = [
      { hop: 1, outgoing: [{ path: 'b.md', title: 'b' }], incoming: [{ path: 'c.md', title: 'c' }], total: 5 },
      { hop: 2, outgoing: [{ path: 'd.md', title: 'd' }], incoming: [] },
    ];
    expect(text('find_connections', { data, context: context() })).toBe(
      '1 link away:\n  → b.md\n  ← c.md\n  2 of 5; --limit 5 shows all\n2 links away:\n  → d.md\n',
    );
    const notes = [
      { path: 'a.md', title: 'a' },
      { path: 'b.md', title: 'b' },
    ];
    const links = [{ source: 'b.md', target: 'a.md', context: 'See [[a]].' }];
    expect(text('find_path_between', { paths: [{ notes, links }], length: 1 })).toBe(
      'a.md – b.md\n  b.md: See [[a]].\n',
    );
    expect(text('find_path_between', { paths: [], length: 4, reason: 'beyond_max_depth' })).toBe(
      'They are 4 links apart: --max-depth 4\n',
    );
    expect(text('find_path_between', { paths: [], length: null, reason: 'no_path' })).toBe(
      'No links lead from one to the other.\n',
    );
  });

  it('of a dry run says that nothing was written, and names no preview of a server that has ended', () => {
    const result = {
      dryRun: true,
      previewId: 'p',
      expiresAt: 't',
      path: 'a.md',
      mode: 'append',
      diff: '--- a\n+++ b\n+x\n',
    };
    expect(text('edit_note', result)).toBe(
      'path: a.md\nmode: append\ndiff:\n--- a\n+++ b\n+x\nNothing was written. The same without --dry-run writes it.\n',
    );
  });

  it('of any other tool is its fields in words, without what is for assistants', () => {
    const result = {
      from: 'a.md',
      linksRewritten: { files: 2, occurrences: 3 },
      files: [
        { path: 'c.md', title: 'c', occurrences: 1 },
        { path: 'd.md', notes: [{ path: 'e.md' }], text: 'two\nlines' },
      ],
      nothing: undefined,
      uri: 'obsidian://x',
      context: context(),
    };
    expect(text('move_note', result)).toBe(
      'from: a.md\nlinks rewritten: files 2, occurrences 3\nfiles:\n  c.md  occurrences: 1\n  d.md\n    notes:\n      e.md\n    text:\n    two\n    lines\n',
    );
    expect(text('delete_note', { dryRun: true, path: 'a.md', inboundLinks: 1, stubsToPrune: 0 })).toMatch(
      /\nNothing was written\. With --confirm in place of --dry-run it is deleted\.\n$/u,
    );
    expect(text('delete_note', { data: { path: 'a.md', deleted: true }, context: context() })).toBe(
      'path: a.md\ndeleted: true\n',
    );
    expect(text('any', {})).toBe('');
  });
});
