import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { originLine, runOrigin } from './run-origin.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'origin-'));
});
afterEach(() => rm(folder, { recursive: true }));

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: folder })
    .toString()
    .trim();

it('names the commit, whether there are changes, and the machine', async () => {
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '-m', 'x');
  const commit = git('rev-parse', '--short=10', 'HEAD');
  const clean = await runOrigin(folder);
  expect(clean).toMatchObject({ commit, isDirty: false, machine: { cpus: cpus().length, node: process.version } });
  await writeFile(join(folder, 'new.ts'), '');
  const dirty = await runOrigin(folder);
  expect(dirty.isDirty).toBe(true);
  expect(originLine(dirty)).toContain(`commit ${commit} with changes; ${cpus().length} × `);
});

it('says so outside a repository', async () => {
  const origin = await runOrigin(join(folder, 'absent'));
  expect(origin).toMatchObject({ commit: null, isDirty: null });
  expect(originLine(origin)).toMatch(/^no commit; /u);
});
