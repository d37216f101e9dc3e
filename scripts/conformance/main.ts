import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SDK_PACKAGES, trySdkClients } from './sdk-clients.ts';
import type { ExpectedFailure } from './verdict.ts';
import { compareWithExpected } from './verdict.ts';

const EXPECTED = new URL('expected-failures.json', import.meta.url);

const folder = await mkdtemp(join(tmpdir(), 'vault-loom-conformance-'));
try {
  await writeFile(join(folder, 'package.json'), '{}');
  const vault = join(folder, 'vault');
  await cp('e2e/vault', vault, { recursive: true });
  const install = ['install', '--silent', '--no-audit', '--no-fund', '--prefix', folder, ...SDK_PACKAGES];
  const { status } = spawnSync('npm', install, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error('The packages could not be installed.');

  const env = { PATH: process.env.PATH ?? '', HOME: folder, VAULT_PATH: vault, VAULT_LOOM_EMBEDDER: 'none' };
  const server = { command: process.execPath, args: [resolve('dist/bridge/cli.mjs')], env };
  const expected = JSON.parse(await readFile(EXPECTED, 'utf8')) as ExpectedFailure[];
  const { rows, surprises } = compareWithExpected(await trySdkClients(folder, server), expected);
  for (const { name, outcome, detail } of rows) console.log([outcome.padEnd(18), name, detail].join('  ').trimEnd());
  if (surprises.length > 0) console.error(`Not as expected: ${surprises.join(', ')}`);
  process.exitCode = surprises.length > 0 ? 1 : 0;
} finally {
  await rm(folder, { recursive: true, force: true });
}
