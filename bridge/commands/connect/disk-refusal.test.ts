import { expect, it } from 'vitest';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { diskRefusal } from './disk-refusal.ts';

it('a full disk is told from a folder that must not be written', () => {
  const refusal = (code: string): unknown => diskRefusal(Object.assign(new Error(code), { code }), '/x', 'Do this.');
  expect(refusal('ENOSPC')).toMatchObject({ code: 'disk_full', hint: expect.stringContaining('space') });
  expect(refusal('EACCES')).toMatchObject({ code: 'path_not_allowed', message: '/x (EACCES).', hint: 'Do this.' });
  const own = new VaultLoomError('file_changed', 'x');
  expect(diskRefusal(own, '/x', 'Do this.')).toBe(own);
});
