import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ROOT } from '../setup.mjs';
import { makeAssets, modelName } from './assets.ts';
import type { Asset } from './notes.ts';
import { readProject, type Project } from './project.ts';
import { zip } from './zip.ts';

const PATIENCE_MS = 120_000;

let folder: string;
let project: Project;
let assets: Asset[];
let model: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'vault-loom-release-')));
  const owner = {
    author: 'Ada Example',
    homepage: 'https://example.com/vault-loom',
    repository: 'https://example.com/ada/vault-loom',
    mcpName: 'com.example/vault-loom',
  };
  project = { ...(await readProject(ROOT)), owner };
  assets = await makeAssets(project, ROOT, join(folder, 'release'));
  model = await modelName(ROOT);
}, PATIENCE_MS);
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

const asset = (name: string): Promise<Buffer> => readFile(join(folder, 'release', name));
const built = (...path: string[]): Promise<Buffer> => readFile(join(ROOT, 'dist', ...path));

describe("a release's files", () => {
  it('are all there, with their checksums', async () => {
    const { version } = project;
    expect(assets.map(({ name }) => name)).toEqual([
      'main.js',
      'manifest.json',
      'styles.css',
      model,
      `vault-loom-plugin-${version}.zip`,
      `vault-loom-${version}.mcpb`,
      `vault-loom-${version}.tgz`,
      'server.json',
    ]);
    expect((await readdir(join(folder, 'release'))).sort()).toEqual(
      [...assets.map(({ name }) => name), 'SHA256SUMS', 'notes.md'].sort(),
    );
    const sums = (await asset('SHA256SUMS')).toString('utf8').trimEnd().split('\n');
    expect(sums).toHaveLength(assets.length);
    for (const line of sums) {
      const [sum, name = ''] = line.split('  ');
      expect(
        createHash('sha256')
          .update(await asset(name))
          .digest('hex'),
      ).toBe(sum);
    }
  });

  it('are the bytes that were built', async () => {
    for (const name of ['main.js', 'manifest.json', 'styles.css'])
      expect((await asset(name)).equals(await built('plugin', name))).toBe(true);
    expect((await asset('manifest.json')).equals(await readFile(join(ROOT, 'manifest.json')))).toBe(true);
  });

  it('have a plugin to unpack, with the model next to it', async () => {
    const files = unzipSync(await asset(`vault-loom-plugin-${project.version}.zip`));
    const names = ['main.js', 'manifest.json', 'styles.css', model].map((name) => `vault-loom/${name}`);
    expect(Object.keys(files).sort()).toEqual(names.sort());
    expect(Buffer.from(files[`vault-loom/${model}`] ?? []).equals(await built('model', model))).toBe(true);
  });

  it('have notes with the changes and every file', async () => {
    const notes = (await asset('notes.md')).toString('utf8');
    for (const { name, bytes, sha256 } of assets) expect(notes).toContain(`| \`${name}\` | ${bytes} | \`${sha256}\` |`);
  });
});

it('never go into a folder with something else in it', async () => {
  const full = join(folder, 'full');
  await mkdir(full);
  await writeFile(join(full, 'thesis.md'), 'Years of work.');
  await expect(makeAssets(project, ROOT, full)).rejects.toThrow('not empty');
  expect(await readdir(full)).toEqual(['thesis.md']);
});

describe('a ZIP file', () => {
  it('has the same bytes for the same content, in any order and on any day', () => {
    const [a, b] = [Buffer.from('a'), Buffer.from('b')];
    expect(zip({ 'x/a': a, b })).toEqual(zip({ b, 'x/a': a }));
    expect(Buffer.from(zip({ a })).includes(Buffer.from([0, 0, 0x21, 0]))).toBe(true);
  });
});

