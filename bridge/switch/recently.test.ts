import { expect, it } from 'vitest';
import { recently } from './recently.ts';

it('asks once for many who want to know at the same time, and again later', async () => {
  let asked = 0;
  const count = recently(() => Promise.resolve(++asked), 50);
  expect(await Promise.all([count(), count(), count()])).toEqual([1, 1, 1]);
  await expect.poll(() => count(), { timeout: 10_000 }).toBe(2);
});

it('asks again after a failure', async () => {
  let asked = 0;
  const fail = recently(() => Promise.reject(new Error(`failure ${++asked}`)), 60_000);
  await expect(fail()).rejects.toThrow('failure 1');
  await expect(fail()).rejects.toThrow('failure 2');
});
