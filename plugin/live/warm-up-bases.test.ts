import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import type { BaseQueryOutput } from '../../shared/protocol/schemas/live.ts';
import type { runBase } from './bases/run-base.ts';
import { appOver, askBase } from './bases/bases-app-test-kit.ts';
import { warmUpBases } from './warm-up-bases.ts';

const SAMPLE_VAULT = fileURLToPath(new URL('../../e2e/vault', import.meta.url));
const activeNote = () => Promise.resolve({ path: null });

describe('warming up', () => {
  it('evaluates a base that runs, over all notes', async () => {
    const app = await appOver(SAMPLE_VAULT);
    const answers: BaseQueryOutput[] = [];
    const base = async (query: Parameters<typeof runBase>[1]): Promise<BaseQueryOutput> => {
      const answer = await askBase(app, query);
      answers.push(answer);
      return answer;
    };
    await warmUpBases({ activeNote, base });
    expect(answers.length).toBeGreaterThan(1);
    for (const { rows, total } of answers) {
      expect(rows).toHaveLength(10);
      expect(total).toBeGreaterThan(10);
    }
  });

  it('is no failure where bases are off, or unknown to this version', async () => {
    await warmUpBases({
      activeNote,
      base: () => Promise.reject(new VaultLoomError('bases_not_enabled', 'Bases are off.')),
    });
    await expect(warmUpBases({ activeNote })).resolves.toBeUndefined();
  });
});
