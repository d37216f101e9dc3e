import { inTime } from '../../shared/kit/time/deadline.ts';
import type { Schedule } from '../../shared/kit/time/schedule.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { configFolder } from '../../shared/vault/data-folders.ts';
import { spawnBlobWorker } from '../ports/blob-worker.ts';

/** The result of trying a model. */
export interface TriedModel {
  /** For one short text, once it is loaded. */
  milliseconds: number;
  /** How many numbers a vector has. */
  dimensions: number;
}

/** A large model is loaded from the disk first. */
const PATIENCE_MS = 60_000;
const TEXT = 'Where did I write about the garden?';

/**
 * Has the model that a setting names embed one text, and forgets it again.
 * @throws VaultLoomError with the cause: a setting without sense, a server or model that is not there, `timeout`
 */
export async function tryModel(setting: string, schedule: Schedule): Promise<TriedModel> {
  const { createEmbedder } = await import('../../shared/embeddings/create-embedder.ts');
  const late = (): never => {
    throw new VaultLoomError('timeout', `It gave no answer within ${PATIENCE_MS / 1_000} seconds.`);
  };
  const made = createEmbedder({
    choice: setting,
    spawnWorker: spawnBlobWorker,
    schedule,
    threads: 1,
    configFolder: configFolder(process.env),
    env: process.env,
    log: () => undefined,
  });
  const tooLate = (): never => {
    void made.then((choice) => choice?.embedder.close()).catch(() => undefined);
    return late();
  };
  const choice = await inTime(PATIENCE_MS, made, tooLate, schedule);
  if (choice === null) throw new VaultLoomError('invalid_arguments', `“${setting}” names no model.`);
  const { embedder } = choice;
  try {
    await inTime(PATIENCE_MS, embedder.embed([TEXT], 'query'), late, schedule);
    const start = performance.now();
    const [vector] = await inTime(PATIENCE_MS, embedder.embed([TEXT], 'query'), late, schedule);
    return { milliseconds: performance.now() - start, dimensions: vector?.length ?? 0 };
  } finally {
    await embedder.close();
  }
}
