import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonBytes } from '../../kit/json/json-size.ts';
import { MOST_ANSWER_BYTES, boundAnswer } from './bounded-answer.ts';

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const rows = (count: number, title = 'A title of some length'): { path: string; title: string }[] =>
  Array.from({ length: count }, (_, n) => ({ path: `Folder/Note ${n}.md`, title }));

describe('the size of an answer', () => {
  it('is left alone if the answer is short', () => {
    const answer = { data: rows(3), context: { state: {}, next_actions: [] } };
    expect(boundAnswer(answer)).toBe(answer);
  });

  it('is kept by cutting a list at whole rows, with the number there were', () => {
    const notes = rows(10_000);
    const answer = boundAnswer({ notes, total: 12_345 });
    const kept = answer['notes'] as typeof notes;
    expect(answer).toMatchObject({ truncated: true, total: 12_345 });
    expect(kept).toEqual(notes.slice(0, kept.length));
    expect(bytesOf(answer)).toBeLessThanOrEqual(MOST_ANSWER_BYTES);
    expect(bytesOf(answer)).toBeGreaterThan(MOST_ANSWER_BYTES * 0.95);
  });

  it('leaves short fields whole next to a long list', () => {
    const context = {
      state: { match: 'strong' },
      next_actions: [{ description: 'Read it.', tool: 'read_note', args: { name: 'A.md' } }],
    };
    expect(boundAnswer({ data: rows(5_000), context })).toMatchObject({ truncated: true, total: 5_000, context });
  });

  it('is shared between long lists, each with its own count', () => {
    const data = { path: 'A.md', headings: rows(50_000), outgoing: rows(200), incoming: rows(4_000) };
    const { data: cut } = boundAnswer({ data }) as { data: Record<string, unknown[]> };
    expect(cut).toMatchObject({ path: 'A.md', truncated: true, headingsTotal: 50_000, incomingTotal: 4_000 });
    expect(cut).not.toHaveProperty('outgoingTotal');
    expect(cut['outgoing']).toHaveLength(200);
    expect(Math.abs((cut['headings'] ?? []).length - (cut['incoming'] ?? []).length)).toBeLessThan(50);
  });

  it('shortens a row that is too long by itself, and keeps the others', () => {
    const notes = rows(20);
    notes[3] = { path: 'Long.md', title: '長'.repeat(100_000) };
    const answer = boundAnswer({ notes, total: 20 }) as { notes: { path: string; title: string; truncated?: true }[] };
    expect(answer.notes).toHaveLength(20);
    expect(answer.notes[3]).toMatchObject({
      path: 'Long.md',
      truncated: true,
      title: expect.stringMatching(/^長+…$/) as string,
    });
    expect(answer.notes[4]).toEqual(notes[4]);
    expect(bytesOf(answer)).toBeLessThanOrEqual(MOST_ANSWER_BYTES);
  });

  it('never cuts a surrogate pair in two', () => {
    const { note } = boundAnswer({ note: '🌱'.repeat(30_000) }) as { note: string };
    expect(note).toMatch(/^(?:🌱)+…$/u);
  });

  it('does not count the text that was requested', () => {
    const content = 'x'.repeat(1_000_000);
    const data = { path: 'A.md', content, truncated: false, contentLength: content.length, headings: rows(9_000) };
    const answer = boundAnswer({ data }, { uncut: ['data', 'content'] }) as { truncated: true; data: typeof data };
    expect(answer).toMatchObject({
      truncated: true,
      data: { truncated: false, contentLength: 1_000_000, headingsTotal: 9_000 },
    });
    expect(answer.data.content).toBe(content);
    expect(bytesOf({ ...answer, data: { ...answer.data, content: null } })).toBeLessThanOrEqual(MOST_ANSWER_BYTES);
  });

  it('nor that of any of several notes, though it cuts the rest of them', () => {
    const content = 'x'.repeat(100_000);
    const data = Array.from({ length: 3 }, (_, i) => ({
      path: `${i}.md`,
      content: content + i,
      headings: rows(2_000),
    }));
    const answer = boundAnswer({ data }, { uncut: ['data', 'content'] }) as { data: typeof data };
    expect(answer.data.map((note) => note.content)).toEqual(data.map((note) => note.content));
    const rest = answer.data.map((note) => ({ ...note, content: null }));
    expect(bytesOf({ ...answer, data: rest })).toBeLessThanOrEqual(MOST_ANSWER_BYTES);
  });

  it('cuts properties of a note without adding a mark', () => {
    const frontmatter = { status: 'open', log: rows(5_000).map(({ title }) => title), text: 'y'.repeat(90_000) };
    const { data } = boundAnswer({ data: { path: 'A.md', frontmatter } }) as {
      data: { frontmatter: typeof frontmatter };
    };
    expect(data).toMatchObject({ path: 'A.md', frontmatterTruncated: true });
    expect(Object.keys(data.frontmatter)).toEqual(['status', 'log', 'text']);
    expect(data.frontmatter.status).toBe('open');
  });

  it('keeps each cell of a table’s row, even if little of a long one', () => {
    const table = {
      kind: 'table',
      headers: ['a', 'b', 'c', 'd', 'e', 'f'],
      rows: Array.from({ length: 40 }, (_, n) => [n, 'b', 'x'.repeat(9_000), 'd', 'e', 'f']),
    };
    const cut = boundAnswer(table) as typeof table & { total?: number };
    expect(cut.total).toBe(40);
    for (const row of cut.rows) expect(row).toHaveLength(6);
    const oneLong = boundAnswer({
      ...table,
      rows: [[1, 'b', 'x'.repeat(90_000), 'd', 'e', 'f'], ...table.rows.slice(1, 4)],
    }) as typeof table;
    for (const row of oneLong.rows) expect(row).toHaveLength(6);
  });

  it('keeps columns of any name', () => {
    const row = JSON.parse('{"__proto__": 1, "file": {"name": "A", "path": "A.md"}}') as object;
    const { rows: kept } = boundAnswer({ rows: Array.from({ length: 9_000 }, () => row) }) as { rows: object[] };
    expect(JSON.stringify(kept[0])).toBe(JSON.stringify(row));
  });

  it('writes numbers that are not finite as words, not as the null of JSON', () => {
    const answer = boundAnswer({ rows: [{ growth: Infinity, loss: -Infinity, none: NaN, plain: 1 }], total: 1 });
    expect(JSON.parse(JSON.stringify(answer))).toEqual({
      rows: [{ growth: 'Infinity', loss: '-Infinity', none: 'NaN', plain: 1 }],
      total: 1,
    });
  });

  it('works for values nested a hundred thousand deep', () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 100_000; level++) deep = level % 2 === 0 ? [deep] : { deep };
    expect(() => JSON.stringify(boundAnswer({ rows: [deep] }))).not.toThrow();
  });

  it('works for any JSON', () => {
    const wild = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string({ unit: 'binary', maxLength: 600 }),
        fc.double(),
        fc.constantFrom(null, true, undefined, Infinity, '\u0000'.repeat(400), '🌱"\\'.repeat(100), 'z'.repeat(5_000)),
        fc.array(tie('value'), { maxLength: 12 }),
        fc.dictionary(
          fc.oneof(
            fc.string({ maxLength: 12 }),
            fc.constantFrom('rows', 'data', 'truncated', 'total', 'frontmatter', '__proto__'),
          ),
          tie('value'),
          { maxKeys: 12 },
        ),
      ),
    })).value;
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('data', 'context', 'rows', 'notes', 'path'), wild),
        fc.integer({ min: 400, max: 3_000 }),
        (answer, most) => {
          const before = JSON.stringify(answer);
          const bound = boundAnswer(answer, { most });
          expect(bytesOf(bound)).toBeLessThanOrEqual(most);
          expect(JSON.stringify(answer)).toBe(before);
          if (jsonBytes(answer) <= most) expect(bound).toBe(answer);
        },
      ),
      { numRuns: 400 },
    );
  });
});