describe('the bundle for desktop clients', () => {
  /** The manifest's form, version 0.3: fields that it does not know are refused. */
  const form = z.strictObject({
    manifest_version: z.literal('0.3'),
    name: z.string(),
    display_name: z.string(),
    version: z.string(),
    description: z.string(),
    author: z.strictObject({ name: z.string().min(1) }),
    repository: z.strictObject({ type: z.string(), url: z.url() }),
    homepage: z.url(),
    license: z.string(),
    keywords: z.array(z.string()),
    server: z.strictObject({
      type: z.literal('node'),
      entry_point: z.string(),
      mcp_config: z.strictObject({
        command: z.string(),
        args: z.array(z.string()),
        env: z.record(z.string(), z.string()),
      }),
    }),
    tools_generated: z.boolean(),
    user_config: z.record(
      z.string(),
      z.strictObject({
        type: z.enum(['string', 'number', 'boolean', 'directory', 'file']),
        title: z.string(),
        description: z.string(),
        required: z.boolean(),
        default: z.boolean().optional(),
      }),
    ),
    compatibility: z.strictObject({
      platforms: z.array(z.enum(['darwin', 'win32', 'linux'])),
      runtimes: z.strictObject({ node: z.string() }),
    }),
  });

  it.each([
    ['false', true],
    ['true', false],
  ])(
    'starts the server on the vault that was chosen, read only being %s',
    async (readOnly, writes) => {
      const home = join(folder, `home-${readOnly}`);
      const vault = join(folder, `My vault ${readOnly}`);
      await mkdir(vault);
      await writeFile(join(vault, 'Garden.md'), 'Tomatoes need compost.\n');
      const unpacked = await unpack(`bundle ${readOnly}`);
      const { server, user_config } = form.parse(JSON.parse(await readFile(join(unpacked, 'manifest.json'), 'utf8')));
      expect(Object.keys(user_config)).toEqual(['vault', 'read_only']);

      const filled = (text: string): string =>
        text
          .replaceAll('${__dirname}', unpacked)
          .replaceAll('${user_config.vault}', vault)
          .replaceAll('${user_config.read_only}', readOnly);
      const { command, args, env } = server.mcp_config;
      expect(command).toBe('node');
      const client = new Client({ name: 'bundle-test', version: '1' });
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: args.map(filled),
          env: {
            HOME: home,
            VAULT_LOOM_DATA_DIR: home,
            ...Object.fromEntries(Object.entries(env).map(([key, value]) => [key, filled(value)])),
          },
          cwd: folder,
          stderr: 'ignore',
        }),
      );
      try {
        const { tools } = await client.listTools();
        expect(tools.some(({ name }) => name === 'create_note')).toBe(writes);
        const found = await client.callTool({ name: 'search', arguments: { query: 'compost', mode: 'fulltext' } });
        expect(found.structuredContent).toMatchObject({ data: [expect.objectContaining({ path: 'Garden.md' })] });
        const status = await client.callTool({ name: 'index_status', arguments: {} });
        expect(status.structuredContent).not.toHaveProperty('missingModel');
      } finally {
        await client.close();
      }
    },
    PATIENCE_MS,
  );

  async function unpack(name: string): Promise<string> {
    const to = join(folder, name);
    for (const [path, content] of Object.entries(unzipSync(await asset(`vault-loom-${project.version}.mcpb`)))) {
      await mkdir(dirname(join(to, path)), { recursive: true });
      await writeFile(join(to, path), content);
    }
    return to;
  }
});

describe('server.json', () => {
  it('names the package, and the bundle with its checksum', async () => {
    const said = JSON.parse((await asset('server.json')).toString('utf8')) as Record<string, unknown>;
    const bundle = assets.find(({ name }) => name.endsWith('.mcpb'));
    expect(said).toMatchObject({
      name: 'com.example/vault-loom',
      version: project.version,
      packages: [
        { registryType: 'npm', identifier: 'vault-loom', version: project.version, transport: { type: 'stdio' } },
        {
          registryType: 'mcpb',
          identifier: `https://example.com/ada/vault-loom/releases/download/${project.version}/${bundle?.name ?? ''}`,
          fileSha256: bundle?.sha256,
        },
      ],
    });
    expect(String(said['description']).length).toBeLessThanOrEqual(100);
  });
});
