import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedLines, isRisky, risksOf, RISKY_FILES, RISKY_LINES } from './risk.ts';
import type { PlannedFile } from './review-plan.ts';

const lines = (count: number, word = 'line'): string =>
  Array.from({ length: count }, (_, index) => `${word} ${index}\n`).join('');
const edit = (before: string, after: string, path = 'Note.md'): PlannedFile => ({ kind: 'edit', path, before, after });
const risky = (...files: PlannedFile[]): boolean => isRisky({ files });

describe('a change that is risky', () => {
  it('deletes or moves a note', () => {
    expect(risksOf({ files: [{ kind: 'delete', path: 'a.md', before: 'x' }] })).toEqual([
      { kind: 'deletes', path: 'a.md' },
    ]);
    expect(risksOf({ files: [{ kind: 'move', path: 'a.md', to: 'b.md' }] })).toEqual([
      { kind: 'moves', path: 'a.md', to: 'b.md' },
    ]);
  });

  it('changes more than half of a note', () => {
    const note = lines(10);
    expect(risky(edit(note, note.replace(/line [0-4]\n/gu, 'new\n')))).toBe(false);
    expect(risksOf({ files: [edit(note, note.replace(/line [0-5]\n/gu, 'new\n'))] })).toEqual([
      { kind: 'rewrites', path: 'Note.md', lines: 6, total: 10 },
    ]);
  });

  it('changes more than sixty lines, also by adding them', () => {
    const note = lines(500);
    expect(risky(edit(note, note + lines(RISKY_LINES, 'more')))).toBe(false);
    expect(risky(edit(note, note + lines(RISKY_LINES + 1, 'more')))).toBe(true);
    expect(risky(edit(note, lines(500 - RISKY_LINES)))).toBe(false);
    expect(risky(edit(note, lines(499 - RISKY_LINES)))).toBe(true);
  });

  it('removes a property, but not one whose value changes, nor a line of the text that looks like one', () => {
    const note = `---\ntags: [a]\nstatus: done\n---\n${lines(20)}status: x\n`;
    expect(risksOf({ files: [edit(note, note.replace('status: done\n', ''))] })).toEqual([
      { kind: 'removes-properties', path: 'Note.md', properties: ['status'] },
    ]);
    expect(risky(edit(note, note.replace('done', 'open')))).toBe(false);
    expect(risky(edit(note, note.replace('status: x\n', '')))).toBe(false);
    expect(risky(edit(note, note.slice(note.indexOf('line 0'))))).toBe(true);
  });

  it('touches more than ten files', () => {
    const files = (count: number): PlannedFile[] =>
      Array.from({ length: count }, (_, index) => edit(lines(9), `${lines(9)}new\n`, `${index}.md`));
    expect(risky(...files(RISKY_FILES))).toBe(false);
    expect(risksOf({ files: files(RISKY_FILES + 1) })).toEqual([{ kind: 'many-files', files: RISKY_FILES + 1 }]);
  });

  it('is in a marked folder, in any letter case, or leads into one', () => {
    const plan = { files: [edit(lines(9), `${lines(9)}new\n`, 'Work/Contracts/A.md')] };
    expect(isRisky(plan, ['Work/Contracts'])).toBe(true);
    expect(isRisky(plan, ['work/contracts'])).toBe(true);
    expect(isRisky(plan, ['Work/Con'])).toBe(false);
    expect(risksOf({ files: [{ kind: 'move', path: 'a.md', to: 'In/a.md' }] }, ['In'])).toContainEqual({
      kind: 'marked-folder',
      path: 'In/a.md',
      folder: 'In',
    });
  });

  it('is not one that creates a note, or adds a few lines to one', () => {
    expect(risky({ kind: 'create', path: 'a.md', after: lines(1_000) })).toBe(false);
    expect(risky(edit('', lines(3)), edit('one line', 'one line\nand another', 'b.md'))).toBe(false);
  });
});

describe('changedLines', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 }).map((all) => all.join('\n'));

  it('is within what the texts have, mirrored when they change places, and nothing for equal texts', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { lost, added, total } = changedLines(before, after);
        const back = changedLines(after, before);
        expect(lost).toBeLessThanOrEqual(total);
        expect([back.lost, back.added]).toEqual([added, lost]);
        expect(back.total - total).toBe(added - lost);
        expect(changedLines(before, before)).toMatchObject({ lost: 0, added: 0 });
      }),
      { numRuns: 300, seed: 3 },
    );
  });

  it('counts what is appended, and nothing else', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 20 }), (before, count) => {
        const base = before === '' ? '' : `${before.replace(/\n+$/u, '')}\n`;
        const { lost, added } = changedLines(base, base + lines(count, 'new'));
        expect([lost, added]).toEqual([0, count]);
      }),
      { numRuns: 200, seed: 4 },
    );
  });

  it('does not take long for texts that have nothing in common', () => {
    expect(changedLines(lines(20_000, 'old'), lines(20_000, 'new'))).toEqual({
      lost: 20_000,
      added: 20_000,
      total: 20_000,
    });
  });
});
