import { heedVaultsEmbedder } from '../../shared/embeddings/chosen-embedders.ts';
import { dataFolder, vaultDataFolder } from '../../shared/vault/data-folders.ts';
import { pluginsSettings } from './plugins-settings.ts';

/** What the plugin uses instead of a model that was not chosen on this computer. */
const DEFAULT_EMBEDDER = 'use';

/**
 * The embedder in this process's environment, if it differs from the plugin's: the plugin cannot search the vectors of
 * such a bridge. Never throws.
 */
export async function ownEmbedder(vaultRealPath: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const own = env.VAULT_LOOM_EMBEDDER?.trim() ?? '';
  if (own === '') return undefined;
  const { setting = DEFAULT_EMBEDDER } = await heedVaultsEmbedder(
    (await pluginsSettings(vaultRealPath)).embedder,
    vaultDataFolder(dataFolder(env), vaultRealPath),
  );
  return setting === own ? undefined : own;
}
