import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findManifest, manifestVersion, until } from './idle-server.ts';
import { makeScratch } from './scratch-vault.ts';

it('asks until the condition holds, and eventually gives up', async () => {
  let asked = 0;
  const ask = () => Promise.resolve(++asked);
  expect(await until(ask, (answer) => answer === 3, 1, 10_000)).toBe(3);
  expect(await until(ask, () => false, 1, 0)).toBeNull();
  expect(asked).toBe(4);
});

it('finds the manifest of an index, and sees that it was replaced', async () => {
  const { folder, remove } = await makeScratch();
  expect(await findManifest(folder)).toBeNull();
  const index = join(folder, 'vaults', 'x', 'index');
  const manifest = join(index, 'manifest.json');
  await mkdir(index, { recursive: true });
  await writeFile(manifest, '{}');
  expect(await findManifest(folder)).toBe(manifest);
  const before = await manifestVersion(manifest);
  expect(await manifestVersion(manifest)).toBe(before);
  await writeFile(`${manifest}.tmp`, '{ }');
  await rename(`${manifest}.tmp`, manifest);
  expect(await manifestVersion(manifest)).not.toBe(before);
  await remove();
});
