import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { spawnNodeWorker } from '../../kit/concurrency/node-worker.ts';
import type { SpawnWorker } from '../../kit/concurrency/spawn-worker.ts';
import { createEmbedder } from '../create-embedder.ts';
import type { EmbedderChoice } from '../embedder-choice.ts';
import { OVERRIDES_FILE } from '../model/model-overrides.ts';
import type { TestServer } from '../request/http-test-kit.ts';
import { startTestServer } from '../request/http-test-kit.ts';
import { locateLibrary } from './library-location.ts';
import { installStandIn, modelFiles, writeModel } from './library-test-kit.ts';

let config: string;
let models: string;
const open: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  config = await installStandIn();
  models = path.join(config, 'my models');
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
  await rm(config, { recursive: true, force: true });
});

interface Choosing {
  env?: Record<string, string>;
  spawnWorker?: SpawnWorker;
  configFolder?: string;
}

async function choose(
  model: string,
  { env = {}, spawnWorker = spawnNodeWorker, configFolder = config }: Choosing = {},
): Promise<EmbedderChoice> {
  const options = {
    choice: `transformers:${model}`,
    spawnWorker,
    threads: 1,
    configFolder,
    dataFolder: path.join(config, 'data'),
    env,
    log: () => undefined,
  };
  const choice = await createEmbedder(options);
  if (choice === null) throw new Error('There is an embedder.');
  open.push(choice.embedder);
  return choice;
}

async function startHub(name: string, files: Record<string, string | object>): Promise<TestServer> {
  const server = await startTestServer(({ path: asked }) => {
    const content = files[asked.replace(`/${name}/resolve/main/`, '')];
    return content === undefined
      ? { status: 404, text: '' }
      : { text: typeof content === 'string' ? content : JSON.stringify(content) };
  });
  open.push(server);
  return server;
}

const numbers = async (choice: EmbedderChoice, text: string): Promise<number[]> =>
  Array.from((await choice.embedder.embed([text], 'query'))[0] ?? []);
const unit = (...values: number[]): unknown[] =>
  values.map((value) => expect.closeTo(value / Math.hypot(...values), 5));

describe('a model in a folder', () => {
  it('is described by its files, and loaded with the first text', async () => {
    await writeModel(path.join(models, 'one'));
    const choice = await choose(path.join(models, 'one'));
    expect(choice.embedder.identity).toMatchObject({
      provider: 'transformers',
      model: expect.stringMatching(/^\.\/one@q8-mean-[0-9a-f]{8}$/),
      dimensions: 3,
    });
    expect(choice).toMatchObject({
      readsEnglishOnly: false,
      prefixSource: 'none',
      overrideApplied: false,
      embedder: { maxTokens: 32 },
    });
    expect(choice.embedder.state()).toEqual({ phase: 'idle' });
    expect(await numbers(choice, 'abc')).toEqual(unit(3, 97, 1));
    expect(choice.embedder.state()).toEqual({ phase: 'ready' });
  });

  it('is taken with its most exact weights', async () => {
    await writeModel(path.join(models, 'one'), { 'onnx/model.onnx': 'exact weights' });
    expect((await choose(path.join(models, 'one'))).embedder.identity.model).toMatch(/^\.\/one@fp32-/);
  });

  it('has the prompts, pooling and bounds that its files name', async () => {
    await writeModel(path.join(models, 'one'), {
      'config_sentence_transformers.json': { prompts: { query: 'q:', document: 'd:' } },
      '1_Pooling/config.json': { pooling_mode_cls_token: true },
      'sentence_bert_config.json': { max_seq_length: 12 },
    });
    const choice = await choose(path.join(models, 'one'));
    expect(choice).toMatchObject({ prefixSource: 'metadata', embedder: { maxTokens: 12 } });
    expect(await numbers(choice, 'abc')).toEqual(unit(5, 'q'.charCodeAt(0), 1000));
  });

  it('is another model when its files are others', async () => {
    await writeModel(path.join(models, 'one'));
    const before = (await choose(path.join(models, 'one'))).embedder.identity.model;
    await writeModel(path.join(models, 'one'), { 'onnx/model_quantized.onnx': 'other weights' });
    const after = (await choose(path.join(models, 'one'))).embedder.identity.model;
    expect(after).not.toBe(before);
  });

  it('says that a text is too long, instead of reading part of it', async () => {
    await writeModel(path.join(models, 'one'));
    const { embedder } = await choose(path.join(models, 'one'));
    await expect(embedder.embed(['word '.repeat(40)], 'document')).rejects.toMatchObject({
      name: 'EmbedError',
      reason: 'too-long',
    });
    expect(await embedder.embed(['word '.repeat(20).trim()], 'document')).toHaveLength(1);
  });

  it('loses one text to a crash or to an invalid vector, and continues', async () => {
    await writeModel(path.join(models, 'one'));
    const choice = await choose(path.join(models, 'one'));
    for (const bad of ['crash', 'infinite', ' ']) {
      await expect(choice.embedder.embed([bad], 'document')).rejects.toMatchObject({
        name: 'EmbedError',
        reason: 'embed-error',
      });
      expect(await numbers(choice, 'abc')).toEqual(unit(3, 97, 1));
    }
  });

  it.each([
    ['damaged', 'could not be loaded'],
    ['short', '2 numbers where 3 were expected'],
  ])('fails as a whole if its weights are %s, and reveals no folders', async (weights, problem) => {
    await writeModel(path.join(models, 'one'), { 'onnx/model_quantized.onnx': weights });
    const { embedder } = await choose(path.join(models, 'one'));
    await expect(embedder.embed(['abc'], 'query')).rejects.toMatchObject({
      code: 'embedder_unavailable',
      message: expect.stringContaining(problem),
    });
    expect(JSON.stringify(embedder.state())).not.toContain(path.basename(config));
  });

  it.each([
    ['is no folder', null, 'holds no ONNX model'],
    ['has no weights', { 'onnx/model_quantized.onnx': undefined }, 'holds no ONNX model'],
    ['has no description', { 'config.json': undefined }, 'has no config.json'],
    ['does not say how long its vectors are', { 'config.json': {} }, "'./one' does not say how long"],
    [
      'makes one vector of many in another way',
      { '1_Pooling/config.json': { pooling_mode_max_tokens: true } },
      'not supported',
    ],
  ])('is not available if it %s', async (_what, changes, problem) => {
    if (changes !== null) {
      const files = Object.entries({ ...modelFiles(), ...changes }).filter(([, content]) => content !== undefined) as [
        string,
        string | object,
      ][];
      for (const [name, content] of files) {
        await mkdir(path.dirname(path.join(models, 'one', name)), { recursive: true });
        await writeFile(path.join(models, 'one', name), JSON.stringify(content));
      }
    }
    const failure = await choose(path.join(models, 'one')).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'embedder_unavailable',
      message: expect.stringContaining(problem),
      hint: expect.any(String),
    });
    expect(JSON.stringify(failure)).not.toContain(config);
  });
});

