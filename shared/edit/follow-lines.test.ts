import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSteps } from '../kit/concurrency/slices.ts';
import { applyFollowingLines, namesLine, type NoteTexts } from './follow-lines.ts';
import type { AtLineEdit, NoteEdit } from './note-edit.ts';

const TEXT = 'a\nb\nc\nd\n';
const at = (line: number, more: Partial<AtLineEdit> = {}): AtLineEdit => ({
  mode: 'at_line',
  line,
  lineOp: 'after',
  content: 'NEW',
  ...more,
});
const apply = (texts: NoteTexts, ...edits: NoteEdit[]): string => runSteps(applyFollowingLines(texts, edits)).text;
/** Changed by a tool or saved by the app since the call arrived. */
const saved = (text: string): NoteTexts => ({ called: TEXT, stored: text, current: text });
/** Typed and not saved when the call arrived. */
const typed = (text: string): NoteTexts => ({ called: TEXT, stored: TEXT, current: text });

describe('a line number given for an older text', () => {
  it('is followed if it was moved by what was written', () => {
    expect(apply(saved('1\n2\na\nb\nc\nd\n'), at(3))).toBe('1\n2\na\nb\nc\nNEW\nd\n');
    expect(apply(saved('c\nd\n'), at(3, { lineOp: 'replace' }))).toBe('NEW\nd\n');
    expect(apply(saved('X\na\nb\nY\nc\nd\nZ\n'), at(3, { lineOp: 'delete' }))).toBe('X\na\nb\nY\nd\nZ\n');
  });

  it.each([
    ['has been changed', saved('a\nb\nc!\nd\n')],
    ['has been removed', saved('a\nb\nd\n')],
    ['is changed by what was typed', typed('a\nb\nc!\nd\n')],
    [
      'is moved by what was typed but not saved, so that file and editor number it differently',
      typed('1\na\nb\nc\nd\n'),
    ],
    ['did not exist yet', { called: 'a\n', stored: TEXT, current: TEXT }],
  ])('is refused with file_changed if it %s', (_why, texts) => {
    expect(() => apply(texts, at(3))).toThrowError(
      expect.objectContaining({ code: 'file_changed', details: { line: 3 } }),
    );
  });

  it('stays if the typing is elsewhere', () => {
    expect(apply(typed('a\nb\nc\nd\ntyped\n'), at(3))).toBe('a\nb\nc\nNEW\nd\ntyped\n');
    expect(apply(typed('a typed\nb\nc\nd\n'), at(3))).toBe('a typed\nb\nc\nNEW\nd\n');
  });

  it('is the end if it was one past the end', () => {
    expect(apply(typed(`${TEXT}typed\n`), at(5, { lineOp: 'before' }))).toBe(`${TEXT}typed\nNEW\n`);
  });

  it('is an error of the call if it never existed', () => {
    expect(() => apply(typed(`${TEXT}typed\n`), at(99))).toThrowError(
      expect.objectContaining({ code: 'invalid_arguments' }),
    );
  });

  it('counts lines of the text left by the edits before it', () => {
    const edits: NoteEdit[] = [{ mode: 'prepend', content: 'TOP' }, at(4), { mode: 'append', content: 'END' }];
    expect(apply(saved('1\na\nb\nc\nd\n'), ...edits)).toBe('TOP\n1\na\nb\nc\nNEW\nd\nEND\n');
    expect(() => apply(saved('1\na\nb\nC\nd\n'), ...edits)).toThrowError(
      expect.objectContaining({ code: 'edit_failed', details: { index: 1, code: 'file_changed', line: 4 } }),
    );
  });

  it('keeps its content under any change of distinct lines', () => {
    const lines = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/u), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        lines,
        fc.nat(),
        fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 6 }),
        (called, pick, changes) => {
          const stored = [...called];
          changes.forEach(([where, adds], i) =>
            stored.splice(where % (stored.length + 1), adds ? 0 : 1, ...(adds ? [`${i}!`] : [])),
          );
          const line = (pick % called.length) + 1;
          const texts = {
            called: `${called.join('\n')}\n`,
            stored: `${stored.join('\n')}\n`,
            current: `${stored.join('\n')}\n`,
          };
          const named = called[line - 1] ?? '';
          if (!stored.includes(named))
            expect(() => apply(texts, at(line))).toThrowError(expect.objectContaining({ code: 'file_changed' }));
          else expect(apply(texts, at(line))).toContain(`${named}\nNEW\n`);
        },
      ),
    );
  });
});

it('only at_line names a line', () => {
  expect([namesLine([{ mode: 'append', content: 'x' }]), namesLine([{ mode: 'append', content: 'x' }, at(1)])]).toEqual(
    [false, true],
  );
});
