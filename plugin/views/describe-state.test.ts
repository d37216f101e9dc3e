import { describe, expect, it } from 'vitest';
import type { EngineHost } from '../../shared/engine/engine.ts';
import type { Companion } from '../companion/companion.ts';
import type { CompanionState } from '../companion/companion-state.ts';
import { describeIndex, describeModel, describeServer } from './describe-state.ts';

const STATE: CompanionState = {
  server: { port: 27_125 },
  index: 'ready',
  progress: null,
  problem: null,
  modelProblem: null,
  missingModel: null,
};

describe('describeServer', () => {
  const words = (server: CompanionState['server']): string => describeServer({ ...STATE, server }, 27_125);

  it('names the port, and why it is another than the wanted one', () => {
    expect(words({ port: 27_125 })).toBe('Listening on port 27125, for this computer only.');
    expect(words({ port: 27_126 })).toContain('Port 27125 is taken');
    expect(words({ port: 30_000, problem: 'None of the ports is free.' })).toMatch(/30000.*None of the ports is free/);
  });

  it('says when nobody can reach it', () => {
    expect(words({ port: null, problem: 'None of the ports is free.' })).toMatch(
      /cannot reach.*None of the ports is free/,
    );
    expect([words('starting'), describeServer(null, 27_125)]).toEqual(['Starting.', 'Starting.']);
  });
});

describe('describeIndex', () => {
  const companion = (state: Partial<CompanionState>, status: object = {}): Companion =>
    ({
      state: { ...STATE, ...state },
      engine: () => Promise.resolve({ status: () => Promise.resolve(status) } as unknown as EngineHost),
    }) as unknown as Companion;

  it('counts while it reads, and tells the summary when it is ready', async () => {
    expect(await describeIndex(companion({ index: 'indexing', progress: { done: 3, total: 9 } }))).toBe(
      'Reading your notes: 3 of 9 notes.',
    );
    expect(await describeIndex(companion({}, { summary: '9 notes indexed.', reindexInProgress: false }))).toBe(
      '9 notes indexed.',
    );
    expect(await describeIndex(companion({}, { summary: '9 notes indexed.', reindexInProgress: true }))).toContain(
      'read again',
    );
  });

  it('says in plain words what keeps the model from working, and what that means, until it works again', async () => {
    const modelProblem = 'Ollama cannot be reached at http://127.0.0.1:11434.';
    const words = await describeIndex(companion({ modelProblem }, { summary: '9 notes indexed.' }));
    expect(words).toMatch(
      /^9 notes indexed\. The model does not work: Ollama cannot be reached at http:\/\/127\.0\.0\.1:11434\. Until it does, notes are found by their words alone\./u,
    );
    expect(describeModel(null)).toBeNull();
  });

  it('says why it failed, and when it has not begun', async () => {
    expect(await describeIndex(companion({ index: 'failed', problem: 'The disk is full.' }))).toContain(
      'The disk is full.',
    );
    expect(await describeIndex(null)).toBe('Not started yet.');
  });
});
