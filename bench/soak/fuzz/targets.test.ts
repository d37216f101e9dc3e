import { expect, it } from 'vitest';
import { BASES } from './base-target.ts';
import { runCase } from './case.ts';
import { EDITS, PARSER } from './text-targets.ts';

const CASES = 400;

it.each([PARSER, EDITS, BASES])('$name takes random input, or refuses it with a typed error', async (target) => {
  for (let number = 0; number < CASES; number++) expect((await runCase(target, 31, number)).fault).toBeUndefined();
});

it('prints seed, number and input of a fault, and draws the same case again', async () => {
  const drawn: number[] = [];
  const broken = {
    name: 'broken',
    draw: (random: { below: (limit: number) => number }) => {
      const input = random.below(1_000_000);
      drawn.push(input);
      return {
        input,
        check: () => {
          throw new TypeError('broken');
        },
      };
    },
  };
  const { fault } = await runCase(broken, 3, 14);
  expect(fault).toMatchObject({ target: 'broken', seed: 3, number: 14, input: String(drawn[0]) });
  await runCase(broken, 3, 14);
  expect(drawn[1]).toBe(drawn[0]);
});
