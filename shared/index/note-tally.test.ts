import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NoteRecord } from '../notes/note-record.ts';
import { NoteTally } from './note-tally.ts';

const note = fc.record({
  visibility: fc.constantFrom('visible', 'excluded', 'hidden'),
  chunkCount: fc.nat({ max: 3 }),
  warnings: fc.array(fc.constant('x'), { maxLength: 1 }),
}) as unknown as fc.Arbitrary<NoteRecord>;

describe('the tally of notes', () => {
  it('matches the existing notes, whichever came and went', () => {
    fc.assert(
      fc.property(fc.array(note), fc.array(note), (staying, leaving) => {
        const tally = new NoteTally();
        for (const record of [...leaving, ...staying]) tally.add(record);
        for (const record of leaving) tally.remove(record);
        const shown = staying.filter(({ visibility }) => visibility !== 'hidden');
        expect(tally.shown).toBe(shown.length);
        expect(tally.hidden).toBe(staying.length - shown.length);
        expect(tally.excluded).toBe(staying.filter(({ visibility }) => visibility === 'excluded').length);
        expect(tally.chunks).toBe(
          staying
            .filter(({ visibility }) => visibility === 'visible')
            .reduce((sum, { chunkCount }) => sum + chunkCount, 0),
        );
        expect([...tally.withoutContent]).toEqual(shown.filter(({ chunkCount }) => chunkCount === 0));
        expect([...tally.withWarnings]).toEqual(shown.filter(({ warnings }) => warnings.length > 0));
      }),
    );
  });

  it('tells that a note is no longer withheld, as it tells that one is', () => {
    const tally = new NoteTally();
    const versions = [tally.withheldVersion];
    const hidden = { visibility: 'hidden', chunkCount: 0, warnings: [] } as unknown as NoteRecord;
    const visible: NoteRecord = { ...hidden, visibility: 'visible' };
    tally.add(hidden);
    versions.push(tally.withheldVersion);
    tally.remove(hidden);
    tally.add(visible);
    versions.push(tally.withheldVersion);
    expect(new Set(versions).size).toBe(3);
    tally.remove(visible);
    tally.add(visible);
    expect(tally.withheldVersion).toBe(versions.at(-1));
  });
});
