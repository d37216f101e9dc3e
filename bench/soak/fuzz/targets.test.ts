import { afterEach, expect, it } from 'vitest';
import { ALL_TOOLS } from '../../../shared/tools/all-tools.ts';
import { listTool } from '../../../shared/tools/call/listing.ts';
import { openBench, removeBenches } from '../../../shared/tools/test-support/writing-bench.ts';
import { BASES } from './base-target.ts';
import { runCase } from './case.ts';
import { EDITS, PARSER } from './text-targets.ts';
import { toolsTarget, type ListedTool } from './tools-target.ts';

const CASES = 400;

afterEach(removeBenches);

it.each([PARSER, EDITS, BASES])('$name takes random input, or refuses it with a typed error', async (target) => {
  for (let number = 0; number < CASES; number++) expect((await runCase(target, 31, number)).fault).toBeUndefined();
});

it('every tool takes random arguments, or refuses them with a typed error', async () => {
  const files = {
    'Garden.md':
      '---\ntags: [garden]\nstatus: open\n---\n# Beds\n\nLeeks by the wi-fi pole, see [[Boats|boat]]. ^bed\n',
    'Water/Boats.md': '# Boats\n\n- [ ] caulk #todo\n\n## Wi-Fi 2026-05-01\n\nSee [[Garden#Beds]].\n',
    'Wi-Fi.md': 'A pole and a box.\n',
  };
  const tools = ALL_TOOLS.map(listTool) as unknown as ListedTool[];
  const target = toolsTarget(tools, (await openBench(files)).call, files);
  for (let number = 0; number < CASES; number++) expect((await runCase(target, 31, number)).fault).toBeUndefined();
}, 60_000);

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
