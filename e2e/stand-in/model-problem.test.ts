import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../shared/embeddings/request/http-test-kit.ts';
import { startAppHost, type AppHost } from './app-host.ts';

const PATIENT = { timeout: 30_000, interval: 100 };

let folder: string;
let ollama: TestServer | null = null;
let host: AppHost;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'model-problem-')));
  await mkdir(join(folder, 'Garden/.obsidian/plugins/vault-loom'), { recursive: true });
  await writeFile(join(folder, 'Garden/Soil.md'), '# Soil\n\nWorms live in the compost of every bed.\n');
  await writeFile(
    join(folder, 'Garden/.obsidian/plugins/vault-loom/data.json'),
    JSON.stringify({ embedder: 'none', port: 28_325 }),
  );
  ollama = await startOllama();
  vi.stubEnv('VAULT_LOOM_OLLAMA_URL', ollama.url);
  host = await startAppHost({ vaultPath: join(folder, 'Garden'), dataDir: join(folder, 'data') });
});
afterEach(async () => {
  await host.close();
  await ollama?.close();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
});

function startOllama(port = 0): Promise<TestServer> {
  return startTestServer(({ path, body }) => {
    if (path === '/api/show')
      return {
        json: {
          details: {},
          model_info: { 'general.architecture': 'toy', 'toy.context_length': 512, 'toy.embedding_length': 3 },
          capabilities: ['embedding'],
        },
      };
    const input = (body as { input?: string | string[] } | null)?.input ?? [];
    return { json: { embeddings: (Array.isArray(input) ? input : [input]).map((text) => [1, text.length % 7, 1]) } };
  }, port);
}

const engine = (method: string, input: unknown = {}): Promise<unknown> => host.ask('engine', { method, input });
const ask = (query: string): Promise<unknown> => engine('search', { query, mode: 'hybrid', limit: 3, unique: 'notes' });

it('a model that fails is told in the status bar and the settings tab, with the cause, until it works again', async () => {
  await vi.waitFor(async () => expect(await host.said()).toMatchObject({ statusBar: 'Loom: ready' }), PATIENT);
  const port = ollama?.port ?? 0;
  await ollama?.close();
  ollama = null;
  await host.ask('chooseModel', { embedder: 'ollama:toy' });
  await vi.waitFor(async () => expect((await host.said()).statusBar).toBe('Loom: model failed'), PATIENT);
  const { tooltip, settings } = await host.said();
  expect(tooltip).toMatch(/^The model does not work: .*127\.0\.0\.1.*found by their words and by what is learned/u);
  await vi.waitFor(async () => expect((await host.said()).settings).toContain('The model does not work: '), PATIENT);
  expect(settings + tooltip).not.toMatch(/\w+Error: /u);
  expect(await ask('worms')).toMatchObject({ rows: [{ path: 'Soil.md' }] });

  ollama = await startOllama(port);
  await engine('reindex', { resolution: 1 });
  await vi.waitFor(async () => expect((await host.said()).statusBar).toBe('Loom: ready'), PATIENT);
  await vi.waitFor(async () => expect((await host.said()).settings).not.toContain('does not work'), PATIENT);
  await vi.waitFor(
    async () => expect(await engine('status')).toMatchObject({ notesWithEmbeddings: 1, initError: null }),
    PATIENT,
  );
}, 120_000);

it('a model that fails for questions alone, when all is embedded, is told as well, and forgotten by itself when it works again', async () => {
  await vi.waitFor(async () => expect(await host.said()).toMatchObject({ statusBar: 'Loom: ready' }), PATIENT);
  await host.ask('chooseModel', { embedder: 'ollama:toy' });
  await vi.waitFor(
    async () =>
      expect(await engine('status')).toMatchObject({ provider: 'ollama', notesWithEmbeddings: 1, initError: null }),
    PATIENT,
  );
  const port = ollama?.port ?? 0;
  await ollama?.close();
  ollama = null;
  await ask('compost heap');
  await vi.waitFor(async () => expect((await host.said()).statusBar).toBe('Loom: model failed'), PATIENT);
  ollama = await startOllama(port);
  await vi.waitFor(async () => expect((await host.said()).statusBar).toBe('Loom: ready'), {
    timeout: 90_000,
    interval: 500,
  });
}, 180_000);
