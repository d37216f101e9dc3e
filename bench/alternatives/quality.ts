import { join } from 'node:path';
import { gainOf, RESULTS } from '../retrieval/ndcg.ts';
import { readSet } from '../retrieval/questions.ts';
import { Server } from '../support/server.ts';
import { copyVault, makeScratch } from '../support/scratch-vault.ts';
import { readNamedNotes } from './named-notes.ts';
import { openAlternatives, type Ranker } from './rankers.ts';

export const VAULT_LOOM = 'Vault Loom';

/** nDCG@10 of each question by each way to rank, by its name. `folder` holds `vault/` and `queries.jsonl`. */
export async function measureQuality(script: string, folder: string): Promise<Map<string, number[]>> {
  const vault = join(folder, 'vault');
  const notes = await readNamedNotes(vault);
  const questions = await readSet(
    folder,
    notes.map(({ path }) => path),
  );
  // One more, since the note that a question was taken from does not count.
  const most = RESULTS + 1;
  const own = await openVaultLoom(script, vault, most);
  const { rankers, close } = await openAlternatives(notes, most);
  const gains = new Map<string, number[]>();
  for (const [name, rank] of [[VAULT_LOOM, own.rank] as const, ...rankers]) {
    const found: number[] = [];
    for (const question of questions) found.push(gainOf(question, await rank(question.query)));
    gains.set(name, found);
  }
  await close();
  await own.close();
  return gains;
}

async function openVaultLoom(
  script: string,
  vault: string,
  limit: number,
): Promise<{ rank: Ranker; close: () => Promise<void> }> {
  const scratch = await makeScratch();
  const copy = join(scratch.folder, 'vault');
  await copyVault(vault, copy);
  const env = { VAULT_LOOM_EMBEDDER: 'none' };
  const server = Server.start({ script, vault: copy, dataDir: join(scratch.folder, 'data'), env });
  await server.initialize();
  await server.callWhenReady('list_notes', { limit: 1 });
  return {
    async rank(query) {
      const args = { query, mode: 'fulltext', limit };
      const { result } = await server.call<{ data: { path: string }[] }>('search', args);
      return result.data.map(({ path }) => path);
    },
    async close() {
      await server.close();
      await scratch.remove();
    },
  };
}
