import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readSettingsText, readWhole } from './disk-io.ts';
import { makeTestFolder, removeTestFolders } from '../../vault/disk/disk-test-kit.ts';

afterEach(removeTestFolders);

describe('readWhole', () => {
  it.each([0, 1, 299_999, 300_000, 900_000])('gives every byte of a file whose expected size is %i', async (size) => {
    const folder = makeTestFolder({ 'a.md': 'x'.repeat(300_000) });
    const handle = await open(join(folder.root, 'a.md'));
    const bytes = await readWhole(handle, size);
    await handle.close();
    expect(bytes.length).toBe(300_000);
    expect(bytes.every((byte) => byte === 'x'.charCodeAt(0))).toBe(true);
  });
});

describe('readSettingsText', () => {
  it('is null for a missing file or a non-file, and an error for one that is too large', async () => {
    const { root } = makeTestFolder({ 'app.json': '12345', 'folder/x': '' });
    expect(await readSettingsText(join(root, 'absent'), 10)).toBeNull();
    expect(await readSettingsText(join(root, 'app.json/x'), 10)).toBeNull();
    expect(await readSettingsText(join(root, 'app.json'), 5)).toBe('12345');
    await expect(readSettingsText(join(root, 'app.json'), 4)).rejects.toThrow('larger than 4 bytes');
    if (process.platform !== 'win32') expect(await readSettingsText(join(root, 'folder'), 10)).toBeNull();
  });
});
