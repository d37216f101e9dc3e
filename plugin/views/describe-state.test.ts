import { describe, expect, it } from 'vitest';
import type { IndexStatusOutput } from '../../shared/protocol/schemas/maintenance.ts';
import type { CompanionState } from '../companion/companion-state.ts';
import { READY } from '../companion/companion-test-kit.ts';
import { describeIndex, describeMeaning } from './describe-index.ts';
import { describeModel, describeServer } from './describe-state.ts';

describe('describeServer', () => {
  const words = (server: CompanionState['server']): string => describeServer({ ...READY, server }, 27_125);

  it('names the port, and why it is another than the wanted one', () => {
    expect(words({ port: 27_125 })).toBe('Listening on port 27125, for this computer only.');
    expect(words({ port: 27_126 })).toContain('Port 27125 is taken');
    expect(words({ port: 30_000, problem: 'None of the ports is free.' })).toMatch(/30000.*None of the ports is free/);
  });

  it('says when nobody can reach it', () => {
    expect(words({ port: null, problem: 'None of the ports is free.' })).toMatch(
      /cannot reach.*None of the ports is free/,
    );
    for (const port of [null, 30_000])
      expect(words({ port, problem: 'None of the ports is free.' })).toMatch(/is free\. It is retried automatically/u);
    expect([words('starting'), describeServer(null, 27_125)]).toEqual(['Starting.', 'Starting.']);
  });
});

const status = (fields: Partial<IndexStatusOutput> = {}): IndexStatusOutput =>
  ({
    notesTotal: 9,
    reindexInProgress: false,
    provider: 'use',
    embeddingsComplete: true,
    ...fields,
  }) as IndexStatusOutput;

describe('describeIndex', () => {
  it('counts while it reads, and says how many notes there are when it is ready', () => {
    expect(describeIndex({ ...READY, index: 'indexing', progress: { done: 0, total: 1 } }, null)).toContain(
      '0 of 1 note.',
    );
    expect(describeIndex({ ...READY, index: 'indexing', progress: { done: 3, total: 9 } }, null)).toContain(
      'Reading your notes: 3 of 9 notes.',
    );
    expect(describeIndex(READY, status())).toBe('9 notes can be found.');
    expect(describeIndex(READY, status({ notesTotal: 1 }))).toBe('1 note can be found.');
    expect(describeIndex(READY, status({ notesExcluded: 8 }))).toBe('1 note can be found. 8 excluded notes cannot.');
    expect(describeIndex(READY, status({ reindexInProgress: true }))).toContain('read again');
  });

  it('says why it failed, and when it has not begun', () => {
    expect(describeIndex({ ...READY, index: 'failed', problem: 'The disk is full.' }, null)).toContain(
      'The disk is full.',
    );
    expect(describeIndex(null, null)).toBe('Not started yet.');
  });
});

describe('describeMeaning', () => {
  it('says in plain words what keeps the model from working, and what that means, until it works again', () => {
    const modelProblem = 'Ollama cannot be reached at http://127.0.0.1:11434.';
    expect(describeMeaning({ ...READY, modelProblem }, status())).toMatch(
      /^The model does not work: Ollama cannot be reached at http:\/\/127\.0\.0\.1:11434\. Until it does, notes are found by their words and by what is learned from them\./u,
    );
    expect(describeModel(null)).toBeNull();
  });

  it('says how much can be found by meaning', () => {
    expect(describeMeaning(READY, status())).toBe('All of your notes can be found by meaning.');
    expect(describeMeaning(READY, status({ notesInOtherLanguages: 2 }))).toContain('2 of them are in languages');
    expect(describeMeaning(READY, status({ notesInOtherLanguages: 1 }))).toContain('1 of them is in a language');
    const going = { embeddingsComplete: false, embeddingInProgress: true, progress: { done: 2, total: 8 } };
    expect(describeMeaning(READY, status(going))).toContain('25 %');
    expect(describeMeaning(READY, status({ provider: 'none' }))).toContain('words alone');
    expect(describeMeaning({ ...READY, index: 'indexing' }, null)).toContain('once your notes have been read');
  });

  it('promises no more than was read: of no notes, of too few words, of notes without text', () => {
    const meaning = (fields: Partial<IndexStatusOutput>): string => describeMeaning(READY, status(fields));
    for (const provider of ['use', 'lsa'])
      expect(meaning({ provider, notesTotal: 3, notesExcluded: 3 })).toBe('There are no notes to be read yet.');
    expect(meaning({ provider: 'lsa', notesWithEmbeddings: 9 })).toBe('Notes are found by what is learned from them.');
    expect(meaning({ provider: 'lsa', notesWithEmbeddings: 0 })).toContain('too few words');
    const learning = { provider: 'lsa', notesWithEmbeddings: 0, embeddingsComplete: false };
    expect(meaning(learning)).toBe('Your notes are about to be read for their meaning.');
    expect(meaning({ notesWithEmbeddings: 6, notesNoEmbeddableContent: 2, notesMissingEmbeddings: 1 })).toBe(
      'Your notes can be found by meaning, except 3. “Not fully searchable” says why.',
    );
    expect(meaning({ notesWithEmbeddings: 0, notesNoEmbeddableContent: 9 })).toMatch(
      /^No note can be found by meaning/u,
    );
    expect(meaning({ notesWithEmbeddings: 5, notesNoEmbeddableContent: 2, notesInOtherLanguages: 2 })).toMatch(
      /except 2\. .* 2 of them are in languages/u,
    );
  });
});
