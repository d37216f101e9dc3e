import { describe, expect, it } from 'vitest';
import type { SearchBoxInput, SearchBoxOutput } from '../../../shared/protocol/schemas/search-box.ts';
import { MEANING_AFTER_MS, SearchSession, type SearchAnswer } from './search-session.ts';

interface Asked {
  input: SearchBoxInput;
  answer: (output?: Partial<SearchBoxOutput>) => Promise<void>;
  fail: (error: Error) => Promise<void>;
}

/** A session whose engine and clock the test plays. */
function open() {
  const asked: Asked[] = [];
  const answers: SearchAnswer[] = [];
  const failures: unknown[] = [];
  const planned: { task: () => void; ms: number }[] = [];
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const session = new SearchSession({
    ask: (input) =>
      new Promise((resolve, reject) => {
        asked.push({
          input,
          answer: (output = {}) => (resolve({ rows: [], ...output }), settle()),
          fail: (error) => (reject(error), settle()),
        });
      }),
    schedule: (task, ms) => {
      const plan = { task, ms };
      planned.push(plan);
      return () => void planned.splice(planned.indexOf(plan), planned.includes(plan) ? 1 : 0);
    },
    limit: 20,
    onAnswer: (answer) => answers.push(answer),
    onFailure: (error) => failures.push(error),
  });
  const elapse = (): void => planned.splice(0).forEach(({ task }) => task());
  return { session, asked, answers, failures, planned, elapse };
}

describe('a search', () => {
  it('asks by words at once, and by both a moment later', async () => {
    const { session, asked, answers, planned, elapse } = open();
    session.search('keyb', 'both');
    expect(asked.map(({ input }) => input.mode)).toEqual(['words']);
    expect(planned.map(({ ms }) => ms)).toEqual([MEANING_AFTER_MS]);
    await asked[0]?.answer();
    expect(answers).toMatchObject([{ isFirst: true, isFinal: false }]);
    elapse();
    await asked[1]?.answer({ cause: 'off' });
    expect(asked[1]?.input.mode).toBe('both');
    expect(answers[1]).toMatchObject({ isFirst: false, isFinal: true, cause: 'off' });
  });

  it('asks by meaning only when the keys rest', async () => {
    const { session, asked, planned, elapse } = open();
    for (const query of ['k', 'ke', 'key']) session.search(query, 'meaning');
    expect([asked.length, planned.length]).toEqual([0, 1]);
    elapse();
    expect(asked.map(({ input }) => input.query)).toEqual(['key']);
  });

  it('never asks by meaning when words are wanted', () => {
    const { session, asked, planned } = open();
    session.search('key', 'words');
    expect([asked.length, planned.length]).toEqual([1, 0]);
  });

  it('asks again on request, once it is answered, and not as if it were new', async () => {
    const { session, asked, answers } = open();
    session.refresh();
    session.search('key', 'words');
    session.refresh();
    expect(asked).toHaveLength(1);
    await asked[0]?.answer({ reading: { done: 1, total: 9 } });
    session.refresh();
    expect(asked[1]?.input).toEqual(asked[0]?.input);
    await asked[1]?.answer();
    expect(answers).toMatchObject([{ isFirst: true }, { isFirst: false, isFinal: true }]);
    session.stop();
    session.refresh();
    expect(asked).toHaveLength(2);
  });

  it('drops late answers to earlier queries, and all after its end', async () => {
    const { session, asked, answers, failures } = open();
    session.search('k', 'words');
    session.search('ke', 'words');
    await asked[0]?.answer();
    expect([answers.length, session.isWaiting]).toEqual([0, true]);
    await asked[1]?.answer();
    expect([answers.length, session.isWaiting]).toEqual([1, false]);
    session.search('key', 'words');
    session.stop();
    await asked[2]?.fail(new Error('late'));
    expect(failures).toEqual([]);
  });

  it('tells a failure, and that the first answer has come either way', async () => {
    const { session, asked, failures } = open();
    session.search('k', 'words');
    const first = session.first();
    await asked[0]?.fail(new Error('broken'));
    await first;
    expect(failures).toEqual([new Error('broken')]);
    session.search('k', 'meaning');
    const dropped = session.first();
    session.stop();
    await dropped;
  });
});
