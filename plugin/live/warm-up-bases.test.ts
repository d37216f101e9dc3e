import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import type { BaseQueryOutput } from '../../shared/protocol/schemas/live.ts';
import { runBase } from './bases/run-base.ts';
import { appOver, HOST } from './bases/bases-app-test-kit.ts';
import { warmUpBases } from './warm-up-bases.ts';

const SAMPLE_VAULT = fileURLToPath(new URL('../../e2e/vault', import.meta.url));
const active = () => Promise.resolve({ path: null });

describe('warming up', () => {
  it('evaluates a base that runs, over all notes', async () => {
    const app = await appOver(SAMPLE_VAULT);
    const answers: BaseQueryOutput[] = [];
    const base = async (query: Parameters<typeof runBase>[1]): Promise<BaseQueryOutput> => {
      const answer = await runBase(app, query, HOST);
      answers.push(answer);
      return answer;
    };
    await warmUpBases({ active, base });
    expect(answers.length).toBeGreaterThan(1);
    for (const { rows, total } of answers) {
      expect(rows).toHaveLength(10);
      expect(total).toBeGreaterThan(10);
    }
  });

  it('is not a failure if bases are off, or unknown to this version', async () => {
    await warmUpBases({ active, base: () => Promise.reject(new VaultLoomError('bases_not_enabled', 'Bases are off.')) });
    await expect(warmUpBases({ active })).resolves.toBeUndefined();
  });
});
