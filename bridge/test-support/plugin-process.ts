import { createDiskEngine } from '../../shared/engine/disk-engine.ts';
import { startPluginServer } from './plugin-server.ts';

/**
 * The plugin's part of the app as a process that a test can kill: `plugin-process VAULT DATA_DIR [VERSION]`. Prints a
 * line when its discovery file is written, and another when its engine is ready.
 */
const [vault = '', dataDir = '', pluginVersion] = process.argv.slice(2);
const engine = await createDiskEngine({
  vaultPath: vault,
  env: { VAULT_LOOM_DATA_DIR: dataDir, VAULT_LOOM_EMBEDDER: 'none' },
  log: () => undefined,
});
const server = await startPluginServer({
  vault,
  dataDir,
  engine: new Proxy(engine, {
    get: (target, method: keyof typeof engine) =>
      method === 'status'
        ? async () => ({ ...(await target.status()), host: 'plugin' })
        : (target[method] as (input: unknown) => unknown).bind(target),
  }),
  state: 'indexing',
  ...(pluginVersion === undefined ? {} : { pluginVersion }),
});
process.stdout.write('listening\n');
await engine.start();
server.state = 'ready';
server.send({ type: 'ready' });
process.stdout.write('ready\n');
process.on('SIGTERM', () => {
  void server
    .close()
    .then(() => engine.close())
    .finally(() => process.exit(0));
});
