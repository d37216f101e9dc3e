import { expect, it } from 'vitest';
import { writeProblem } from './write-problem.ts';

function refusal(code: string, path?: string): Error {
  return Object.assign(new Error(`${code}: permission denied, open '${path}'`), { code, path });
}

it.each([
  [refusal('EACCES', '/home/ann/Vault/data.json'), 'the system does not let this account write “data.json” (EACCES)'],
  [refusal('EPERM', 'C:\\Vault\\Tea.md'), 'the system does not let this account write “Tea.md” (EPERM)'],
  [refusal('EACCES'), 'the system does not let this account write there (EACCES)'],
  [refusal('EROFS', '/v/Tea.md'), 'the disk can only be read (EROFS)'],
  [refusal('ENOSPC', '/v/Tea.md'), 'the disk is full (ENOSPC)'],
  [new Error('Not loaded.'), 'Not loaded.'],
  ['odd', 'odd'],
])('says in plain words why something was not written', (error, words) => {
  expect(writeProblem(error)).toBe(words);
});

it('names what was to be written, if that says more than the file', () => {
  expect(writeProblem(refusal('EACCES', '/v/.x.tmp'), 'the folder of the plugin')).toBe(
    'the system does not let this account write the folder of the plugin (EACCES)',
  );
});
