import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rememberEmbedder } from '../../shared/embeddings/chosen-embedders.ts';
import { dataFolder, vaultDataFolder } from '../../shared/vault/data-folders.ts';
import { ownEmbedder } from './own-embedder.ts';
import { installInVault, pluginFolder } from '../test-support/plugin-server.ts';

let vault: string;
beforeEach(async () => {
  vault = await realpath(await mkdtemp(join(tmpdir(), 'vault-loom-embedder-')));
});
const env = () => ({ VAULT_LOOM_DATA_DIR: join(vault, 'data') });
afterEach(() => rm(vault, { recursive: true, force: true }));

describe("the bridge's own embedder", () => {
  it('is none if the environment says nothing, or the same as the plugin', async () => {
    await installInVault(vault);
    expect(await ownEmbedder(vault, {})).toBeUndefined();
    expect(await ownEmbedder(vault, { VAULT_LOOM_EMBEDDER: ' ' })).toBeUndefined();
    expect(await ownEmbedder(vault, { VAULT_LOOM_EMBEDDER: 'use' })).toBeUndefined();
    await writeFile(join(pluginFolder(vault), 'data.json'), '{"embedder":"ollama:nomic"}');
    expect(await ownEmbedder(vault, { ...env(), VAULT_LOOM_EMBEDDER: 'ollama:nomic' })).toBe('ollama:nomic');
    await rememberEmbedder('ollama:nomic', vaultDataFolder(dataFolder(env()), vault));
    expect(await ownEmbedder(vault, { ...env(), VAULT_LOOM_EMBEDDER: 'ollama:nomic' })).toBeUndefined();
  });

  it('is what the environment says if that differs', async () => {
    expect(await ownEmbedder(vault, { VAULT_LOOM_EMBEDDER: 'lsa' })).toBe('lsa');
    await installInVault(vault);
    await writeFile(join(pluginFolder(vault), 'data.json'), '{"embedder":"ollama:nomic"}');
    expect(await ownEmbedder(vault, { ...env(), VAULT_LOOM_EMBEDDER: 'use' })).toBeUndefined();
    await rememberEmbedder('ollama:nomic', vaultDataFolder(dataFolder(env()), vault));
    expect(await ownEmbedder(vault, { ...env(), VAULT_LOOM_EMBEDDER: 'use' })).toBe('use');
  });
});
