import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hottest, functionTimes } from './cpu-profile.ts';
import { makeScratch } from './scratch-vault.ts';

const frame = (functionName: string, url = '', lineNumber = -1) => ({ functionName, url, lineNumber });
const PROFILE = {
  nodes: [
    { id: 1, callFrame: frame('(root)'), children: [2, 3] },
    { id: 2, callFrame: frame('(idle)') },
    { id: 3, callFrame: frame('parse', 'file:///x/cli.mjs', 9), children: [4] },
    { id: 4, callFrame: frame('', 'file:///x/cli.mjs', 41), children: [5] },
    { id: 5, callFrame: frame('parse', 'file:///x/cli.mjs', 9) },
  ],
  samples: [3, 2, 4, 5],
  timeDeltas: [2_000, 50_000, 1_000, 4_000],
};

it('adds up the time in each function and below it, once for each however deep it calls itself', () => {
  expect(functionTimes(PROFILE)).toEqual([
    { name: 'parse  cli.mjs:10', selfMs: 6, totalMs: 7 },
    { name: '(anonymous)  cli.mjs:42', selfMs: 1, totalMs: 5 },
  ]);
});

it('prints every profile of a folder', async () => {
  const { folder, remove } = await makeScratch();
  await writeFile(join(folder, 'CPU.1.cpuprofile'), JSON.stringify(PROFILE));
  expect(await hottest(folder)).toEqual([
    '',
    'CPU.1.cpuprofile: 0.01 s of work',
    'in the function itself',
    '      6 ms  85.7 %  parse  cli.mjs:10',
    '      1 ms  14.3 %  (anonymous)  cli.mjs:42',
    'with what it calls',
    '      7 ms 100.0 %  parse  cli.mjs:10',
    '      5 ms  71.4 %  (anonymous)  cli.mjs:42',
  ]);
  await remove();
});
