import { describe, expect, it } from 'vitest';
import { chooseSome, confirm, type Ask } from './choose.ts';

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
