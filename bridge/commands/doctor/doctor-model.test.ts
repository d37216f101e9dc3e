import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  damagedContent,
  MADE_UP_MODEL,
  putModel,
} from '../../../shared/embeddings/use/weights/made-up-model-test-kit.ts';
import { checkModel } from './doctor-model.ts';
import type { Finding } from './finding.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-loom-doctor-model-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const at = (name: string): string => join(folder, name);
const check = (hasPlugin = true, env: NodeJS.ProcessEnv = {}): Promise<Finding> => {
  const plugin = hasPlugin ? at('plugin') : null;
  return checkModel({ program: [at('model')], dataFolder: at('data'), env, plugin, vault: at('vault') }, MADE_UP_MODEL);
};

it('says where the model is found whole', async () => {
  await putModel(at('model'));
  expect(await check(false)).toMatchObject({ state: 'ok', said: expect.stringContaining(at('model')) });
  await putModel(at('plugin'));
  expect(await check()).toMatchObject({ state: 'ok' });
});

it('says that the plugin does not find it, with the cure', async () => {
  await putModel(at('model'));
  expect(await check()).toMatchObject({ state: 'note', cure: expect.stringContaining('install-plugin') });
  await putModel(join(at('data'), 'models'));
  expect(await check()).toMatchObject({ state: 'ok' });
});

it('says that it is nowhere, what that means, and the cure', async () => {
  expect(await check()).toMatchObject({
    state: 'note',
    said: expect.stringMatching(/no sentence-encoder-.*found by their words/u),
    cure: expect.stringContaining('install-plugin'),
  });
});

it('names a damaged one, wherever it is', async () => {
  await putModel(at('plugin'), damagedContent());
  expect(await check()).toMatchObject({ state: 'bad', cure: expect.stringMatching(/delete it, and reinstall/u) });
  await putModel(at('model'));
  const { state, said, cure } = await check();
  expect([state, said]).toEqual(['bad', expect.stringContaining(join(at('plugin'), MADE_UP_MODEL.name))]);
  expect(cure).toMatch(/delete it$/u);
});

it.runIf(process.platform !== 'win32')('does not call one damaged that cannot be read', async () => {
  await putModel(at('model'));
  await symlink('data', at('data'));
  const { state, said, cure } = await check(false);
  expect([state, said]).toEqual(['bad', expect.stringMatching(/ cannot be used \(it cannot be read \(ELOOP\)\)$/u)]);
  expect(cure).toBe('let your account read it and its folder, or delete it');
});

it('the cure names the data folder if it is chosen', async () => {
  const { cure } = await check(true, { VAULT_LOOM_DATA_DIR: at('data') });
  expect(cure).toContain(`VAULT_LOOM_DATA_DIR=${at('data')} vault-loom install-plugin ${at('vault')}`);
});
