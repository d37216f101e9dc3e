import { createDiskEngine } from '../../shared/engine/disk-engine.ts';
import type { EngineHost } from '../../shared/engine/engine.ts';
import { until } from './idle-server.ts';

const ASK_MS = 250;
/** An encoder takes an hour and more for 6,300 notes. */
const LONGEST_MS = 7_200_000;

/** An engine over a vault, started, once all its notes have vectors by this embedder. */
export async function restedEngine(vaultPath: string, dataDir: string, embedder: string): Promise<EngineHost> {
  const engine = await createDiskEngine({
    vaultPath,
    env: { VAULT_LOOM_DATA_DIR: dataDir, VAULT_LOOM_EMBEDDER: embedder },
    log: () => undefined,
  });
  await engine.start();
  await until(
    () => engine.status(),
    ({ embeddingsComplete }) => embeddingsComplete,
    ASK_MS,
    LONGEST_MS,
  );
  return engine;
}
