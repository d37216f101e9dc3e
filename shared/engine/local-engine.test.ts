import { VaultLoomError, type ErrorBody } from '../protocol/errors.ts';
import { createDiskEngine } from './disk-engine.ts';
import type { Engine } from './engine.ts';
import { engineSuite, type OpenedEngine } from './suite/engine-suite.ts';

async function openDisk(vault: string, dataFolder: string): Promise<OpenedEngine> {
  const engine = await createDiskEngine({
    vaultPath: vault,
    env: { VAULT_LOOM_DATA_DIR: dataFolder, VAULT_LOOM_EMBEDDER: 'none' },
    log: () => undefined,
  });
  await engine.start();
  return { engine, close: () => engine.close() };
}

/** Like an engine in another process: everything in and out as JSON text. */
function overJson(engine: Engine): Engine {
  return new Proxy(engine, {
    get: (target, method: keyof Engine) => async (input: unknown) => {
      const call = target[method].bind(target) as (input: unknown) => Promise<unknown>;
      try {
        return JSON.parse(
          JSON.stringify(await call(input === undefined ? undefined : JSON.parse(JSON.stringify(input)))),
        );
      } catch (error) {
        if (!(error instanceof VaultLoomError)) throw error;
        throw VaultLoomError.fromBody(JSON.parse(JSON.stringify(error.toBody())) as ErrorBody);
      }
    },
  });
}

engineSuite('the disk engine', openDisk);
engineSuite('the disk engine through JSON', async (vault, dataFolder) => {
  const { engine, close } = await openDisk(vault, dataFolder);
  return { engine: overJson(engine), close };
});
