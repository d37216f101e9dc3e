import { join } from 'node:path';
import { builtBridge } from '../support/built-bridge.ts';
import { Server } from '../support/server.ts';
import { until } from '../support/idle-server.ts';
import { copyVault, makeScratch } from '../support/scratch-vault.ts';
import { RESULTS } from './ndcg.ts';

/** The built server over a vault, with all texts embedded. */
export interface ServerRanker {
  /** Paths in order, one list for each mode. */
  rank(query: string): Promise<Record<string, string[]>>;
  /** Paths in order, with variants of the query, if any. */
  rankWith(query: string, variants: readonly string[]): Promise<string[]>;
  close(): Promise<void>;
}

interface Found {
  data: { path: string }[];
}

const MODES = ['hybrid', 'semantic', 'fulltext'] as const;
const ASK_MS = 500;
const LONGEST_MS = 3_600_000;

/**
 * Starts the server, built unless another one is named, on a copy of the vault and waits until it has embedded
 * everything.
 */
export async function openServerRanker(vault: string, script?: string): Promise<ServerRanker> {
  const scratch = await makeScratch();
  const copy = join(scratch.folder, 'vault');
  await copyVault(vault, copy);
  const server = Server.start({
    script: script ?? (await builtBridge()),
    vault: copy,
    dataDir: join(scratch.folder, 'data'),
  });
  await server.initialize();
  await server.callWhenReady('list_notes', { limit: 1 });
  const status = async (): Promise<{ embeddingsComplete: boolean }> =>
    (await server.call<{ embeddingsComplete: boolean }>('index_status')).result;
  await until(status, ({ embeddingsComplete }) => embeddingsComplete, ASK_MS, LONGEST_MS);
  return {
    async rank(query) {
      const ranked: Record<string, string[]> = {};
      for (const mode of MODES) {
        // One more, since the note that a question was taken from does not count.
        const { result } = await server.call<Found>('search', { query, mode, limit: RESULTS + 1 });
        ranked[`server, ${mode}`] = result.data.map(({ path }) => path);
      }
      return ranked;
    },
    async rankWith(query, variants) {
      const args = { query, limit: RESULTS + 1, ...(variants.length === 0 ? {} : { variants }) };
      const { result } = await server.call<Found>('search', args);
      return result.data.map(({ path }) => path);
    },
    async close() {
      await server.close();
      await scratch.remove();
    },
  };
}
