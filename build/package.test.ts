import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MAX_PACKED_BYTES = 9_000_000;
const PATIENCE_MS = 180_000;

interface Packed {
  filename: string;
  size: number;
  files: { path: string }[];
}

describe('the package, from its tarball in an empty folder', () => {
  let folder: string;
  let packed: Packed;
  let env: Record<string, string>;
  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'vault-loom-package-')));
    env = await emptyHome(folder);
    const { stdout } = await npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], ROOT, env);
    [packed] = JSON.parse(stdout) as [Packed];
    // Offline, it can get nothing that is not in the tarball.
    await mkdir(join(folder, 'app'));
    await npm(
      ['install', '--offline', '--no-audit', '--no-fund', join(folder, packed.filename)],
      join(folder, 'app'),
      env,
    );
  }, PATIENCE_MS);
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  const installed = (...path: string[]): string => join(folder, 'app', 'node_modules', 'vault-loom', ...path);

  it('holds both halves, the model once and the docs, but for those on decisions and measurements, and nothing else', async () => {
    const [model] = await readdir(join(ROOT, 'dist', 'model'));
    const docs = (await readdir(join(ROOT, 'docs'), { recursive: true }))
      .filter((path) => path.endsWith('.md'))
      .map((path) => `docs/${path.replaceAll('\\', '/')}`)
      .filter((path) => !path.startsWith('docs/decisions/') && path !== 'docs/measured.md');
    expect(packed.files.map(({ path }) => path).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'SKILL.md',
      'dist/bridge/cli.mjs',
      `dist/model/${model}`,
      'dist/plugin/main.js',
      'dist/plugin/manifest.json',
      'dist/plugin/styles.css',
      ...docs.sort(),
      'package.json',
    ]);
    expect(packed.size).toBeLessThan(MAX_PACKED_BYTES);
  });

  it('brings no other package', async () => {
    const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
      await readFile(installed('package.json'), 'utf8'),
    ) as Record<string, unknown>;
    expect({ dependencies, optionalDependencies, peerDependencies }).toEqual({});
    expect((await readdir(join(folder, 'app', 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual([
      'vault-loom',
    ]);
  });

  it('runs as a command', async () => {
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const command = join(folder, 'app', 'node_modules', '.bin', 'vault-loom');
    const isWindows = process.platform === 'win32';
    const run = promisify(execFile)(isWindows ? `"${command}.cmd"` : command, ['version'], { env, shell: isWindows });
    expect((await run).stdout.trim()).toBe(version);
  });

  it('refuses a wrong pattern: no check was dropped by the bundler', async () => {
    const vault = join(folder, 'patterns');
    await mkdir(vault);
    await writeFile(join(vault, 'Garden.md'), '');
    const base = 'views: {v: {filters: "/a/q.matches(file.name)"}}';
    const args = [installed('dist', 'bridge', 'cli.mjs'), 'base-query', '--yaml', base, '--view', 'v'];
    const run = promisify(execFile)(process.execPath, args, { env: { ...env, VAULT_PATH: vault } });
    await expect(run).rejects.toMatchObject({ stderr: expect.stringContaining('This is not a regular expression') });
  });

  it(
    'answers a client, by words and by meaning',
    async () => {
      const vault = join(folder, 'vault');
      await mkdir(vault);
      await writeFile(join(vault, 'Garden.md'), 'Tomatoes need compost in early spring.\n');
      await writeFile(join(vault, 'Boat.md'), 'The hull is scraped and painted before the season.\n');
      const client = new Client({ name: 'package-test', version: '1' });
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [installed('dist', 'bridge', 'cli.mjs')],
          env: { ...env, VAULT_PATH: vault },
          cwd: folder,
          stderr: 'ignore',
        }),
      );
      try {
        const call = async (name: string, args: Record<string, unknown>): Promise<unknown> =>
          (await client.callTool({ name, arguments: args }, { timeout: PATIENCE_MS })).structuredContent;
        expect(await call('search', { query: 'compost', mode: 'fulltext' })).toMatchObject({
          data: [expect.objectContaining({ path: 'Garden.md' })],
        });
        await expect
          .poll(() => call('index_status', {}), { timeout: PATIENCE_MS / 2, interval: 500 })
          .toMatchObject({ embeddingsComplete: true });
        expect(await call('index_status', {})).not.toHaveProperty('missingModel');
        expect(await call('search', { query: 'vegetables and fertiliser', mode: 'semantic', limit: 1 })).toMatchObject({
          data: [expect.objectContaining({ path: 'Garden.md' })],
        });
      } finally {
        await client.close();
      }
    },
    PATIENCE_MS,
  );

  it('has the plugin to install, with the model', async () => {
    const vault = join(folder, 'other vault');
    await mkdir(join(vault, '.obsidian'), { recursive: true });
    await promisify(execFile)(process.execPath, [installed('dist', 'bridge', 'cli.mjs'), 'install-plugin', vault], {
      env,
    });
    const files = await readdir(join(vault, '.obsidian', 'plugins', 'vault-loom'));
    const [model] = await readdir(join(ROOT, 'dist', 'model'));
    expect(files).toEqual(expect.arrayContaining(['main.js', 'manifest.json', 'styles.css', model]));
    expect((await stat(installed('dist', 'plugin', 'main.js'))).size).toBeGreaterThan(1_000_000);
  });
});

/** The environment of a person who has just been given this computer. */
async function emptyHome(folder: string): Promise<Record<string, string>> {
  const home = join(folder, 'home');
  await mkdir(home);
  const kept = ['PATH', 'Path', 'PATHEXT', 'SystemRoot', 'ComSpec', 'TEMP', 'TMP'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    USERPROFILE: home,
    APPDATA: join(home, 'AppData', 'Roaming'),
    LOCALAPPDATA: join(home, 'AppData', 'Local'),
    npm_config_cache: join(folder, 'npm-cache'),
    npm_config_update_notifier: 'false',
  };
}

function npm(args: readonly string[], cwd: string, env: Record<string, string>): Promise<{ stdout: string }> {
  return promisify(execFile)('npm', args, { cwd, env, shell: process.platform === 'win32' });
}
