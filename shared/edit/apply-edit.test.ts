import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdit, applyEdits } from './apply-edit.ts';
import { errorOf, SETTINGS } from './edit-test-kit.ts';
import type { NoteEdit } from './note-edit.ts';

describe('one edit', () => {
  it.each<[NoteEdit, string]>([
    [{ mode: 'append', content: 'x' }, '---\na: 1\n---\n# H\nbody\nx\n'],
    [{ mode: 'prepend', content: 'x' }, '---\na: 1\n---\nx\n# H\nbody\n'],
    [
      { mode: 'replace_window', search: 'body', content: 'x', fuzzy: false, fuzzyThreshold: 0.7 },
      '---\na: 1\n---\n# H\nx\n',
    ],
    [
      { mode: 'patch_heading', heading: 'H', content: 'x', headingOp: 'replace', scope: 'section' },
      '---\na: 1\n---\n# H\nx\n',
    ],
    [{ mode: 'patch_frontmatter', key: 'a', value: 2 }, '---\na: 2\n---\n# H\nbody\n'],
    [{ mode: 'at_line', line: 5, lineOp: 'replace', content: 'x' }, '---\na: 1\n---\n# H\nx\n'],
  ])('%j', (edit, expected) => {
    expect(applyEdit('---\na: 1\n---\n# H\nbody\n', edit).text).toBe(expected);
  });
});

describe('several edits', () => {
  it('each work on the result of the previous one', () => {
    expect(
      applyEdits('# A\none\n', [
        { mode: 'append', content: '# B\ntwo' },
        { mode: 'patch_heading', heading: 'B', content: 'three', headingOp: 'replace', scope: 'section' },
        { mode: 'patch_frontmatter', key: 'k', value: [1] },
      ]),
    ).toEqual({ text: '---\nk:\n  - 1\n---\n# A\none\n# B\nthree\n', removedLen: 3 });
  });

  it('all fail if one fails: the error names its index and code, with its own message', () => {
    const error = errorOf(() =>
      applyEdits('# A\n# A\n', [
        { mode: 'append', content: 'x' },
        { mode: 'patch_heading', heading: 'A', content: 'x', headingOp: 'replace', scope: 'section' },
      ]),
    );
    expect(error.code).toBe('edit_failed');
    expect(error.message).toMatch(/^edits\[1\] failed, and nothing was changed: MultipleMatchesError: /);
    expect(error.details).toMatchObject({ index: 1, code: 'multiple_matches', matches: [{ line: 1 }, { line: 2 }] });
    expect(error.hint).toContain('headingIndex');
  });
});

/** A note as a list of lines: a naive implementation of the edits. */
class LineModel {
  lines: string[];

  constructor(lines: readonly string[]) {
    this.lines = [...lines];
  }

  apply(edit: NoteEdit): void {
    if (edit.mode === 'append') this.lines.push(...edit.content.split('\n'));
    else if (edit.mode === 'prepend') this.lines.unshift(...edit.content.split('\n'));
    else if (edit.mode === 'replace_window')
      this.lines = this.lines
        .join('\n')
        .replace(edit.search, () => edit.content)
        .split('\n');
    else if (edit.mode === 'at_line') this.#atLine(edit.line - 1, edit.lineOp, edit.content);
  }

  #atLine(index: number, lineOp: string, content: string): void {
    const at = lineOp === 'after' ? index + 1 : index;
    const removed = lineOp === 'replace' || lineOp === 'delete' ? 1 : 0;
    this.lines.splice(at, removed, ...(lineOp === 'delete' ? [] : content.split('\n')));
  }
}

describe('a script of edits', () => {
  const start = Array.from({ length: 6 }, (_, index) => `start ${String(index)}`);
  const step = fc.record({
    kind: fc.constantFrom('append', 'prepend', 'replace', 'before', 'after', 'delete', 'window'),
    at: fc.nat(),
    isLong: fc.boolean(),
  });

  it('does to a note what it does to a list of lines, whatever the line ends', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 25 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.boolean(),
        fc.boolean(),
        (steps, eol, isClosed, hasMark) => {
          const model = new LineModel(start);
          const mark = hasMark ? '\uFEFF' : '';
          const written = (lines: readonly string[]): string => mark + lines.join(eol) + (isClosed ? eol : '');
          const edits = steps.map(({ kind, at, isLong }, count): NoteEdit => {
            const content = isLong ? `new ${String(count)}\nand more ${String(count)}` : `new ${String(count)}`;
            const index = at % model.lines.length;
            const edit = ((): NoteEdit => {
              if (kind === 'append' || kind === 'prepend') return { mode: kind, content };
              if (kind === 'window') {
                const search = `${model.lines[index] ?? ''}${index + 1 < model.lines.length ? `\n${model.lines[index + 1] ?? ''}` : ''}`;
                return { mode: 'replace_window', search, content: `<${content}>`, fuzzy: false, fuzzyThreshold: 0.7 };
              }
              const lineOp =
                model.lines.length <= 2 && kind === 'delete'
                  ? 'replace'
                  : (kind as 'replace' | 'before' | 'after' | 'delete');
              return { mode: 'at_line', line: index + 1, lineOp, content };
            })();
            const isUnique =
              edit.mode !== 'replace_window' ||
              (model.lines.length > 2 && model.lines.join('\n').split(edit.search).length === 2);
            const done: NoteEdit = isUnique ? edit : { mode: 'append', content };
            model.apply(done);
            return done;
          });
          expect(applyEdits(written(start), edits).text).toBe(written(model.lines));
        },
      ),
      SETTINGS,
    );
  });
});
