import { describe, expect, it } from 'vitest';
import { WordCounter } from './content-words.ts';
import { keptShare } from '../../kit/memory/kept-test-kit.ts';

function counted(text: string): Record<string, string> {
  return Object.fromEntries(
    [...new WordCounter().count(text)].map(([word, { count, term }]) => [word, `${count} ${term}`]),
  );
}

describe('the words of a text that say something', () => {
  it('are counted as they are written, in lower case, with their full-text terms', () => {
    expect(counted('Linked notes: link a Note to notes')).toEqual({
      linked: '1 link',
      notes: '2 note',
      link: '1 link',
      note: '1 note',
    });
  });

  it('leave out function words, numbers, single letters, keys and other scripts', () => {
    expect(counted(`the 2024 budget of x7 and y 日本語 Привет ${'q'.repeat(40)}`)).toEqual({ budget: '1 budget' });
  });

  it('have the parts of compounds, and of names in code as terms', () => {
    expect(Object.keys(counted('drag-and-drop in VaultSource'))).toEqual(
      expect.arrayContaining(['drag', 'drop', 'vaultsource', 'vault', 'sourc']),
    );
  });
});

describe('what is remembered of words', () => {
  it('does not keep the texts they were in', () => {
    const counter = new WordCounter();
    expect(keptShare((text) => void counter.count(text))).toBeLessThan(0.1);
    expect(counter).toBeDefined();
  });
});
