import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { modelFolder } from '../embeddings/use/weights/model-test-kit.ts';
import { rememberEmbedder } from '../embeddings/chosen-embedders.ts';
import { vaultDataFolder } from '../vault/data-folders.ts';
import { createDiskEngine } from './disk-engine.ts';
import { engineEmbeddings, type EngineEmbeddingsOptions } from './engine-embeddings.ts';
import type { EngineHost } from './engine.ts';
import { spawnNodeWorker } from '../kit/concurrency/node-worker.ts';

const PATIENT = { timeout: 20_000, interval: 50 };

let folder: string;
let vault: string;
let ollama: Server;
let asked: string[];
let engine: EngineHost | undefined;
let env: Record<string, string>;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'vault-loom-named-')));
  vault = join(folder, 'Garden');
  asked = [];
  ollama = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error": "model not found"}');
  });
  await new Promise<void>((resolve) => ollama.listen(0, '127.0.0.1', resolve));
  const plugin = join(vault, '.obsidian', 'plugins', 'vault-loom');
  await mkdir(plugin, { recursive: true });
  await writeFile(join(plugin, 'data.json'), '{"embedder": "ollama:nomic-embed-text"}');
  await writeFile(join(vault, 'Soil.md'), 'Worms like compost.\n');
  env = {
    VAULT_LOOM_DATA_DIR: join(folder, 'data'),
    VAULT_LOOM_CONFIG_DIR: join(folder, 'config'),
    VAULT_LOOM_OLLAMA_URL: `http://127.0.0.1:${(ollama.address() as AddressInfo).port}`,
  };
});
afterEach(async () => {
  await engine?.close();
  engine = undefined;
  await new Promise((resolve) => ollama.close(resolve));
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
});

async function open(more: Record<string, string> = {}): Promise<EngineHost> {
  engine = await createDiskEngine({
    vaultPath: vault,
    env: { ...env, ...more },
    modelFolders: [await modelFolder()],
    log: () => undefined,
  });
  await engine.start();
  return engine;
}

describe('a vault whose settings name a server', () => {
  it('is searched with the built-in model, and says what was not used and how to use it', async () => {
    const opened = await open();
    await vi.waitFor(
      async () => expect(await opened.status()).toMatchObject({ provider: 'use', embeddingsComplete: true }),
      PATIENT,
    );
    const { hostNote } = await opened.status();
    expect(hostNote).toContain('"ollama:nomic-embed-text"');
    expect(hostNote).toContain('VAULT_LOOM_EMBEDDER');
    expect(asked).toEqual([]);
  });

  it('asks it once the person has chosen it on this machine', async () => {
    await rememberEmbedder('ollama:nomic-embed-text', vaultDataFolder(join(folder, 'data'), vault));
    const opened = await open();
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0), PATIENT);
    expect((await opened.status()).hostNote ?? '').not.toContain('ollama');
  });

  it("asks it if the person's environment names it", async () => {
    await open({ VAULT_LOOM_EMBEDDER: 'ollama:nomic-embed-text' });
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0), PATIENT);
  });

  it('is not used for vectors that came with the vault, either', async () => {
    const { setup, vaultFolder } = formerly('ollama:mxbai-embed-large');
    await rememberEmbedder('ollama:mxbai-embed-large', vaultFolder);
    expect(await engineEmbeddings(setup).createFormerEmbedder?.(FORMER)).toBeNull();
    expect(asked).toEqual([]);
    await rememberEmbedder('ollama:nomic-embed-text', vaultFolder);
    await engineEmbeddings(setup)
      .createFormerEmbedder?.(FORMER)
      .catch(() => null);
    expect(asked.length).toBeGreaterThan(0);
  });

  it.each([undefined, 'orama'])('gets no more queries once the model is %s, which sends nothing', async (setting) => {
    const { setup, vaultFolder } = formerly(setting);
    await rememberEmbedder('ollama:nomic-embed-text', vaultFolder);
    expect(await engineEmbeddings(setup).createFormerEmbedder?.(FORMER)).toBeNull();
    expect(asked).toEqual([]);
  });
});

const FORMER = { provider: 'ollama', model: 'nomic-embed-text@abc' } as Parameters<
  NonNullable<ReturnType<typeof engineEmbeddings>['createFormerEmbedder']>
>[0];

/** A vault with vectors of a server's model, whose settings name another one now. */
function formerly(setting: string | undefined): { setup: EngineEmbeddingsOptions; vaultFolder: string } {
  const vaultFolder = vaultDataFolder(join(folder, 'data'), vault);
  const setup = {
    setting: () => Promise.resolve(setting),
    vaultFolder,
    env,
    spawnWorker: spawnNodeWorker,
    configFolder: join(folder, 'config'),
    dataFolder: join(folder, 'data'),
    modelFolders: [],
    log: () => undefined,
  };
  return { setup, vaultFolder };
}
