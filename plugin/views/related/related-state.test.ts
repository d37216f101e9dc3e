import { describe, expect, it } from 'vitest';
import type { CompanionState } from '../../companion/companion-state.ts';
import { READY } from '../../companion/companion-test-kit.ts';
import type { RelatedOutput } from '../../../shared/protocol/schemas/related.ts';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import type { Question, Shown } from './related-follower.ts';
import { mayFindMore, paneState } from './related-state.ts';

const QUESTION: Question = { subject: { path: 'A.md' }, hideLinked: false, folder: null, limit: 20 };
const ANSWERED: Shown = { question: QUESTION, answer: { notes: [], similarBy: 'model' }, error: null };

const state = (companion: Partial<CompanionState> | null, shown: Partial<Shown> = {}, rows = 3) =>
  paneState(companion === null ? null : { ...READY, ...companion }, { ...ANSWERED, ...shown }, rows);

describe('paneState', () => {
  it('has nothing to say when all is well', () => {
    expect(state({})).toEqual({ words: '', action: null, isProblem: false });
  });

  it('says that it starts, how far reading is, and that what has been read can be searched', () => {
    expect(state(null).words).toBe('Starting.');
    expect(state({ index: 'starting' }).words).toBe('Starting.');
    expect(state({ index: 'indexing' }).words).toContain('can already be searched');
    expect(state({ index: 'indexing', progress: { done: 3, total: 9 } }).words).toBe(
      'Reading your notes: 3 of 9. What has been read can already be searched.',
    );
  });

  it('says why it failed, and offers to try again', () => {
    expect(state({ index: 'failed', problem: 'The disk is full.' })).toMatchObject({
      words: 'Your notes could not be read: The disk is full.',
      action: 'retry',
      isProblem: true,
    });
    expect(state({}, { error: new Error('no answer') })).toMatchObject({ action: 'retry', isProblem: true });
    expect(state({}, { error: new VaultLoomError('note_not_found', 'x') })).toMatchObject({
      words: 'Vault Loom has not read this note.',
      action: 'retry',
      isProblem: false,
    });
  });

  it('says of a note that was deleted that it is gone, not that it was not read', () => {
    const shown = { ...ANSWERED, answer: null, error: new VaultLoomError('note_not_found', 'x') };
    expect(paneState(READY, shown, 0, true)).toEqual({
      words: 'This note is no longer there.',
      action: null,
      isProblem: false,
    });
  });

  it('says of a note that is kept from assistants why it is not read', () => {
    expect(state({}, { answer: null, error: new VaultLoomError('path_not_allowed', 'x') }, 0)).toEqual({
      words: 'Vault Loom does not read this note: “.vaultloomignore” keeps it from assistants.',
      action: null,
      isProblem: false,
    });
  });

  it('says why nothing is here, and what to do', () => {
    expect(state({}, { question: null, answer: null }, 0).words).toContain('Open a note');
    expect(state({}, { answer: null }, 0).words).toBe('Looking for related notes.');
    expect(state({}, {}, 0).words).toContain('link this note');
    expect(state({}, { question: { ...QUESTION, hideLinked: true } }, 0).action).toBe('show-linked');
    expect(state({}, { question: { ...QUESTION, folder: 'X' } }, 0)).toMatchObject({
      words: 'Nothing in “X” is related.',
      action: 'all-folders',
    });
    expect(state({}, { question: { ...QUESTION, subject: { path: 'A.md', text: 'x' } } }, 0).words).toContain('longer');
  });

  it('says that linked notes are hidden only where that hides any', () => {
    const hidden = (folder: string | null, hidesNone: boolean): [string, string | null] => {
      const answer = { notes: [], similarBy: null, hidesNone };
      const { words, action } = state({}, { question: { ...QUESTION, hideLinked: true, folder }, answer }, 0);
      return [words, action];
    };
    expect(hidden(null, false)).toEqual([
      'Nothing else is related: all that was found is linked already.',
      'show-linked',
    ]);
    expect(hidden('X', false)).toEqual([
      'Nothing else in “X” is related: all that was found is linked already.',
      'show-linked',
    ]);
    expect(hidden(null, true)).toEqual([
      'Nothing is related yet. Write a few more lines, or link this note to another.',
      null,
    ]);
    expect(hidden('X', true)).toEqual(['Nothing in “X” is related.', 'all-folders']);
  });

  it('says that all that was found is marked as not related, and offers a way back', () => {
    const found = (count: number): RelatedOutput['notes'] =>
      Array.from({ length: count }, (_, index) => ({ path: `${index}.md`, title: String(index) }));
    const marked = (count: number, question: Partial<Question> = {}, rows = 0) =>
      state({}, { question: { ...QUESTION, ...question }, answer: { notes: found(count), similarBy: 'model' } }, rows);
    expect(marked(3)).toEqual({
      words: 'All 3 notes that were found are marked “Not related”.',
      action: 'show-marked',
      isProblem: false,
    });
    expect(marked(1, { hideLinked: true, folder: 'X' })).toMatchObject({
      words: 'The one note that was found is marked “Not related”.',
      action: 'show-marked',
    });
    expect(marked(3, {}, 1)).toMatchObject({ words: '', action: null });
  });

  it('knows when the model may find more', () => {
    const more = (similarBy: 'model' | 'words' | null, embedder = 'use', embedded?: number): boolean =>
      mayFindMore({ notes: [], similarBy, ...(embedded !== undefined && { embedded }) }, embedder);
    expect([more('model'), more('words', 'none'), more(null, 'none')]).toEqual([false, false, false]);
    expect([more('words'), more(null), more('model', 'use', 0.5)]).toEqual([true, true, true]);
  });

  it('says above the rows what the model lacks', () => {
    expect(state({ modelProblem: 'It is away' }).words).toContain('It is away. Until it does');
    expect(state({}, { answer: { notes: [], similarBy: 'model', embedded: 0.829 } }).words).toBe(
      '82 % of your notes can be found by meaning so far.',
    );
    expect(state({}, { answer: { notes: [], similarBy: 'learned', embedded: 0.004 } }).words).toBe(
      'The model has just begun to read your notes.',
    );
  });
});
