import { expect, it } from 'vitest';
import { VaultLoomError } from '../protocol/errors.ts';
import { diskError, unreadableHistory } from './disk-errors.ts';

function told(system: string): VaultLoomError {
  const error = diskError(Object.assign(new Error('/home/person/vault'), { code: system }), '"a.md"');
  if (error instanceof VaultLoomError) return error;
  throw new Error('not told');
}

it.each([
  ['ENOSPC', 'disk_full', "the vault's disk is full"],
  ['EROFS', 'read_only', 'mounted read-only'],
  ['ENAMETOOLONG', 'path_not_allowed', 'the path is too long'],
  ['EXDEV', 'path_not_allowed', 'another disk'],
  ['ENOENT', 'file_changed', 'was removed meanwhile'],
  ['ENOTDIR', 'file_changed', 'was removed meanwhile'],
  ['EMFILE', 'internal', 'too many files are open'],
  ['ENFILE', 'internal', 'too many files are open'],
  ['EIO', 'internal', "the vault's disk reports a fault"],
])(
  'a disk that fails with %s is told as %s, with a hint and without a path of the machine',
  (system, code, message) => {
    const error = told(system);
    expect(error).toMatchObject({ code, message: expect.stringContaining(message), details: { system } });
    expect(error.hint).toBeTruthy();
    expect(JSON.stringify(error.toBody())).not.toMatch(/home|DISK/);
  },
);

it('a data folder that refuses is looked for with the setting of this server', () => {
  const cause = Object.assign(new Error('no'), { code: 'EACCES' });
  for (const error of [diskError(cause, 'a.md', 'data folder'), unreadableHistory(cause)])
    expect(error).toMatchObject({ hint: expect.stringMatching(/doctor` names.*, if VAULT_LOOM_DATA_DIR is set/u) });
});
