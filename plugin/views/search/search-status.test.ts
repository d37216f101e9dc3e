import { describe, expect, it } from 'vitest';
import { plainWords, said } from '../words/said.ts';
import { statusOf, type SearchStatus, type StatusInput } from './search-status.ts';

const READY = { index: 'ready', progress: null, problem: null, modelProblem: null } as const;

function status(input: Partial<StatusInput>): SearchStatus {
  return statusOf({
    companion: READY,
    progress: { step: 'untyped', offered: 3 },
    mode: 'both',
    limit: 20,
    newName: 'salt',
    ...input,
  });
}

describe('the state of the search', () => {
  it('says that it is starting, and how much is read', () => {
    expect(status({ companion: null }).text).toBe('Vault Loom is starting.');
    expect(status({ companion: { ...READY, index: 'starting' } }).text).toBe('Vault Loom is starting.');
    const indexing = { ...READY, index: 'indexing', progress: { done: 3, total: 9 } } as const;
    expect(status({ companion: indexing as StatusInput['companion'] }).text).toMatch(/3 of 9/);
  });

  it('says why it failed, with a button', () => {
    const failed = status({ companion: { ...READY, index: 'failed', problem: 'The disk is full.' } });
    expect(failed).toEqual({
      text: 'The index could not be opened: The disk is full.',
      button: { action: 'reopen', text: 'Try again' },
    });
    expect(status({ progress: { step: 'failed', problem: 'Out of memory.' } }).button?.action).toBe('search');
  });

  it('counts, and says what meaning lacks', () => {
    const answered = { step: 'answered', found: 1, isFinal: true } as const;
    expect(status({ progress: answered }).text).toBe('1 note');
    expect(status({ progress: { ...answered, found: 20 } }).text).toBe('The first 20 notes');
    expect(status({ progress: { ...answered, embedded: 0.829 } }).text).toBe(
      '1 note · 82 % can be found by meaning so far',
    );
    // Rows may be marked as found by meaning even then: by what was learned from the notes.
    expect(status({ progress: { ...answered, embedded: 0.004 } }).text).toBe(
      '1 note · the model has just begun to read your notes',
    );
    expect(status({ progress: { ...answered, cause: 'it is off.' } }).text).toBe(
      '1 note · found by words alone: it is off.',
    );
    expect(status({ progress: { ...answered, embedded: 0.5 }, mode: 'words' }).text).toBe('1 note');
    expect(status({ progress: { ...answered, embedded: 0, reading: { done: 3, total: 9 } } }).text).toBe(
      '1 note · 3 of 9 notes are read',
    );
  });

  it('says that the model failed and why, with a button, rather than how far it is', () => {
    const progress = { step: 'answered', found: 2, isFinal: true, embedded: 0 } as const;
    const companion = { ...READY, modelProblem: 'Ollama does not answer.' };
    expect(status({ companion, progress })).toEqual({
      text: '2 notes · the model does not work: Ollama does not answer. Until it does, notes are found without it.',
      button: { action: 'model', text: 'Try again' },
    });
    expect(status({ companion, progress: { ...progress, found: 0 } })).toMatchObject({
      text: expect.stringMatching(/does not work/) as string,
      button: { action: 'create' },
    });
    expect(status({ companion, progress, mode: 'words' })).toEqual({ text: '2 notes', button: null });
  });

  it('says why nothing can be found by meaning, and what finds notes then', () => {
    const progress = { step: 'answered', found: 0, isFinal: true, cause: 'the model is off in the settings.' } as const;
    const text = 'Nothing can be found by meaning: the model is off in the settings. “Words” finds notes without it.';
    expect(status({ progress, mode: 'meaning' })).toEqual({ text, button: null });
    const companion = { ...READY, modelProblem: 'Ollama does not answer.' };
    const failed = status({ companion, progress: { ...progress, cause: 'Ollama does not answer' }, mode: 'meaning' });
    expect(failed).toEqual({
      text: 'Nothing can be found by meaning: Ollama does not answer. “Words” finds notes without it.',
      button: { action: 'model', text: 'Try again' },
    });
  });

  it('says what to do when nothing is found, once that is known', () => {
    const none = { step: 'answered', found: 0, isFinal: false } as const;
    expect(status({ progress: none })).toEqual({ text: 'Searching…', button: null });
    const final = { ...none, isFinal: true };
    expect(status({ progress: final, mode: 'words' }).text).toMatch(/by meaning/);
    const { action, text = '' } = status({ progress: final }).button ?? {};
    expect([action, plainWords(text)]).toEqual(['create', 'Create “salt”']);
    expect(status({ progress: final, newName: null }).button).toBeNull();
  });

  it('suggests meaning only if the model is not off in the settings', () => {
    const progress = { step: 'answered', found: 0, isFinal: true } as const;
    expect(status({ progress, mode: 'words', isMeaningOff: true }).text).toBe(
      'No note found. Try fewer words, or different ones.',
    );
  });

  it('is silent while something is offered, and asks for words while nothing is', () => {
    expect(status({}).text).toBe('');
    expect(status({ progress: { step: 'untyped', offered: 0 } }).text).toMatch(/Type a word/);
  });

  it('offers to create the note among others that were found, once all are there', () => {
    const progress = { step: 'answered', found: 2, isFinal: true } as const;
    const create = { action: 'create', text: said('Create “{}”', 'salt') };
    expect(status({ progress, isNew: true })).toEqual({ text: '2 notes', button: create });
    expect(status({ progress, isNew: false }).button).toBe(null);
    expect(status({ progress, isNew: true, newName: null }).button).toBe(null);
    expect(status({ progress: { ...progress, isFinal: false }, isNew: true }).button).toBe(null);
    expect(status({ progress: { ...progress, reading: { done: 3, total: 9 } }, isNew: true }).button).toBe(null);
  });
});
