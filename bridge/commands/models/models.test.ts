import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PROVIDERS } from '../../../shared/embeddings/providers.ts';
import { BUILT_IN_MODEL } from '../../../shared/embeddings/use/weights/built-in-model.ts';
import { modelFolder } from '../../../shared/embeddings/use/weights/model-test-kit.ts';
import { commandLineFor } from '../../test-support/command-line.ts';
import { tempVault, type TempVault } from '../../test-support/temp-vault.ts';
import { listModels } from './list-models.ts';
import { testModel } from './test-model.ts';

let vault: TempVault;
beforeEach(async () => {
  vault = await tempVault({ '.obsidian/app.json': '{}', 'Note.md': 'A note.\n' });
});
afterEach(() => vault.remove());

/** The environment of a person who chose nothing. */
const env = (more: Record<string, string> = {}) => ({ ...vault.env, VAULT_LOOM_EMBEDDER: '', ...more });

async function list(more: Record<string, string> = {}, folders: string[] = []) {
  const line = commandLineFor(env(more), folders);
  await listModels(line, undefined, { json: true });
  return JSON.parse(line.screen.written.join('')) as {
    inUse: Record<string, unknown>;
    models: { setting: string; isInUse: boolean; bytes?: number; places?: { file: string; state: string }[] }[];
  };
}

describe('the list of models', () => {
  it('has all providers, and what needs none; one is in use', async () => {
    const { inUse, models } = await list({}, [await modelFolder()]);
    expect(models.map(({ setting }) => setting.split(':')[0])).toEqual([...Object.keys(PROVIDERS), 'lsa', 'none']);
    expect(models.filter(({ isInUse }) => isInUse)).toMatchObject([{ setting: 'use', bytes: BUILT_IN_MODEL.bytes }]);
    expect(inUse).toEqual({ setting: 'use', by: 'default', dimensions: 512, maxTokens: expect.any(Number) });
  });

  it("says where the built-in model's file is looked for, and whether it is whole", async () => {
    const plugin = join(vault.path, '.obsidian', 'plugins', 'vault-loom');
    await mkdir(plugin, { recursive: true });
    await writeFile(join(plugin, BUILT_IN_MODEL.name), 'not the model');
    const { models } = await list({}, [await modelFolder()]);
    const { places = [] } = models.find(({ setting }) => setting === 'use') ?? {};
    expect(places.map(({ state }) => state)).toEqual(['whole', 'absent', 'damaged']);
    expect(places[2]?.file).toContain(join('plugins', 'vault-loom', BUILT_IN_MODEL.name));
  });

  it('says what chose the one in use, and why it does not work', async () => {
    expect((await list({ VAULT_LOOM_EMBEDDER: 'lsa' })).inUse).toEqual({ setting: 'lsa', by: 'VAULT_LOOM_EMBEDDER' });
    expect((await list()).inUse).toMatchObject({
      setting: 'use',
      problem: expect.stringContaining(BUILT_IN_MODEL.name),
    });
    const nonsense = await list({ VAULT_LOOM_EMBEDDER: 'nonsense' });
    expect(nonsense.inUse).toMatchObject({
      setting: 'nonsense',
      problem: expect.stringMatching(/no such embedder.*Set VAULT_LOOM_EMBEDDER/su),
    });
    expect(nonsense.models.some(({ isInUse }) => isInUse)).toBe(false);
  });

  it('says so of a file of the right size whose content is damaged, if there is no whole one', async () => {
    const folder = join(vault.path, '.obsidian', 'plugins', 'vault-loom');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, BUILT_IN_MODEL.name), Buffer.alloc(BUILT_IN_MODEL.bytes));
    expect((await list()).inUse.problem).toMatch(/is damaged and is not used.*Delete it/su);
    expect((await list({}, [await modelFolder()])).inUse.problem).toBeUndefined();
  });

  it("follows the plugin's settings, and names a model that nobody chose on this computer", async () => {
    const plugin = join(vault.path, '.obsidian', 'plugins', 'vault-loom');
    await mkdir(plugin, { recursive: true });
    const setTo = (embedder: string) => writeFile(join(plugin, 'data.json'), JSON.stringify({ embedder }));
    await setTo('none');
    expect((await list()).inUse).toEqual({ setting: 'none', by: "the plugin's settings" });
    await setTo('ollama:foreign');
    expect((await list()).inUse).toMatchObject({ setting: 'use', refused: 'ollama:foreign' });
  });

  it('needs no vault', async () => {
    expect((await list({ VAULT_PATH: '' })).inUse).toMatchObject({ setting: 'use', by: 'default' });
  });

  it('reads as text', async () => {
    const line = commandLineFor(env(), [await modelFolder()]);
    await listModels(line, undefined, { json: false });
    const text = line.screen.written.join('');
    expect(text).toMatch(/^In use: use \(the default\), vectors of 512 numbers$/mu);
    expect(text).toMatch(/^\* use {2,}built in/mu);
    expect(text).toMatch(/^ {2}whole {4}.*sentence-encoder-/mu);
  });
});

describe('a model that is tried', () => {
  it('finds sentences that mean the same nearer than others', async () => {
    const line = commandLineFor(env(), [await modelFolder()]);
    expect(await testModel(line, undefined, { model: undefined, json: true })).toBe(0);
    const tried = JSON.parse(line.screen.written.join('')) as Record<string, number>;
    expect(tried).toMatchObject({ setting: 'use', ok: true, dimensions: 512 });
    expect(tried['alike']).toBeGreaterThan((tried['apart'] ?? 1) + 0.2);
  });

  it.each([
    ['none', 'is off'],
    ['lsa', 'learned from the notes'],
  ])('is not needed for %s', async (model, words) => {
    const line = commandLineFor(env());
    expect(await testModel(line, undefined, { model, json: false })).toBe(0);
    expect(line.screen.written.join('')).toContain(words);
  });

  it('says what is wrong with it', async () => {
    const attempt = (model: string) => testModel(commandLineFor(env()), undefined, { model, json: false });
    await expect(attempt('nonsense')).rejects.toMatchObject({ code: 'invalid_arguments' });
    await expect(attempt('use')).rejects.toMatchObject({ code: 'embedder_unavailable' });
  });
});
