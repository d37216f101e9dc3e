import { describe, expect, it } from 'vitest';
import type { IndexStatusOutput } from '../../shared/protocol/schemas/maintenance.ts';
import { onceSettled, statusLines } from './status-command.ts';
import type { VaultSession } from './vault-session.ts';

const status = (fields: Partial<IndexStatusOutput>): IndexStatusOutput =>
  ({
    summary: '1 note indexed.',
    host: 'disk',
    provider: 'none',
    embeddingModel: 'none',
    embeddingInProgress: false,
    embedderReady: false,
    embeddingsComplete: false,
    notesWithEmbeddings: 0,
    lastReindexReasons: [],
    initError: null,
    warnings: [],
    warningsTotal: 0,
    ...fields,
  }) as unknown as IndexStatusOutput;

/** Answers with the given ones in turn, with the last one from then on. */
function answering(...answers: IndexStatusOutput[]): { asked: () => number } & Pick<VaultSession, 'call'> {
  let asked = 0;
  return {
    asked: () => asked,
    call: <Result>() => Promise.resolve(answers[Math.min(asked++, answers.length - 1)] as Result),
  };
}

describe('the status', () => {
  it('is told once it is known which model there is, or why there is none', async () => {
    const failed = status({ initError: "VaultLoomError: Ollama has no model 'toy'." });
    const session = answering(status({}), status({}), failed);
    expect(await onceSettled(session)).toBe(failed);
    expect(statusLines(failed)).toContain("problem: VaultLoomError: Ollama has no model 'toy'.");
    const off = status({ embeddingsComplete: true });
    expect(await onceSettled(answering(off))).toBe(off);
    expect(statusLines(off)).toContain('embeddings: turned off');
  });

  it('says that the model is being set up where that takes long', async () => {
    const session = answering(status({}));
    const told = await onceSettled(session, 400);
    expect(session.asked()).toBeGreaterThan(1);
    expect(statusLines(told)).toContain('embeddings: the model is being set up');
  });
});
