import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { askOn, chooseSome, confirm, type Ask } from './choose.ts';

const VAULTS = ['/home/ada/Work', '/home/ada/Play, and more', '/mnt/2024', '/mnt/Work'];

/** Gives these answers in turn, then ends; keeps the questions. */
function person(...answers: string[]): { ask: Ask; asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    ask: async (question) => {
      asked.push(question);
      return answers[asked.length - 1] ?? null;
    },
  };
}

const choose = (ask: Ask): Promise<string[] | null> =>
  chooseSome(ask, {
    what: 'vault',
    items: VAULTS,
    nameOf: (vault) => vault,
    alsoNamed: (vault) => vault.split('/').at(-1) ?? '',
    flag: '--vault PATH',
  });

describe('a choice', () => {
  it.each([
    ['a number', '2', [1]],
    ['several', '3, 1', [2, 0]],
    ['several without commas', '1 4', [0, 3]],
    ['one twice', '1,1', [0]],
    ['a name as shown', '/home/ada/work', [0]],
    ['a short name, with a comma in it', 'play, and more', [1]],
    ['a number that is a name', '2024', [2]],
    ['names and numbers', '/mnt/Work,1', [3, 0]],
  ])('is %s', async (_what, answer, chosen) => {
    expect(await choose(person(answer).ask)).toEqual(chosen.map((i) => VAULTS[i]));
  });

  it.each(['5', '0', 'nothing', '1,9', 'Work', ',', ''])('is asked for again after "%s"', async (answer) => {
    const { ask, asked } = person(answer, '1');
    expect(await choose(ask)).toEqual([VAULTS[0]]);
    expect(asked[1]).toContain(answer === '' ? 'Nothing is chosen' : `"${answer}" is not in the list.`);
  });

  it('is none at the end of input, and refused if nobody is there', async () => {
    expect(await choose(person('nonsense').ask)).toBeNull();
    await expect(choose(null)).rejects.toMatchObject({ code: 'invalid_arguments', hint: 'Name one: --vault PATH' });
  });
});

describe('a yes', () => {
  it.each([
    [['y'], true],
    [['YES'], true],
    [[''], true],
    [['n'], false],
    [['No'], false],
    [['what'], false],
    [[], false],
  ])('of %j is %s', async (answers, isYes) => {
    expect(await confirm(person(...answers).ask, 'Change it?')).toBe(isYes);
  });
});

describe('a terminal', () => {
  /** Both ends of one, and what the person's keys are written to. */
  function terminal() {
    const ends = [new PassThrough(), new PassThrough()].map((end) => Object.assign(end, { isTTY: true }));
    return ends as unknown as [NodeJS.ReadStream & PassThrough, NodeJS.WriteStream];
  }

  it('asks again after each answer', async () => {
    const [keys, screen] = terminal();
    const ask = askOn(keys, screen);
    for (const answer of ['one', 'two']) {
      const answered = ask?.('Which?');
      keys.write(` ${answer} \r`);
      expect(await answered).toBe(answer);
    }
  });

  it('asks no more after the end of input', async () => {
    const [keys, screen] = terminal();
    const ask = askOn(keys, screen);
    const answered = ask?.('Change this?');
    keys.write('\u0004');
    expect(await answered).toBeNull();
    keys.write('\r');
    expect(await ask?.('And this?')).toBeNull();
  });

  it('ends all at Ctrl+C, so that a hasty key does not answer the next question', async () => {
    const [keys, screen] = terminal();
    const interrupt = vi.fn();
    const answered = vi.fn();
    void askOn(keys, screen, interrupt)?.('Change this?').then(answered);
    keys.write('\u0003');
    await vi.waitFor(() => expect(interrupt).toHaveBeenCalledOnce());
    expect(answered).not.toHaveBeenCalled();
  });

  it('is needed at both ends', () => {
    const [keys, screen] = terminal();
    expect(askOn(keys, Object.assign(screen, { isTTY: false }))).toBeNull();
  });
});
