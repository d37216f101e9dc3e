import { access, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FileSystemAdapter } from '../../../e2e/stand-in/app/vault/adapter.ts';
import { Vault } from '../../../e2e/stand-in/app/vault/vault.ts';
import { noteAt, type NoteMaker } from './note-at.ts';

let outer: string;
let root: string;
let app: Vault;
let vault: NoteMaker;

beforeEach(async () => {
  outer = await mkdtemp(join(tmpdir(), 'note-at-'));
  root = join(outer, 'a', 'Vault');
  await mkdir(join(root, 'In'), { recursive: true });
  await writeFile(join(root, 'In', 'There.md'), 'x');
  app = new Vault(new FileSystemAdapter(root), '.obsidian');
  await app.load();
  vault = app as unknown as NoteMaker;
});

afterEach(async () => {
  await app.unload();
  await rm(outer, { recursive: true, force: true });
});

it('creates a note with its folders, and leaves one that is there', async () => {
  expect((await noteAt(vault, 'Deep/er/New?.md')).path).toBe('Deep/er/New?.md');
  expect((await noteAt(vault, 'New.md')).path).toBe('New.md');
  expect((await noteAt(vault, 'in/there.md')).path).toBe('In/There.md');
  expect((await readdir(root)).sort()).toEqual(['Deep', 'In', 'New.md']);
});

it('creates a note in the folder that is there, whichever Unicode form its name has', async () => {
  await app.createFolder('Cafe\u0301');
  expect((await noteAt(vault, 'Caf\u00e9/New.md')).path).toBe('Cafe\u0301/New.md');
  expect((await readdir(root)).sort()).toEqual(['Cafe\u0301', 'In']);
});

it.each([
  ['../Out.md', 'leads out of the vault'],
  ['In/../../../Out.md', 'leads out of the vault'],
  ['a\\b.md', 'holds a backslash'],
  ['https://example.org/page.md', 'has an empty or "." segment'],
  ['New/./Note.md', 'has an empty or "." segment'],
  ['New/.md', 'hidden'],
  ['In/.hidden.md', 'hidden'],
  ['.obsidian/New.md', 'configuration folder'],
  [`New/${'long'.repeat(64)}.md`, 'has a name longer than 255 bytes'],
])('creates nothing at %j, and says why', async (path, why) => {
  await expect(noteAt(vault, path)).rejects.toThrow(why);
  expect(await readdir(root, { recursive: true })).toEqual(['In', 'In/There.md']);
  await expect(access(join(outer, 'Out.md'))).rejects.toThrow();
  await expect(access(join(outer, 'a', 'Out.md'))).rejects.toThrow();
});
