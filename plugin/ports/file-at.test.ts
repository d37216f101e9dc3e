import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Vault as AppVault } from 'obsidian';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FileSystemAdapter } from '../../e2e/stand-in/app/vault/adapter.ts';
import { Vault } from '../../e2e/stand-in/app/vault/vault.ts';
import { fileAt, fileInOtherCase, folderAt, placeAt } from './file-at.ts';

let root: string;
let app: Vault;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'file-at-'));
  for (const folder of ['Cafe\u0301', 'Plain']) await mkdir(join(root, folder));
  for (const path of ['Cafe\u0301/Re\u0301sume\u0301.md', 'Plain/Caf\u00e9.md', 'Plain/Cafe\u0301.md', 'A.md'])
    await writeFile(join(root, path), 'x');
  app = new Vault(new FileSystemAdapter(root), '.obsidian');
  await app.load();
});

afterEach(async () => {
  await app.unload();
  await rm(root, { recursive: true, force: true });
});

it.each([
  ['A.md', 'A.md'],
  ['Caf\u00e9/R\u00e9sum\u00e9.md', 'Cafe\u0301/Re\u0301sume\u0301.md'],
  ['Cafe\u0301/Re\u0301sume\u0301.md', 'Cafe\u0301/Re\u0301sume\u0301.md'],
  ['Plain/Caf\u00e9.md', 'Plain/Caf\u00e9.md'],
  ['Plain/Cafe\u0301.md', 'Plain/Cafe\u0301.md'],
  ['Caf\u00e9', null],
  ['Caf\u00e9/None.md', null],
])('the file at %j is %j', (path, expected) => {
  expect(fileAt(app as unknown as AppVault, path)?.path ?? null).toBe(expected);
});

it.each([
  ['Caf\u00e9', 'Cafe\u0301'],
  ['Caf\u00e9/R\u00e9sum\u00e9.md', 'Cafe\u0301/Re\u0301sume\u0301.md'],
  ['Plain', 'Plain'],
  ['Caf\u00e9s', null],
])('the file or folder at %j is %j', (path, expected) => {
  expect(placeAt(app as unknown as AppVault, path)?.path ?? null).toBe(expected);
});

it.each([
  ['Caf\u00e9', 'Cafe\u0301'],
  ['Cafe\u0301', 'Cafe\u0301'],
  ['Plain', 'Plain'],
  ['Plain/Caf\u00e9.md', null],
  ['Caf\u00e9s', null],
])('the folder at %j is %j', (path, expected) => {
  expect(folderAt(app as unknown as AppVault, path)?.path ?? null).toBe(expected);
});

it('the file at a path in other letter case is found', () => {
  const vault = app as unknown as AppVault;
  expect(fileInOtherCase(vault, 'CAF\u00c9/r\u00e9sum\u00e9.md')?.path).toBe('Cafe\u0301/Re\u0301sume\u0301.md');
  expect(fileInOtherCase(vault, 'a.MD')?.path).toBe('A.md');
  expect(fileInOtherCase(vault, 'B.md')).toBeNull();
});
