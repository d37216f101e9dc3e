import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appendText, appendToBytes, bodyStartOf, prependText } from './append-prepend.ts';
import { anyNote, SETTINGS } from './edit-test-kit.ts';
import { endsWithLineEnd, toLf } from './text-lines.ts';

describe('appending', () => {
  it.each([
    ['a\n', 'x', 'a\nx\n'],
    ['a\n', 'x\n', 'a\nx\n'],
    ['a\n', '\nx', 'a\n\nx\n'],
    ['a\n', 'x\n\n', 'a\nx\n\n'],
    ['a', 'x', 'a\nx'],
    ['a', 'x\n', 'a\nx'],
    ['a\r\nb\r\n', 'x\ny', 'a\r\nb\r\nx\r\ny\r\n'],
    ['a\rb', 'x', 'a\rb\rx'],
    ['', 'x', 'x'],
    ['', 'x\n', 'x\n'],
    ['\uFEFF', 'x', '\uFEFFx'],
    ['---\na: 1\n---', 'x', '---\na: 1\n---\nx'],
    ['a\n', '', 'a\n'],
    ['a\n', '\n', 'a\n\n'],
    ['a', '\n', 'a'],
  ])('to %j of %j gives %j', (text, content, expected) => {
    expect(appendText(text, content)).toBe(expected);
  });

  it('keeps the old text and the final newline, in any note', () => {
    fc.assert(
      fc.property(anyNote, anyNote, (text, content) => {
        const changed = appendText(text, content);
        expect(changed.startsWith(text)).toBe(true);
        if (text.replace('\uFEFF', '') !== '') expect(endsWithLineEnd(changed)).toBe(endsWithLineEnd(text));
        const isNewLine =
          endsWithLineEnd(text) || text.replace('\uFEFF', '') === '' || toLf(content).replace(/\n+$/, '') === '';
        expect(toLf(changed.slice(text.length)).replace(/\n+$/, '')).toBe(
          (isNewLine ? '' : '\n') + toLf(content).replace(/\n+$/, ''),
        );
      }),
      SETTINGS,
    );
  });

  it('does the same to the bytes, in any note', () => {
    const ends = fc.constantFrom('', 'é', '\uFEFF', '\r', '\r\n', '\n');
    fc.assert(
      fc.property(anyNote, ends, anyNote, (start, end, content) => {
        const appended = appendToBytes(new TextEncoder().encode(start + end), content);
        expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(appended)).toBe(appendText(start + end, content));
      }),
      SETTINGS,
    );
  });

  it('called a hundred times gives a hundred lines', () => {
    let text = 'start';
    for (let count = 0; count < 100; count++) text = appendText(text, `line ${String(count)}`);
    expect(text.split('\n')).toHaveLength(101);
  });
});

describe('prepending', () => {
  it.each([
    ['a\n', 'x', 'x\na\n'],
    ['a', 'x\n', 'x\na'],
    ['---\nk: 1\n---\na\n', 'x', '---\nk: 1\n---\nx\na\n'],
    ['---\r\nk: 1\r\n---\r\na\r\n', 'x\ny', '---\r\nk: 1\r\n---\r\nx\r\ny\r\na\r\n'],
    ['\uFEFFa', 'x', '\uFEFFx\na'],
    ['---\nk: 1\n---', 'x', '---\nk: 1\n---\nx'],
    ['---\nk: 1\n---\n', 'x', '---\nk: 1\n---\nx\n'],
    ['', 'x', 'x'],
    ['\na', 'x', 'x\n\na'],
    ['a', '', 'a'],
  ])('to %j of %j gives %j', (text, content, expected) => {
    expect(prependText(text, content)).toBe(expected);
  });

  it('keeps the frontmatter and the body, in any note', () => {
    fc.assert(
      fc.property(anyNote, noteContent, (text, content) => {
        const at = bodyStartOf(text);
        const changed = prependText(text, content);
        expect(changed.startsWith(text.slice(0, at))).toBe(true);
        expect(changed.endsWith(text.slice(at))).toBe(true);
        expect(toLf(changed.slice(at, changed.length - (text.length - at))).trim()).toBe(toLf(content).trim());
      }),
      SETTINGS,
    );
  });
});

const noteContent = fc.constantFrom('x', 'x\n', 'x\r\ny', '# Head\n\ntext\n');
