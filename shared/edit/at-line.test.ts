import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editAtLine } from './at-line.ts';
import { anyNote, errorOf, SETTINGS } from './edit-test-kit.ts';
import type { AtLineEdit } from './note-edit.ts';
import { endsWithLineEnd, readLines, toLf } from './text-lines.ts';

function at(text: string, line: number, lineOp: AtLineEdit['lineOp'], content = ''): string {
  return editAtLine(text, { mode: 'at_line', line, lineOp, content });
}

describe('editing at a line that must hold a text', () => {
  const expecting = (text: string, line: number, expect: string): string =>
    editAtLine(text, { mode: 'at_line', line, lineOp: 'replace', content: 'x', expect });

  it.each([
    ['a\nb\nc\n', 2, 'b', 'a\nx\nc\n'],
    ['a\r\nb  \r\nc', 2, 'b\n', 'a\r\nx\r\nc'],
    ['a\r\nb\r\nc\r\n', 2, 'b\nc', 'a\r\nx\r\nc\r\n'],
    ['\uFEFFa\n', 1, 'a', '\uFEFFx\n'],
    ['a\nKa\u0308se\n', 2, 'Käse', 'a\nx\n'],
    ['a\n“Don’t…”\n', 2, '"Don\'t..."', 'a\nx\n'],
  ])('writes if %j holds it at line %i', (text, line, expected, changed) => {
    expect(expecting(text, line, expected)).toBe(changed);
  });

  it('refuses otherwise, and says where that text is', () => {
    expect(errorOf(() => expecting('a\nb\nc\n', 2, 'c'))).toMatchObject({
      code: 'file_changed',
      hint: 'That text is at line 3.',
      details: { line: 2, text: 'b', at: [3] },
    });
    expect(errorOf(() => expecting('a\nb\n', 1, 'B')).code).toBe('file_changed');
    expect(errorOf(() => expecting('a\nb\n', 1, '')).details).toEqual({ line: 1, text: 'a' });
  });
});

describe('editing at a line', () => {
  it.each<[string, number, AtLineEdit['lineOp'], string, string]>([
    ['a\nb\nc\n', 2, 'replace', 'x', 'a\nx\nc\n'],
    ['a\nb\nc\n', 2, 'replace', 'x\n', 'a\nx\nc\n'],
    ['a\nb\nc\n', 2, 'replace', 'x\ny', 'a\nx\ny\nc\n'],
    ['a\nb\nc\n', 2, 'replace', '', 'a\n\nc\n'],
    ['a\r\nb\nc\r\n', 2, 'replace', 'x', 'a\r\nx\nc\r\n'],
    ['a\nb', 2, 'replace', 'x', 'a\nx'],
    ['\uFEFFa\n', 1, 'replace', 'x', '\uFEFFx\n'],
    ['a\nb\n', 2, 'before', 'x', 'a\nx\nb\n'],
    ['\uFEFFa\r\n', 1, 'before', 'x', '\uFEFFx\r\na\r\n'],
    ['a\nb\n', 1, 'after', 'x\ny\n', 'a\nx\ny\nb\n'],
    ['a\nb\n', 2, 'after', 'x', 'a\nb\nx\n'],
    ['a\nb', 2, 'after', 'x', 'a\nb\nx'],
    ['a\nb\n', 3, 'before', 'x', 'a\nb\nx\n'],
    ['a\nb', 3, 'before', 'x', 'a\nb\nx'],
    ['', 1, 'before', 'x', 'x'],
    ['a\nb\nc\n', 2, 'delete', '', 'a\nc\n'],
    ['a\nb', 2, 'delete', '', 'a'],
    ['a', 1, 'delete', '', ''],
    ['a\nb\n', 2, 'delete', '', 'a\n'],
  ])('%j, line %i, %s %j gives %j', (text, line, lineOp, content, expected) => {
    expect(at(text, line, lineOp, content)).toBe(expected);
  });

  it.each<[string, number, AtLineEdit['lineOp']]>([
    ['a\nb\n', 3, 'replace'],
    ['a\nb\n', 3, 'after'],
    ['a\nb\n', 3, 'delete'],
    ['a\nb\n', 4, 'before'],
    ['', 1, 'replace'],
  ])('%j has no line %i to %s', (text, line, lineOp) => {
    const error = errorOf(() => at(text, line, lineOp, 'x'));
    expect(error.code).toBe('invalid_arguments');
    expect(error.details).toEqual({ lines: readLines(text).lines.length });
  });

  const MATTER = '---\na: 1\n---\nbody\n';

  it.each<[number, AtLineEdit['lineOp']]>([
    [1, 'before'],
    [1, 'replace'],
    [1, 'after'],
    [2, 'replace'],
    [2, 'delete'],
    [3, 'before'],
    [3, 'replace'],
    [3, 'delete'],
  ])('line %i of the frontmatter is not there to %s', (line, lineOp) => {
    expect(errorOf(() => at(MATTER, line, lineOp, 'x')).code).toBe('frontmatter_line');
  });

  it('counts the frontmatter, and inserts below it', () => {
    expect(at(MATTER, 3, 'after', 'x')).toBe('---\na: 1\n---\nx\nbody\n');
    expect(at(MATTER, 4, 'replace', 'x')).toBe('---\na: 1\n---\nx\n');
  });

  it('does to any note what it does to a list of lines', () => {
    fc.assert(
      fc.property(
        anyNote,
        fc.nat(20),
        fc.constantFrom<AtLineEdit['lineOp']>('replace', 'before', 'after', 'delete'),
        fc.constantFrom('x', 'x\n', 'x\r\ny', '', '\n'),
        (text, number, lineOp, content) => {
          const { lines } = readLines(text);
          fc.pre(lines.length > 0);
          const index = number % lines.length;
          const isOpen = lines[index]?.ending === '';
          fc.pre(!(lineOp === 'after' && isOpen && content.trim() === ''));
          const model = lines.map(({ start, end }) => text.slice(start, end));
          const added = toLf(content).replace(/\n$/, '').split('\n');
          if (lineOp === 'replace' || lineOp === 'delete')
            model.splice(index, 1, ...(lineOp === 'delete' ? [] : added));
          else model.splice(lineOp === 'before' ? index : index + 1, 0, ...added);
          let changed: string;
          try {
            changed = at(text, index + 1, lineOp, content);
          } catch (error) {
            expect(error).toMatchObject({ code: 'frontmatter_line' });
            return;
          }
          const start = text.startsWith('\uFEFF') ? '\uFEFF' : '';
          expect(toLf(changed)).toBe(
            start + model.join('\n') + (endsWithLineEnd(text) && model.length > 0 ? '\n' : ''),
          );
          const losesEndBefore = lineOp === 'delete' && isOpen;
          expect(
            changed.startsWith(
              text.slice(0, losesEndBefore ? (lines[index - 1]?.end ?? 0) : (lines[index]?.start ?? 0)),
            ),
          ).toBe(true);
          expect(changed.endsWith(text.slice(lines[index]?.next ?? 0))).toBe(true);
        },
      ),
      SETTINGS,
    );
  });
});
