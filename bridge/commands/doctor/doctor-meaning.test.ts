import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tempVault, type TempVault } from '../../test-support/temp-vault.ts';
import { screenOf } from '../terminal.ts';
import { doctor } from './doctor.ts';
import type { Finding } from './finding.ts';

let place: TempVault;
let server: Server | null = null;
beforeEach(async () => {
  place = await tempVault({ '.obsidian/app.json': '{}', 'Note.md': 'A note.\n' });
});
afterEach(async () => {
  await stop();
  await place.remove();
});

async function check(more: Record<string, string>, vault: string | undefined = place.path): Promise<Finding[]> {
  const env = { ...place.env, VAULT_LOOM_EMBEDDER: '', VAULT_LOOM_CONFIG_DIR: place.dataDir, ...more };
  const findings = await doctor({
    env,
    machine: { system: 'linux', home: join(place.dataDir, 'home'), env: {} },
    vault,
    version: '0.1.0',
    modelFolders: [],
    progress: screenOf(process.stderr, { TERM: 'dumb' }),
  });
  return findings.filter(({ what }) => what === 'Meaning');
}

async function stop(): Promise<void> {
  const own = server;
  server = null;
  if (own === null) return;
  own.closeAllConnections();
  await new Promise((resolve) => own.close(resolve));
}

/** An Ollama server with any model. */
async function startOllama(): Promise<string> {
  const own = (server = createServer((request, response) => {
    const shown = { model_info: { 'general.architecture': 'x', 'x.embedding_length': 8, 'x.context_length': 512 } };
    response.end(JSON.stringify(request.url === '/api/show' ? shown : { models: [] }));
  }));
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(own.address() as AddressInfo).port}`;
}

it('says nothing more of the built-in model, and names another that can be used', async () => {
  expect(await check({})).toEqual([]);
  expect(await check({ VAULT_LOOM_EMBEDDER: 'lsa' })).toEqual([
    { state: 'ok', what: 'Meaning', said: 'lsa (by VAULT_LOOM_EMBEDDER)', vault: place.path },
  ]);
});

it('finds a model that there is not, for a vault and for none', async () => {
  for (const vault of [place.path, undefined])
    expect(await check({ VAULT_LOOM_EMBEDDER: 'nonsense', VAULT_PATH: vault ?? '' }, vault)).toMatchObject([
      {
        state: 'bad',
        said: expect.stringContaining("(by VAULT_LOOM_EMBEDDER) cannot be used: The embedder 'nonsense'"),
        cure: expect.stringContaining('Set VAULT_LOOM_EMBEDDER'),
      },
    ]);
});

it('finds a file of overrides that cannot be understood, which stops the built-in model, too', async () => {
  await mkdir(place.dataDir, { recursive: true });
  await writeFile(join(place.dataDir, 'model-overrides.json'), '{"use": {"foo": 1}}');
  expect(await check({})).toMatchObject([
    {
      state: 'bad',
      said: expect.stringMatching(/use cannot be used: model-overrides\.json .*'foo'/u),
      cure: expect.stringContaining('Correct or remove the file.'),
    },
  ]);
});

it('finds an Ollama server that is away, also if its model is known from before', async () => {
  const url = await startOllama();
  const env = { VAULT_LOOM_EMBEDDER: 'ollama:toy', VAULT_LOOM_OLLAMA_URL: url };
  expect(await check(env)).toMatchObject([{ state: 'ok', said: 'ollama:toy (by VAULT_LOOM_EMBEDDER)' }]);
  await stop();
  expect(await check(env)).toMatchObject([
    { state: 'bad', said: expect.stringContaining('refuses the connection'), cure: expect.stringContaining('models') },
  ]);
  expect(await check({ ...env, VAULT_LOOM_EMBEDDER: 'ollama:other' })).toMatchObject([
    { state: 'bad', cure: expect.stringContaining('Start Ollama') },
  ]);
});

it('names a model of the vault that nobody chose on this computer', async () => {
  const plugin = join(place.path, '.obsidian', 'plugins', 'vault-loom');
  await mkdir(plugin, { recursive: true });
  await writeFile(join(plugin, 'data.json'), JSON.stringify({ embedder: 'ollama:foreign' }));
  expect(await check({})).toMatchObject([{ state: 'note', said: expect.stringContaining('ollama:foreign') }]);
});
