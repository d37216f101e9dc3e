import { afterEach, describe, expect, it } from 'vitest';
import { findConfigDir } from './config-dir.ts';
import { makeTestFolder, removeTestFolders } from './disk/disk-test-kit.ts';

afterEach(removeTestFolders);

describe('findConfigDir', () => {
  it('finds the usual folder, even an empty one', async () => {
    const vault = makeTestFolder({ '.other/app.json': '{}' });
    vault.makeFolder('.obsidian');
    expect(await findConfigDir(vault.root)).toBe('.obsidian');
  });

  it("finds a folder of another name by the app's files in it, the one with most of them", async () => {
    const vault = makeTestFolder({
      '.claude/settings.json': '{}',
      '.a/workspace.json': '{}',
      '.desk/app.json': '{}',
      '.desk/core-plugins.json': '{}',
    });
    expect(await findConfigDir(vault.root)).toBe('.desk');
  });

  it('finds none if the app was never used', async () => {
    const vault = makeTestFolder({ 'a.md': 'x', '.git/config': '', 'notes/app.json': '{}' });
    expect(await findConfigDir(vault.root)).toBeNull();
    expect(await findConfigDir(`${vault.root}/absent`)).toBeNull();
  });
});
