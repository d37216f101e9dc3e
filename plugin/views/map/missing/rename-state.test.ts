import { describe, expect, it } from 'vitest';
import { indexNotReady } from '../../../../shared/engine/readiness.ts';
import { VaultLoomError } from '../../../../shared/protocol/errors.ts';
import { nameTyped, problemWords, renameState, type RenameInput } from './rename-state.ts';

function state(input: Partial<RenameInput>): ReturnType<typeof renameState> {
  return renameState({ from: 'Soup', typed: 'Broth', there: null, isMissing: () => false, ...input });
}

describe('the prompt for the new name of a missing note', () => {
  it('says that every link will be rewritten', () => {
    expect(state({})).toEqual({
      words: 'Every link to it will be rewritten, in all notes.',
      button: 'Rename',
      isOffered: true,
    });
  });

  it('says before it is confirmed that links will lead to a note that is there', () => {
    const { words, button } = state({ there: 'b/Broth.md' });
    expect(words).toBe('“b/Broth.md” is there: every link will lead to it.');
    expect(button).toBe('Lead them there');
  });

  it('says that two missing notes will be one', () => {
    expect(state({ isMissing: (name) => name === 'Broth' }).words).toContain('links lead to “Broth” already');
    expect(state({ typed: 'SOUP', isMissing: () => true }).words).not.toContain('already');
  });

  it('offers nothing for no name, or for the one it has', () => {
    for (const typed of ['', '  ', '.md', 'Soup', ' Soup.md ', '/Soup']) expect(state({ typed }).isOffered).toBe(false);
    expect(state({ typed: 'soup' }).isOffered).toBe(true);
  });

  it('takes a name as links have it', () => {
    expect(nameTyped(' /a/Cafe\u0301.md ')).toBe('a/Caf\u00e9');
  });

  it('says why it failed and what to do, in words for a person', () => {
    const hint = 'Rename it once more if that is meant.';
    expect(problemWords(new VaultLoomError('note_exists', '"A.md" is there.', { hint }))).toBe(
      `"A.md" is there. ${hint}`,
    );
    expect(problemWords(new Error('disk full'))).toBe('disk full');
    expect(problemWords(indexNotReady({ done: 1, total: 2 }))).toBe(
      'Your notes are still being read. Try again in a moment.',
    );
  });
});