describe('a model of a hub', () => {
  it('is looked up, fetched with the first text, and kept for times without a network', async () => {
    const hub = await startHub('ada/one', modelFiles());
    const env = { VAULT_LOOM_HUB_URL: hub.url };
    const first = await choose('ada/one', { env });
    expect(first.embedder.identity.model).toMatch(/^ada\/one@q8-mean-/);
    const vector = await numbers(first, 'abc');
    await hub.close();
    const later = await choose('ada/one', { env });
    expect(later.embedder.identity).toEqual(first.embedder.identity);
    expect(await numbers(later, 'abc')).toEqual(vector);
  });

  it('may be in a folder that is laid out as a hub', async () => {
    await writeModel(path.join(models, 'ada', 'e5-one'));
    const choice = await choose('ada/e5-one', { env: { VAULT_LOOM_HUB_URL: models } });
    expect(choice.prefixSource).toBe('fallback');
    expect(await numbers(choice, 'abc')).toEqual(unit(10, 'q'.charCodeAt(0), 1));
  });

  it('is looked up where the library would, by default', async () => {
    await expect(choose('ada/one')).rejects.toMatchObject({
      code: 'embedder_unavailable',
      message: expect.stringContaining('127.0.0.1:9 refuses the connection'),
    });
  });

  it('is absent', async () => {
    const hub = await startHub('ada/one', {});
    await expect(choose('ada/one', { env: { VAULT_LOOM_HUB_URL: hub.url } })).rejects.toMatchObject({
      code: 'embedder_unavailable',
      message: expect.stringContaining("no model 'ada/one'"),
    });
  });
});

describe('an override of such a model', () => {
  it('patches what its files say', async () => {
    await writeModel(path.join(models, 'one'), { '1_Pooling/config.json': { pooling_mode_max_tokens: true } });
    await writeFile(
      path.join(config, OVERRIDES_FILE),
      JSON.stringify({
        'transformers:one': { queryPrefix: 'find ', pooling: 'last_token', maxTokens: 20, dimensions: 2 },
      }),
    );
    const choice = await choose(path.join(models, 'one'));
    expect(choice).toMatchObject({
      prefixSource: 'override',
      overrideApplied: true,
      embedder: { maxTokens: 20, identity: { dimensions: 2, prefixes: { query: 'find ' } } },
    });
    expect(await numbers(choice, 'abc')).toEqual(unit(8, 'f'.charCodeAt(0)));
  });
});

describe('the optional library', () => {
  it('if absent, is requested with the command that installs it', async () => {
    await writeModel(path.join(models, 'one'));
    await rm(path.join(config, 'node_modules'), { recursive: true });
    const failure = {
      code: 'embedder_unavailable',
      hint: expect.stringContaining('npm install @huggingface/transformers'),
    };
    await expect(choose(path.join(models, 'one'))).rejects.toMatchObject(failure);
    await expect(choose(path.join(models, 'one'), { configFolder: path.join(config, 'absent') })).rejects.toMatchObject(
      failure,
    );
  });

  it('is also found next to the running script', async () => {
    expect(locateLibrary(path.join(config, 'absent'), path.join(config, 'cli.mjs'))).toMatch(/index\.cjs$/);
  });

  it('says so if workers lack Node', async () => {
    await writeModel(path.join(models, 'one'));
    const spawnWorker: SpawnWorker = (code, name) => spawnNodeWorker(`self.process = undefined;\n${code}`, name);
    const { embedder } = await choose(path.join(models, 'one'), { spawnWorker });
    await expect(embedder.embed(['abc'], 'query')).rejects.toMatchObject({
      code: 'embedder_unavailable',
      message: expect.stringContaining('which the app does not offer'),
    });
  });
});
