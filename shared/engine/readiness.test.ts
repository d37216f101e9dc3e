import { describe, expect, it } from 'vitest';
import type { Schedule } from '../kit/time/schedule.ts';
import { VaultLoomError } from '../protocol/errors.ts';
import { indexNotReady, READY_TIMEOUT_MS, Readiness } from './readiness.ts';

describe('readiness', () => {
  it('lets all who wait go on once it is reached, and those who come later at once', async () => {
    const readiness = new Readiness();
    const early = readiness.wait(indexNotReady);
    readiness.reached();
    await early;
    await readiness.wait(indexNotReady, 0);
  });

  it('tells everyone why it failed', async () => {
    const readiness = new Readiness();
    const early = readiness.wait(indexNotReady);
    readiness.failed(new VaultLoomError('internal', 'The disk is gone.'));
    await expect(early).rejects.toThrow('The disk is gone.');
    await expect(readiness.wait(indexNotReady)).rejects.toThrow('The disk is gone.');
  });

  it('is waited for by the timers of the host, for the one limit unless told otherwise, with one wording', async () => {
    const asked: number[] = [];
    const atOnce: Schedule = (task, ms) => {
      asked.push(ms);
      task();
      return () => undefined;
    };
    const readiness = new Readiness(atOnce);
    await expect(readiness.wait(() => indexNotReady({ done: 2, total: 5 }))).rejects.toMatchObject({
      code: 'index_not_ready',
      message: 'The vault is still being indexed (2 of 5 notes).',
      hint: expect.stringContaining('index_status') as string,
    });
    await expect(readiness.wait(indexNotReady, 10)).rejects.toThrow('The vault is still being indexed.');
    expect(asked).toEqual([READY_TIMEOUT_MS, 10]);
  });
});
