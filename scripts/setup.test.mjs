import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ensureInstalled, TO_STDERR } from './setup.mjs';

const LOCK_TIME = new Date(2020, 1, 1);
const BEFORE = new Date(2019, 1, 1);

let root;
/** What npm was called with. */
let calls;
let said;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vault-loom-setup-'));
  calls = [];
  said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  writeFileSync(join(root, 'package-lock.json'), '{}');
  utimesSync(join(root, 'package-lock.json'), LOCK_TIME, LOCK_TIME);
});
afterEach(() => {
  said.mockRestore();
  rmSync(root, { recursive: true, force: true });
});

const ensure = () =>
  ensureInstalled({ stdio: TO_STDERR }, root, async (args) => {
    calls.push(args[0]);
    return 0;
  });

/** Packages that were installed at that time. */
function packagesIn(folder, time) {
  mkdirSync(folder);
  writeFileSync(join(folder, '.package-lock.json'), '{}');
  utimesSync(join(folder, '.package-lock.json'), time, time);
}

describe('the packages', () => {
  it('are installed if there are none, or if the lock file is newer', async () => {
    expect(await ensure()).toBe(true);
    packagesIn(join(root, 'node_modules'), BEFORE);
    expect(await ensure()).toBe(true);
    expect(calls).toEqual(['ci', 'ci']);
  });

  it('are left alone if they are as new as the lock file', async () => {
    packagesIn(join(root, 'node_modules'), LOCK_TIME);
    expect(await ensure()).toBe(true);
    expect(calls).toEqual([]);
  });

  it.each([
    ['older packages', () => packagesIn(join(root, 'others'), BEFORE)],
    ['a folder without packages', () => mkdirSync(join(root, 'others'))],
    ['nothing', () => undefined],
  ])('are not installed through a link to %s, which npm would empty', async (_what, make) => {
    make();
    symlinkSync(join(root, 'others'), join(root, 'node_modules'), 'junction');
    expect(await ensure()).toBe(false);
    expect(calls).toEqual([]);
    expect(said.mock.calls.flat().join()).toContain('node_modules is a link');
  });
});
