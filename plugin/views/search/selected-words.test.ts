import { describe, expect, it } from 'vitest';
import { wordsOf } from './selected-words.ts';

describe('selected text as a query', () => {
  it('is on one line, without the marks of several', () => {
    expect(wordsOf(' green\tkeyboard ')).toBe('green keyboard');
    expect(wordsOf('# Beds\n\n- [ ] dig -\r\n> 2. water\n')).toBe('Beds dig - water');
    expect(wordsOf('- dig')).toBe('- dig');
    expect(wordsOf(' \n ')).toBe('');
  });

  it('is the beginning of a long text, without a part of a word', () => {
    expect(wordsOf('abc '.repeat(60))).toBe('abc '.repeat(50).trim());
    expect(wordsOf('abcdef '.repeat(60))).toBe('abcdef '.repeat(28).trim());
    expect(wordsOf('x'.repeat(300))).toBe('x'.repeat(200));
    expect(wordsOf('𠮷'.repeat(150))).toBe('𠮷'.repeat(100));
  });
});
