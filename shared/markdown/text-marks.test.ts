import { describe, expect, it } from 'vitest';
import { markedBox, searchedText, withoutMarks, withShownBoxes } from './text-marks.ts';

describe('the marked boxes of tasks', () => {
  const text = `- ${markedBox(' ')} open\n- ${markedBox('x')} done\n- ${markedBox('🙂')} other [x]`;

  it('are shown as they are written', () => {
    expect(withShownBoxes(text)).toBe('- [ ] open\n- [x] done\n- [🙂] other [x]');
    expect(withShownBoxes(text, '_')).toContain('[_] open');
  });

  it('are not part of the searched text', () => {
    expect(searchedText(text)).toBe('-  open\n-  done\n-  other [x]');
  });

  it('cannot be forged by a note’s own text', () => {
    expect(searchedText(withoutMarks(`a${markedBox('x')}b`))).toBe('a x b');
  });
});
