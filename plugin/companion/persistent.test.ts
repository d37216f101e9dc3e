import { expect, it } from 'vitest';
import { Persistent, TRY_AGAIN_MS } from './persistent.ts';

function bench(outcomes: (string | null)[]): {
  persistent: Persistent<number>;
  attempted: number[];
  told: string[];
  /** Lets the planned attempt begin; false if none is planned. */
  runOut: () => Promise<boolean>;
  end: () => void;
} {
  const [attempted, told]: [number[], string[]] = [[], []];
  let planned: (() => void) | null = null;
  let isEnded = false;
  const persistent = new Persistent<number>({
    attempt: (wanted) => {
      attempted.push(wanted);
      const problem = outcomes.shift() ?? null;
      return problem === null ? Promise.resolve() : Promise.reject(new Error(problem));
    },
    onFailure: (error) => told.push(String(error)),
    schedule: (task, ms) => {
      expect(ms).toBe(TRY_AGAIN_MS);
      planned = task;
      return () => {
        if (planned === task) planned = null;
      };
    },
    isEnded: () => isEnded,
  });
  const runOut = async (): Promise<boolean> => {
    const task = planned;
    planned = null;
    task?.();
    await new Promise((resolve) => setImmediate(resolve));
    return task !== null;
  };
  return { persistent, attempted, told, runOut, end: () => (isEnded = true) };
}

it('tries again until it succeeds, and reports each failure once', async () => {
  const { persistent, attempted, told, runOut } = bench(['taken', 'taken', 'full', null]);
  await persistent.want(1);
  expect(persistent.isFailing).toBe(true);
  while (await runOut());
  expect([attempted, told, persistent.isFailing]).toEqual([[1, 1, 1, 1], ['Error: taken', 'Error: full'], false]);
});

it('plans one attempt at a time, for what is wanted last', async () => {
  const { persistent, attempted, runOut } = bench(['taken', 'taken', 'taken', null]);
  await Promise.all([persistent.want(1), persistent.want(2)]);
  await persistent.want(3);
  expect(await runOut()).toBe(true);
  expect(await runOut()).toBe(false);
  expect(attempted).toEqual([1, 2, 3, 3]);
});

it('reports a failure again when it comes back', async () => {
  const { persistent, told } = bench(['taken', null, 'taken']);
  for (const wanted of [1, 2, 1]) await persistent.want(wanted);
  expect(told).toEqual(['Error: taken', 'Error: taken']);
});

it('attempts nothing after the end, or once it is stopped', async () => {
  const stopped = bench(['taken', null]);
  await stopped.persistent.want(1);
  stopped.persistent.stop();
  expect(await stopped.runOut()).toBe(false);
  const ended = bench(['taken', null]);
  await ended.persistent.want(1);
  ended.end();
  await ended.runOut();
  expect(ended.attempted).toEqual([1]);
});
