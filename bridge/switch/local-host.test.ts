import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EngineHost } from '../../shared/engine/engine.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { sampleEngine } from '../../shared/tools/test-support/sample-engine.ts';
import { createLog } from '../process/log.ts';
import { LocalHost } from './local-host.ts';

/** The engines that were made, and whether the next finds its vault. */
let made: string[];
let isVaultThere: boolean;
let host: LocalHost;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  made = [];
  isVaultThere = false;
  host = new LocalHost({
    create: () => Promise.resolve(engine()),
    keepMs: 60_000,
    onProgress: () => undefined,
    log: createLog('error', () => undefined),
  });
});
afterEach(async () => {
  await host.close();
  vi.useRealTimers();
});

function engine(): EngineHost {
  const name = `engine ${made.push('open')}`;
  const failure = isVaultThere ? null : new VaultLoomError('vault_not_found', `${name} finds no vault.`);
  let indexProblem: string | null = null;
  return {
    ...sampleEngine({}),
    start: async () => void (indexProblem = failure === null ? null : failure.message),
    whenReady: () => (failure === null ? Promise.resolve({ ready: true }) : Promise.reject(failure)),
    close: async () => void (made[made.length - 1] += ' closed'),
    onProgress: () => () => undefined,
    get indexProblem() {
      return indexProblem;
    },
  };
}

const ask = () => host.use((opened) => opened.whenReady({ timeoutMs: 1 }));

describe('an engine that cannot open the index', () => {
  it('is asked no more once it is likely that another can', async () => {
    await expect(ask()).rejects.toThrow('engine 1 finds no vault.');
    isVaultThere = true;
    vi.advanceTimersByTime(2_000);
    expect(await ask()).toEqual({ ready: true });
    expect(made).toEqual(['open closed', 'open']);
  });

  it('answers calls that come soon after each other, so that not each one opens the vault', async () => {
    await expect(ask()).rejects.toThrow('engine 1');
    vi.advanceTimersByTime(500);
    await expect(ask()).rejects.toThrow('engine 1');
    expect(made).toEqual(['open']);
  });

  it('is followed by one that is kept if it opens it', async () => {
    isVaultThere = true;
    await ask();
    vi.advanceTimersByTime(50_000);
    await ask();
    expect(made).toEqual(['open']);
  });
});
