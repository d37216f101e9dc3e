import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { spawnNodeWorker } from '../kit/concurrency/node-worker.ts';
import type { EmbedderChoice } from './embedder-choice.ts';
import { createEmbedder } from './create-embedder.ts';
import { modelFolder } from './use/weights/model-test-kit.ts';
import { OVERRIDES_FILE } from './model/model-overrides.ts';

let folder: string;
let workers: number;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vault-loom-embedder-'));
  workers = 0;
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const create = async (choice: string | undefined): Promise<EmbedderChoice | null> =>
  createEmbedder({
    modelFolders: [await modelFolder()],
    choice,
    spawnWorker: (code, name) => {
      workers++;
      return spawnNodeWorker(code, name);
    },
    threads: 1,
    configFolder: folder,
    env: {},
    log: () => undefined,
  });
const override = (content: unknown): Promise<void> =>
  writeFile(path.join(folder, OVERRIDES_FILE), JSON.stringify(content));

describe('the embedder that a setting names', () => {
  it.each([undefined, '', 'use'])(
    'is the built-in one by default, which starts nothing before its first text: %s',
    async (setting) => {
      const choice = await create(setting);
      expect(choice).toMatchObject({
        readsEnglishOnly: true,
        prefixSource: 'none',
        overrideApplied: false,
        embedder: { identity: { provider: 'use', dimensions: 512 } },
      });
      expect(choice?.embedder.state()).toEqual({ phase: 'idle' });
      expect(workers).toBe(0);
      await choice?.embedder.close();
    },
  );

  it.each(['lsa', 'none'])('is none: %s', async (setting) => {
    expect(await create(setting)).toBeNull();
  });

  it('is not guessed', async () => {
    await expect(create('uze')).rejects.toMatchObject({
      code: 'invalid_arguments',
      message: expect.stringContaining("The embedder 'uze' cannot be used: there is no such embedder."),
    });
  });
});

describe('model-overrides.json', () => {
  it('applies to the built-in embedder, too', async () => {
    await override({ use: { queryPrefix: 'question: ', dimensions: 8 } });
    const choice = await create('use');
    expect(choice).toMatchObject({
      prefixSource: 'override',
      overrideApplied: true,
      embedder: { identity: { dimensions: 8, prefixes: { query: 'question: ', document: '' } } },
    });
    const asQuery = await choice?.embedder.embed(['tea'], 'query');
    expect(asQuery).toEqual(await choice?.embedder.embed(['question: tea'], 'document'));
    expect(Math.hypot(...(asQuery?.[0] ?? []))).toBeCloseTo(1, 5);
    await choice?.embedder.close();
  });

  it('may name the built-in model, and leaves it alone when it names others', async () => {
    await override({ 'use:universal-sentence-encoder-lite-q8': { maxTokens: 100 } });
    expect(await create('use')).toMatchObject({
      prefixSource: 'none',
      overrideApplied: true,
      embedder: { maxTokens: 100 },
    });
    await override({ 'ollama:nomic-embed-text': { maxTokens: 100 } });
    expect(await create('use')).toMatchObject({ overrideApplied: false, embedder: { maxTokens: 128 } });
  });

  it.each(['use', 'ollama:one', 'transformers:ada/one'])(
    'stops the affected embedder, with a name and a message: %s',
    async (setting) => {
      await mkdir(path.join(folder, OVERRIDES_FILE));
      await expect(create(setting)).rejects.toMatchObject({
        name: 'VaultLoomError',
        message: 'model-overrides.json in the configuration folder is a folder.',
      });
    },
  );
});
