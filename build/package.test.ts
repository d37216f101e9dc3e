import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

it('the package holds both halves and the model', async () => {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    shell: process.platform === 'win32',
  });
  const [packed] = JSON.parse(stdout) as { files: { path: string }[] }[];
  const [model] = await readdir(new URL('../dist/model', import.meta.url));
  const paths = packed?.files.map(({ path }) => path) ?? [];
  expect(paths).toEqual(
    expect.arrayContaining([
      'dist/bridge/cli.mjs',
      `dist/model/${model}`,
      'dist/plugin/main.js',
      'dist/plugin/manifest.json',
      'dist/plugin/styles.css',
    ]),
  );
}, 120_000);
