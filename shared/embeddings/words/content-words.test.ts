import { describe, expect, it } from 'vitest';
import { WordCounter } from './content-words.ts';

function counted(text: string): Record<string, string> {
  return Object.fromEntries(
    [...new WordCounter().count(text)].map(([term, { count, form }]) => [term, `${count} ${form}`]),
  );
}

describe('the words of a text that say something', () => {
  it('are its full-text terms, counted, as they are first written, in lower case', () => {
    expect(counted('Linked notes: link a Note to notes')).toEqual({ link: '2 linked', note: '3 notes' });
  });

  it('leave out function words, numbers, single letters, keys and other scripts', () => {
    expect(counted(`the 2024 budget of x7 and y 日本語 Привет ${'q'.repeat(40)}`)).toEqual({ budget: '1 budget' });
  });

  it('have the parts of compounds and of names in code, the latter as terms', () => {
    expect(Object.keys(counted('drag-and-drop in VaultSource'))).toEqual(
      expect.arrayContaining(['drag', 'drop', 'vaultsourc', 'vault', 'sourc']),
    );
  });
});
