import { describe, expect, it } from 'vitest';
import { MOST_ANSWER_BYTES } from './bounded-answer.ts';
import { fitPage } from './fit-page.ts';

describe('a page of rows', () => {
  it('stays whole if it fits', () => {
    const answer = { notes: [{ path: 'A.md' }], total: 1 };
    expect(fitPage(answer, 'notes', 0)).toBe(answer);
    expect(fitPage({ notes: { total: 1 } }, 'notes', 0)).toEqual({ notes: { total: 1 } });
  });

  it('is cut where it does not, and the next one begins there', () => {
    const notes = Array.from({ length: 100 }, (_, i) => ({ path: `${i}.md`, text: 'é'.repeat(1_000) }));
    const cut = fitPage({ notes, total: 500, nextOffset: 300 }, 'notes', 200);
    expect(Buffer.byteLength(JSON.stringify(cut))).toBeLessThanOrEqual(MOST_ANSWER_BYTES);
    expect(cut).toMatchObject({ total: 500, truncated: true, nextOffset: 200 + cut.notes.length });
    expect(cut.notes.length).toBeGreaterThan(15);
  });

  it('keeps one row, however long', () => {
    const cut = fitPage({ notes: ['a'.repeat(100_000), 'b'] }, 'notes', 0);
    expect(cut).toMatchObject({ notes: [expect.any(String)], nextOffset: 1 });
  });
});
