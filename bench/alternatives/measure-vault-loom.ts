import { timeToFind } from '../support/edit-and-find.ts';
import { Server } from '../support/server.ts';
import { settle } from '../support/idle-server.ts';
import { folderBytes } from '../support/scratch-vault.ts';
import { inSeconds, timeEdits, timeSearches, type Measured } from './measured.ts';

/** Measures the built bridge over stdio, without vectors. */
export async function measureVaultLoom(
  script: string,
  vault: string,
  dataDir: string,
  queries: readonly string[],
): Promise<Measured> {
  const server = Server.start({ script, vault, dataDir, env: { VAULT_LOOM_EMBEDDER: 'none' } });
  await server.initialize();
  await server.callWhenReady('list_notes', { limit: 1 });
  const indexMs = performance.now() - server.started;
  const { cpuMs } = await server.stats();
  await settle(server);
  const { residentBytes } = await server.stats();
  const diskBytes = await folderBytes(dataDir);
  const searchMs = await timeSearches(queries, (query) => server.call('search', { query, mode: 'fulltext' }));
  const foundMs = await timeEdits(vault, async (word) => {
    const { ms } = await timeToFind(server, word);
    if (Number.isNaN(ms)) throw new Error('An edit was not found.');
  });
  await server.close();
  const indexNote = `processor ${inSeconds(cpuMs)}`;
  return { indexMs, indexNote, residentBytes: residentBytes ?? NaN, diskBytes, searchMs, foundMs };
}
