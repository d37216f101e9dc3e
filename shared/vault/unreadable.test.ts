import { describe, expect, it } from 'vitest';
import { VaultLoomError } from '../protocol/errors.ts';
import { unreadable } from './unreadable.ts';

const failure = (code: string): Error => Object.assign(new Error(`${code}: refused, open '/home/me/a.md'`), { code });

describe('a file that cannot be read', () => {
  it.each(['EACCES', 'EPERM', 'EBUSY'])('is not allowed to this process: %s', (code) => {
    expect(unreadable('a.md', failure(code))).toMatchObject({
      code: 'path_not_allowed',
      message: `"a.md" cannot be read (${code}).`,
      hint: expect.stringContaining('permissions'),
      details: { system: code },
    });
  });

  it('is a fault if the disk fails', () => {
    expect(unreadable('a.md', failure('EIO'))).toMatchObject({ code: 'internal', details: { system: 'EIO' } });
  });

  it("keeps errors that are not the system's", () => {
    const own = new VaultLoomError('note_not_found', 'There is no such note.');
    const plain = new TypeError('a fault');
    expect(unreadable('a.md', own)).toBe(own);
    expect(unreadable('a.md', plain)).toBe(plain);
  });
});
