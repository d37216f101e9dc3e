import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ROOT } from '../setup.mjs';
import { readProject, stepProblems } from './project.ts';

const FILES = [
  'package.json',
  'package-lock.json',
  'manifest.json',
  'versions.json',
  'CHANGELOG.md',
  'scripts',
  '.npmrc',
];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-loom-version-'));
  for (const name of FILES) await cp(join(ROOT, name), join(folder, name), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

const git = (...args: string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();

it('`npm version` keeps all files in step, and makes the bare version the tag', async () => {
  git('init', '--quiet');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.com');
  const own = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...own, author: 'Ada Example <ada@example.com>' }));
  git('add', '--all');
  git('commit', '--quiet', '--message', 'All');
  execFileSync('npm', ['version', '9.8.7'], { cwd: folder, stdio: 'ignore', shell: process.platform === 'win32' });

  const project = await readProject(folder);
  expect(project).toMatchObject({ version: '9.8.7', manifest: { version: '9.8.7', author: 'Ada Example' } });
  expect(stepProblems(project)).toEqual([]);
  expect(project.versions).toMatchObject({ '9.8.7': project.manifest.minAppVersion, '0.1.0': '1.7.2' });
  expect(git('tag')).toBe('9.8.7');
  expect(git('status', '--porcelain')).toBe('');
});
