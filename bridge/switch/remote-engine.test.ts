import { realpath } from 'node:fs/promises';
import { createDiskEngine } from '../../shared/engine/disk-engine.ts';
import { engineSuite } from '../../shared/engine/suite/engine-suite.ts';
import { PluginClient } from './contact/plugin-client.ts';
import { createRemoteEngine } from './remote-engine.ts';
import { startPluginServer } from '../test-support/plugin-server.ts';

engineSuite('the engine over HTTP', async (vaultPath, dataDir) => {
  const engine = await createDiskEngine({
    vaultPath,
    env: { VAULT_LOOM_DATA_DIR: dataDir, VAULT_LOOM_EMBEDDER: 'lsa' },
    log: () => undefined,
  });
  await engine.start();
  const vault = await realpath(vaultPath);
  const server = await startPluginServer({ vault, dataDir, engine });
  const client = new PluginClient({ vault, dataFolder: dataDir });
  return {
    engine: createRemoteEngine(client),
    close: async () => {
      client.close();
      await server.close();
      await engine.close();
    },
  };
});
