import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HIDDEN_LINE_END, markedBox, noteLineEndsIn } from '../../../markdown/text-marks.ts';
import { laidOut } from './laid-out.ts';

describe('a text laid out in one line', () => {
  it('knows where the note’s lines begin, also those that are not shown', () => {
    const marked = `${HIDDEN_LINE_END}one\n\n two ${HIDDEN_LINE_END} three\r\n- ${markedBox(' ')} four`;
    expect(laidOut(marked, ' ')).toEqual({ text: 'one two three - [ ] four', lineStarts: [0, 4, 4, 8, 14] });
  });

  it('treats as whitespace what a pattern does', () => {
    for (let code = 5; code < 0x10000; code++) {
      const unit = String.fromCharCode(code);
      expect(laidOut(`a${unit}${unit}b`, ' ').text).toBe(`a${unit}${unit}b`.replace(/\s+/g, ' '));
    }
  });

  it('is the text with whitespace collapsed, whatever it holds', () => {
    const part = fc.constantFrom('a', 'b ', ' ', '\t', '\n', '\r\n', '\r', '\u2028', '\u0004', '😀', markedBox('x'));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const marked = parts.join('');
        const { text, lineStarts } = laidOut(marked, ' ');
        const shown = marked.replaceAll('\u0004', '').replaceAll(markedBox('x'), '[x]');
        expect(text).toBe(shown.replaceAll(/\s+/g, ' ').trim());
        expect(lineStarts).toEqual([...lineStarts].sort((a, b) => a - b));
        expect(lineStarts).toHaveLength(noteLineEndsIn(marked));
      }),
    );
  });
});
