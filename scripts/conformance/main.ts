import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeFixtures } from './fixtures.ts';
import { INSPECTOR_PACKAGES, tryInspector } from './inspector.ts';
import { runPublishedSuite, SUITE_PACKAGES } from './published-suite.ts';
import { SDK_PACKAGES, trySdkClients } from './sdk-clients.ts';
import { compareWithExpected, type ExpectedFailure } from './verdict.ts';

const EXPECTED = new URL('expected-failures.json', import.meta.url);

const folder = await mkdtemp(join(tmpdir(), 'vault-loom-conformance-'));
try {
  const vault = join(folder, 'vault');
  await cp('e2e/vault', vault, { recursive: true });
  await writeFixtures(vault);
  const env = { PATH: process.env.PATH ?? '', HOME: folder, VAULT_PATH: vault, VAULT_LOOM_EMBEDDER: 'none' };
  const server = { command: process.execPath, args: [resolve('dist/bridge/cli.mjs')], env };
  const results = [
    ...(await trySdkClients(await install('sdks', SDK_PACKAGES), server)),
    ...(await tryInspector(await install('inspector', INSPECTOR_PACKAGES), server)),
    ...(await runPublishedSuite(await install('suite', SUITE_PACKAGES), server)),
  ];
  const expected = JSON.parse(await readFile(EXPECTED, 'utf8')) as ExpectedFailure[];
  const { rows, surprises } = compareWithExpected(results, expected);
  for (const { name, outcome, detail } of rows) console.log([outcome.padEnd(18), name, detail].join('  ').trimEnd());
  const passed = rows.filter(({ outcome }) => outcome === 'passed').length;
  console.log(`${passed} of ${rows.length} passed, ${rows.length - passed - surprises.length} fail as expected`);
  if (surprises.length > 0) console.error(`Not as expected: ${surprises.join(', ')}`);
  process.exitCode = surprises.length > 0 ? 1 : 0;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Installs packages in a folder of their own: they are large, and few who work here need them. */
async function install(name: string, packages: readonly string[]): Promise<string> {
  const place = join(folder, name);
  await mkdir(place);
  await writeFile(join(place, 'package.json'), '{}');
  const args = ['install', '--silent', '--no-audit', '--no-fund', '--prefix', place, ...packages];
  const { status } = spawnSync('npm', args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`The packages could not be installed: ${packages.join(', ')}`);
  return place;
}
