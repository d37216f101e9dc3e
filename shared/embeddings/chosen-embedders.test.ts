import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { heedVaultsEmbedder, isEmbedderChosen, rememberEmbedder } from './chosen-embedders.ts';

let folder: string;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'vault-loom-chosen-')), 'vaults', '00-Garden');
});
afterEach(() => rm(join(folder, '..', '..'), { recursive: true, force: true }));

describe('an embedder that a vault names', () => {
  it.each(['use', 'LSA', 'orama', 'none'])('is used if it is one of our own: %s', async (setting) => {
    expect(await heedVaultsEmbedder(setting, folder)).toEqual({ setting });
  });

  it.each([
    'ollama:nomic-embed-text',
    'OLLAMA:x',
    'transformers:owner/model',
    'transformers:/tmp/model',
    'transformers:~/model',
    'something new',
    'use:x',
  ])('is not used before the person chose it here: %s', async (setting) => {
    expect(await heedVaultsEmbedder(setting, folder)).toEqual({ setting: undefined, refused: setting });
    await rememberEmbedder(setting, folder);
    expect(await heedVaultsEmbedder(setting, folder)).toEqual({ setting });
  });

  it('is known by its name, however that is written, and not another one for it', async () => {
    await rememberEmbedder(' ollama:nomic-embed-text ', folder);
    await rememberEmbedder('ollama:bge-m3', folder);
    for (const setting of [
      'ollama:nomic-embed-text',
      'Ollama: nomic-embed-text',
      'ollama:nomic-embed-text@0123',
      'ollama:bge-m3',
    ])
      expect(await isEmbedderChosen(setting, folder)).toBe(true);
    for (const setting of ['ollama:nomic-embed-text:v2', 'ollama:nomic', 'transformers:nomic-embed-text'])
      expect(await isEmbedderChosen(setting, folder)).toBe(false);
    expect(await isEmbedderChosen('ollama:bge-m3', join(folder, '..', '01-Other'))).toBe(false);
  });

  it('is not chosen by a file with anything else in it, which the next choice replaces', async () => {
    await rememberEmbedder('ollama:a', folder);
    await writeFile(join(folder, 'embedders.json'), '{"0": "ollama:a"}');
    expect(await isEmbedderChosen('ollama:a', folder)).toBe(false);
    await rememberEmbedder('ollama:b', folder);
    expect(JSON.parse(await readFile(join(folder, 'embedders.json'), 'utf8'))).toEqual(['ollama:b']);
  });
});
