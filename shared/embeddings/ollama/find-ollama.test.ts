import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmbedder } from '../create-embedder.ts';
import type { EmbedderChoice } from '../embedder-choice.ts';
import { OVERRIDES_FILE } from '../model/model-overrides.ts';
import type { TestReply, TestRequest, TestServer } from '../request/http-test-kit.ts';
import { startTestServer } from '../request/http-test-kit.ts';

const DIGEST = '0a109f422b47e3a30ba2b10eca18548e944e8a23073ee3f3e947efcf3c45e59f';
const OTHER_DIGEST = 'ffff9f422b47e3a30ba2b10eca18548e944e8a23073ee3f3e947efcf3c45e59f';
const INFO = { 'general.architecture': 'bert', 'bert.embedding_length': 3, 'bert.context_length': 2048 };

let folder: string;
let warnings: string[];
const open: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vault-loom-ollama-'));
  warnings = [];
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
  await rm(folder, { recursive: true, force: true });
});

interface Ollama {
  info?: Record<string, unknown>;
  parent?: string;
  models?: { name: string; digest?: unknown }[];
  show?: TestReply;
}

async function startOllama(
  { info = INFO, parent = '', models = [{ name: 'noname:latest', digest: DIGEST }], show }: Ollama = {},
  port?: number,
): Promise<TestServer> {
  const server = await startTestServer(({ path: asked, body }: TestRequest): TestReply => {
    if (asked === '/api/show')
      return show ?? { json: { model_info: info, details: { parent_model: parent }, capabilities: ['embedding'] } };
    if (asked === '/api/tags') return { json: { models } };
    if (asked === '/api/embed')
      return { json: { embeddings: (body as { input: string[] }).input.map((text) => [text.length, 4, 3]) } };
    return { status: 404, text: '404 page not found' };
  }, port);
  open.push(server);
  return server;
}

async function choose(
  server: { url: string },
  { model = 'noname', env = {} }: { model?: string; env?: Record<string, string> } = {},
): Promise<EmbedderChoice> {
  const choice = await createEmbedder({
    choice: `ollama:${model}`,
    spawnWorker: () => {
      throw new Error('Ollama needs no worker.');
    },
    threads: 1,
    configFolder: folder,
    dataFolder: path.join(folder, 'data'),
    env: { OLLAMA_HOST: server.url, ...env },
    log: (level, message) => warnings.push(`${level}: ${message}`),
  });
  if (choice === null) throw new Error('There is an embedder.');
  open.push(choice.embedder);
  return choice;
}

const override = (value: unknown): Promise<void> => writeFile(path.join(folder, OVERRIDES_FILE), JSON.stringify(value));

