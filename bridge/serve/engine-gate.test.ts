import { describe, expect, it } from 'vitest';
import type { EngineHost } from '../../shared/engine/engine.ts';
import { heldBytes } from '../../shared/kit/memory/kept-test-kit.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { sampleEngine } from '../../shared/tools/test-support/sample-engine.ts';
import { createLog } from '../process/log.ts';
import { EngineGate } from './engine-gate.ts';

const CALLS = 10_000;
/** A call that is kept takes 300 bytes at least; less is what the heap varies by. */
const MOST_BYTES_A_CALL = 50;

function gateOf(start: () => Promise<void>, whenReady: EngineHost['whenReady']): EngineGate {
  const engine: EngineHost = {
    ...sampleEngine({}),
    start,
    whenReady,
    close: async () => undefined,
    onProgress: () => () => undefined,
  };
  return new EngineGate(
    async () => engine,
    createLog('error', () => undefined),
  );
}

const never = (): Promise<never> => new Promise(() => undefined);

describe('the gate', () => {
  it('keeps nothing of the calls that it has let through', async () => {
    const gate = gateOf(
      async () => undefined,
      async () => ({ ready: true }),
    );
    const keptByRound: number[] = [];
    // The first round also has what the calls before it left to be collected.
    for (let round = 0; round < 3; round++) {
      const before = heldBytes();
      for (let call = 0; call < CALLS; call++) await gate.readyEngine();
      keptByRound.push((heldBytes() - before) / CALLS);
    }
    expect(Math.min(...keptByRound.slice(1))).toBeLessThan(MOST_BYTES_A_CALL);
  });

  it('tells each call why the engine could not be started, also those that wait already', async () => {
    let fail = (_error: Error): void => undefined;
    const gate = gateOf(() => new Promise((_resolve, reject) => (fail = reject)), never);
    const waiting = gate.readyEngine();
    await gate.engine();
    fail(new VaultLoomError('vault_not_found', 'The disk is not plugged in.'));
    await expect(waiting).rejects.toThrow('The disk is not plugged in.');
    await expect(gate.readyEngine()).rejects.toMatchObject({ code: 'vault_not_found' });
  });

  it('sends a call away that has waited for long enough', async () => {
    const gate = gateOf(async () => undefined, never);
    await expect(gate.readyEngine(10)).rejects.toMatchObject({ code: 'index_not_ready' });
  });

  it('creates the engine again if that failed', async () => {
    let tries = 0;
    const made = gateOf(
      async () => undefined,
      async () => ({ ready: true }),
    );
    const gate = new EngineGate(
      async () => {
        if (tries++ === 0) throw new VaultLoomError('vault_not_found', 'The disk is not plugged in.');
        return made.engine();
      },
      createLog('error', () => undefined),
    );
    await expect(gate.readyEngine()).rejects.toMatchObject({ code: 'vault_not_found' });
    await gate.readyEngine();
    expect(tries).toBe(2);
  });
});
