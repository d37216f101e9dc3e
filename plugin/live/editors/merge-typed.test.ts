import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeTyped } from './merge-typed.ts';

describe('mergeTyped', () => {
  it('takes the one text that changed', () => {
    expect(mergeTyped('a', 'a', 'b')).toBe('b');
    expect(mergeTyped('a', 'b', 'a')).toBe('b');
    expect(mergeTyped('a', 'b', 'b')).toBe('b');
  });

  it.each([
    [
      'at the end of a line, before lines that were added below',
      'one\ntwo\n',
      'one more\ntwo\n',
      'one\nnew\ntwo\n',
      'one more\nnew\ntwo\n',
    ],
    ['at the end, where there is no line end yet', 'one', 'one more', 'one\nnew\n', 'one more\nnew\n'],
    ['on the empty last line, to which a line was appended', 'one\n', 'one\nmo', 'one\nnew\n', 'one\nnew\nmo'],
    [
      'on the empty last line, to which text without a line end was appended',
      'one\n',
      'one\nmo',
      'one\nnew',
      'one\nmo\nnew',
    ],
    ['before a line that begins like the one that was added', 'a\nbc\n', 'a\nXbc\n', 'a\nbd\nbc\n', 'a\nbd\nXbc\n'],
    [
      'into a line whose link was rewritten',
      'See [[Old]] now.\n',
      'See [[Old]] now, please.\n',
      'See [[New]] now.\n',
      'See [[New]] now, please.\n',
    ],
    ['into a passage that was replaced', 'alpha beta gamma', 'alpha beta! gamma', 'ALPHA', 'ALPHA!'],
    ['above and below together', 'a\nb\nc\n', '1a\nb\nc2\n', 'a\nB\nc\n', '1a\nB\nc2\n'],
  ])('keeps what was typed %s', (_where, base, typed, written, merged) => {
    expect(mergeTyped(base, typed, written)).toBe(merged);
  });

  it('removes what either has removed', () => {
    expect(mergeTyped('a\nb\nc\n', 'a\nc\n', 'b\nc\n')).toBe('c\n');
    expect(mergeTyped('abc', 'ac', 'ac')).toBe('ac');
  });

  it.each([
    ['- [ ] a\n- [ ] b\n- [ ] c\n', '- [ ] a\n- [ ] c\n', '- [ ] a\n- [ ] b\n- [x] c\n', '- [ ] a\n- [x] c\n'],
    ['one two three', 'one three', 'one two big three', 'one big three'],
  ])('removes or adds whole lines and words, even if they begin alike: %j', (base, typed, written, merged) => {
    expect(mergeTyped(base, typed, written)).toBe(merged);
    expect(mergeTyped(base, written, typed)).toBe(merged);
    expect(mergeTyped('one three', 'one two three', 'one four')).toBe('one two four');
  });

  it.each([
    ['a task done in it', '- [ ] a\n- [ ] b\n- [ ] c\n', '- [ ] a\n- [ ] c\n', '- [ ] a\n- [x] b\n- [ ] c\n'],
    ['words above a heading', 'a\nbcd\n# H\n', 'a\n# H\n', 'a\nbcd more\n# H\n'],
    ['words at its start', 'a\nb\nc\n', 'a\nc\n', 'a\nso b\nc\n'],
    ['the last line', 'a\nb\nc', 'a\nb', 'a\nb\nc!'],
    ['all of it', 'a\nb\nc\n', 'a\nc\n', 'a\nX\nc\n'],
  ])('keeps a line that one has changed and the other removed: %s', (_what, base, without, changed) => {
    expect(mergeTyped(base, without, changed)).toBe(changed);
    expect(mergeTyped(base, changed, without)).toBe(changed);
  });

  it('removes the lines around one that was changed, and keeps lines that were added between them', () => {
    expect(mergeTyped('a\nb\nc\nd\n', 'a\n', 'a\nb\nc!\nd\n')).toBe('a\nc!\n');
    expect(mergeTyped('a\nb\nc\nd', 'a', 'a\nb\nc!\nd')).toBe('a\nc!');
    expect(mergeTyped('a\nb\nc\nd\n', 'a\nd\n', 'a\nb\nnew\nc\nd\n')).toBe('a\nnew\nd\n');
  });

  it('keeps lines whole in any two changes of lines: each as it was, or as the one who touched it has it', () => {
    const word = fc.constantFrom('tea', 'toast', 'milk', 'mint');
    const line = fc.tuple(word, fc.nat({ max: 60 })).map(([name, count]) => `- [ ] ${name} ${count}`);
    const touch = fc.constantFrom('left', 'left', 'left', 'removed', 'done', 'more');
    const touches = fc.array(touch, { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(fc.uniqueArray(line, { maxLength: 8 }), touches, touches, (lines, typing, writing) => {
        const isTwice = lines.some((_, i) => !isUntouched(typing[i]) && !isUntouched(writing[i]) && !isLost(i));
        fc.pre(!isTwice);
        const typed = lines.flatMap((text, i) => touched(text, typing[i]));
        const written = lines.flatMap((text, i) => touched(text, writing[i]));
        const merged = lines.flatMap((text, i) => {
          if (isUntouched(typing[i])) return touched(text, writing[i]);
          return isUntouched(writing[i]) || typing[i] !== 'removed'
            ? touched(text, typing[i])
            : touched(text, writing[i]);
        });
        expect(mergeTyped(ended(lines), ended(typed), ended(written))).toBe(ended(merged));

        function isLost(i: number): boolean {
          return typing[i] === 'removed' || writing[i] === 'removed';
        }
      }),
      { numRuns: 500 },
    );
  });

  it('takes the same change once', () => {
    expect(mergeTyped('a\nb\n', 'x\na\nb!\n', 'x\na\nb\n')).toBe('x\na\nb!\n');
  });

  it('loses nothing that was added, in any two changes', () => {
    const line = fc.stringMatching(/^[a-d ]{0,6}$/u);
    const change = fc.record({ at: fc.nat(), remove: fc.nat({ max: 3 }) });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), change, change, (lines, typing, writing) => {
        const base = lines.join('\n');
        const put = ({ at, remove }: { at: number; remove: number }, text: string): string => {
          const from = at % (base.length + 1);
          return base.slice(0, from) + text + base.slice(from + remove);
        };
        const merged = mergeTyped(base, put(typing, 'TYPED'), put(writing, 'WRITTEN\n'));
        expect(merged).toContain('TYPED');
        expect(merged).toContain('WRITTEN');
      }),
    );
  });

  it('never cuts a character in two', () => {
    expect(mergeTyped('a😀b', 'a😁b', 'a😀b!')).toBe('a😁b!');
  });
});

function isUntouched(how: string | undefined): boolean {
  return how === undefined || how === 'left';
}

function touched(line: string, how: string | undefined): string[] {
  if (how === 'removed') return [];
  if (how === 'done') return [line.replace('[ ]', '[x]')];
  return how === 'more' ? [`${line} more`] : [line];
}

function ended(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