describe('a model of an Ollama server', () => {
  it('is described without being loaded', async () => {
    const server = await startOllama();
    const { embedder, ...facts } = await choose(server);
    expect(embedder.identity).toEqual({
      provider: 'ollama',
      model: 'noname@0a109f422b47',
      dimensions: 3,
      prefixes: { query: '', document: '' },
    });
    expect(embedder.maxTokens).toBe(2048);
    expect(facts).toEqual({ readsEnglishOnly: false, prefixSource: 'none', overrideApplied: false });
    expect(embedder.state()).toEqual({ phase: 'idle' });
    expect(server.requests.map(({ path: asked }) => asked)).toEqual(['/api/show', '/api/tags']);
  });

  it('that gives vectors of another length than it states is used with that length after a restart', async () => {
    const stated = { ...INFO, 'bert.embedding_length': 5 };
    const server = await startOllama({ info: stated });
    const { embedder } = await choose(server);
    expect(embedder.identity.dimensions).toBe(5);
    await expect(embedder.embed(['tax'], 'document')).rejects.toMatchObject({
      code: 'embedder_unavailable',
      message: expect.stringContaining('gave vectors of 3 numbers where 5 were expected') as string,
      hint: expect.stringContaining('Restart Vault Loom') as string,
    });
    for (let start = 1; start <= 2; start++) {
      const again = await choose(server);
      expect(again.embedder.identity).toMatchObject({ model: 'noname@0a109f422b47', dimensions: 3 });
      expect(await again.embedder.embed(['tax'], 'document')).toHaveLength(1);
    }
    // Another state of the model is believed again.
    const pulled = await startOllama(
      { info: stated, models: [{ name: 'noname:latest', digest: OTHER_DIGEST }] },
      await server.close().then(() => server.port),
    );
    expect((await choose(pulled)).embedder.identity.dimensions).toBe(5);
  });

  it('gets its prefixes before queries and texts', async () => {
    const server = await startOllama();
    const { embedder, prefixSource } = await choose(server, { model: 'nomic-embed-text' });
    expect(prefixSource).toBe('seed');
    await embedder.embed(['tax'], 'query');
    await embedder.embed(['money'], 'document');
    const inputs = server.requests.flatMap(({ body }) => (body as { input?: string[] } | null)?.input ?? []);
    expect(inputs).toEqual(['search_query: tax', 'search_document: money']);
    await expect(embedder.embed([' '], 'document')).rejects.toMatchObject({ reason: 'embed-error' });
  });

  it('takes the prefixes of what it was made from', async () => {
    const repository = { 'general.base_model.0.repo_url': 'https://hub.test/intfloat/multilingual-e5-small' };
    const fromHub = await startOllama({ info: { ...INFO, ...repository } });
    expect(await choose(fromHub)).toMatchObject({
      prefixSource: 'metadata-base',
      embedder: { identity: { prefixes: { query: 'query: ', document: 'passage: ' } } },
    });
    const fromOllama = await startOllama({ parent: 'mxbai-embed-large:335m' });
    expect(await choose(fromOllama)).toMatchObject({
      prefixSource: 'metadata-base',
      embedder: { identity: { prefixes: { document: '' } } },
    });
  });

  it('asks the hub it was pulled from, if one is set', async () => {
    const prompts = { prompts: { query: 'Q: ', document: 'D: ' } };
    const hub = await startTestServer(({ path: asked }) =>
      asked === '/ada/notes-GGUF/resolve/main/config_sentence_transformers.json'
        ? { json: prompts }
        : { status: 404, text: '' },
    );
    open.push(hub);
    const server = await startOllama();
    const choice = await choose(server, {
      model: 'hub.test/ada/notes-GGUF:Q4_K_M',
      env: { VAULT_LOOM_HUB_URL: hub.url },
    });
    expect(choice).toMatchObject({
      prefixSource: 'metadata',
      embedder: { identity: { prefixes: { query: 'Q: ', document: 'D: ' } } },
    });
  });

  it('works without the hub', async () => {
    const hub = await startTestServer(() => 'reset');
    open.push(hub);
    const choice = await choose(await startOllama(), {
      model: 'hub.test/ada/e5-notes',
      env: { VAULT_LOOM_HUB_URL: hub.url },
    });
    expect(choice.prefixSource).toBe('fallback');
    expect(warnings).toEqual([expect.stringContaining('hub')]);
  });

  it('is for the languages that the server names', async () => {
    expect(await choose(await startOllama({ info: { ...INFO, 'general.languages': ['en'] } }))).toMatchObject({
      readsEnglishOnly: true,
    });
    expect(await choose(await startOllama({ info: { ...INFO, 'general.languages': ['en', 'es'] } }))).toMatchObject({
      readsEnglishOnly: false,
    });
  });

  it('is measured if the server does not say how long its vectors are', async () => {
    const { embedder } = await choose(await startOllama({ info: {}, models: [] }));
    expect(embedder.identity).toMatchObject({ model: 'noname', dimensions: 3 });
    expect(embedder.maxTokens).toBe(512);
  });

  it('ignores what the server says in an unexpected form', async () => {
    const odd = {
      show: { json: { model_info: [1, 2], details: 'none' } },
      models: [{ name: 'noname:latest', digest: 7 }],
    };
    const { embedder } = await choose(await startOllama(odd));
    expect(embedder.identity).toMatchObject({ model: 'noname', dimensions: 3 });
  });

  it('is absent, and the person is told how to get it', async () => {
    const server = await startOllama({ show: { status: 404, json: { error: "model 'noname' not found" } } });
    await expect(choose(server)).rejects.toMatchObject({
      code: 'embedder_unavailable',
      hint: expect.stringContaining('ollama pull noname'),
    });
  });

  it('is not available, the first time, while the server is away', async () => {
    const server = await startOllama();
    await server.close();
    await expect(choose(server)).rejects.toMatchObject({
      code: 'embedder_unavailable',
      message: expect.stringContaining('refuses the connection'),
    });
  });

  it('keeps its identity while the server is away, and works when it is back', async () => {
    const server = await startOllama();
    const { embedder: before } = await choose(server);
    await server.close();
    const { embedder } = await choose(server);
    expect(embedder.identity).toEqual(before.identity);
    expect(warnings).toEqual([expect.stringContaining('from before')]);
    await startOllama({}, server.port);
    expect(await embedder.embed(['1234'], 'query')).toHaveLength(1);
  });

  it('has another identity when its name refers to other weights', async () => {
    const first = await choose(await startOllama());
    const second = await choose(await startOllama({ models: [{ name: 'noname:latest', digest: OTHER_DIGEST }] }));
    expect(second.embedder.identity).not.toEqual(first.embedder.identity);
  });
});

describe('an override of a model of Ollama', () => {
  it('patches what was found', async () => {
    await override({
      'ollama:noname:latest': { queryPrefix: 'find: ', maxTokens: 300, dimensions: 2 },
      other: { documentPrefix: 'no' },
    });
    const { embedder, ...facts } = await choose(await startOllama());
    expect(embedder.identity).toMatchObject({ dimensions: 2, prefixes: { query: 'find: ', document: '' } });
    expect(embedder.maxTokens).toBe(300);
    expect(facts).toMatchObject({ prefixSource: 'override', overrideApplied: true });
    const [vector] = await embedder.embed(['1'], 'query');
    expect(Array.from(vector ?? [])).toEqual([
      expect.closeTo(7 / Math.hypot(7, 4)),
      expect.closeTo(4 / Math.hypot(7, 4)),
    ]);
  });

  it('cannot give a model more dimensions than it has', async () => {
    await override({ noname: { dimensions: 4 } });
    await expect(choose(await startOllama())).rejects.toMatchObject({
      code: 'invalid_arguments',
      message: expect.stringContaining('has 3'),
    });
  });

  it('leaves other models alone', async () => {
    await override({ other: { queryPrefix: 'find: ' }, 'transformers:noname': { maxTokens: 100 } });
    expect(await choose(await startOllama())).toMatchObject({
      prefixSource: 'none',
      overrideApplied: false,
      embedder: { maxTokens: 2048 },
    });
  });
});
