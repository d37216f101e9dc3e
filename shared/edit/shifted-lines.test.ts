import { expect, it } from 'vitest';
import { runSteps } from '../kit/concurrency/slices.ts';
import type { AtLineEdit, NoteEdit } from './note-edit.ts';
import { warnOfShiftedLines } from './shifted-lines.ts';

const NOTE = 'one\ntwo\nthree\nfour\n';
const at = (line: number, lineOp: AtLineEdit['lineOp'], more: Partial<AtLineEdit> = {}): NoteEdit => ({
  mode: 'at_line',
  line,
  lineOp,
  content: 'x',
  ...more,
});
const warned = (...edits: NoteEdit[]): string | undefined => runSteps(warnOfShiftedLines(NOTE, edits));

it('edits at lines that others before them have moved are named, with what is there', () => {
  expect(warned(at(1, 'delete'), at(3, 'replace'))).toBe(
    'Each of `edits` counts lines on what those before it left: edits[1] is at "four", and line 3 was "three". If that was not meant, go from the bottom up, or give `expect`.',
  );
  expect(warned({ mode: 'prepend', content: 'zero' }, at(4, 'delete'), at(4, 'after'))).toContain(
    'edits[1] is at "three", and line 4 was "four".',
  );
  expect(warned(at(4, 'after'), at(5, 'replace'))).toContain('edits[1] is at "x", and line 5 was not there.');
});

it.each<[string, NoteEdit[]]>([
  ['from the bottom up', [at(3, 'delete'), at(1, 'after'), at(1, 'replace')]],
  ['with `expect`', [at(1, 'delete'), at(3, 'replace', { expect: 'four' })]],
  ['of one line', [at(2, 'replace'), at(2, 'replace')]],
  ['that replace lines', [at(2, 'replace'), at(3, 'replace')]],
  ['elsewhere', [{ mode: 'append', content: 'five' }, at(3, 'replace')]],
  ['of which there is one', [at(3, 'delete')]],
])('edits %s are no news', (_, edits) => {
  expect(warned(...edits)).toBeUndefined();
});
