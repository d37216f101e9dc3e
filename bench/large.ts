import { join } from 'node:path';
import type { Figure } from './support/figures/report.ts';
import { Server } from './support/server.ts';
import { settle } from './support/idle-server.ts';
import { percentile } from './support/figures/statistics.ts';
import { flushDisk, folderBytes, makeScratch } from './support/scratch-vault.ts';
import { vaultQueries } from './support/vault-queries.ts';
import { syntheticVault, writeNotes } from './synthetic-vault.ts';

/** The size that the bounds are for. */
const BOUND_NOTES = 50_000;
const MB = 1024 * 1024;
const LONGEST_REST_MS = 600_000;

/** First index, memory, disk, the next start and search on synthetic vaults of these sizes. */
export async function measureLarge(script: string, sizes: readonly number[], queries: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const notes of sizes) figures.push(...(await measureSize(script, notes, queries)));
  return figures;
}

async function measureSize(script: string, notes: number, queries: number): Promise<Figure[]> {
  const scratch = await makeScratch();
  const vault = join(scratch.folder, 'vault');
  const dataDir = join(scratch.folder, 'data');
  await writeNotes(vault, syntheticVault({ notes }));
  await flushDisk();
  // Without a model, which would use the processor for hours.
  const start = { script, vault, dataDir, env: { VAULT_LOOM_EMBEDDER: 'none' } };
  try {
    const first = Server.start(start);
    await first.initialize();
    await first.callWhenReady('list_notes', { limit: 1 });
    const coldMs = performance.now() - first.started;
    const ready = await first.stats();
    await settle(first, LONGEST_REST_MS);
    const restMs = performance.now() - first.started;
    const rest = await first.stats();
    await first.close();

    const second = Server.start(start);
    await second.initialize();
    await second.callWhenReady('search', { query: 'first question of the day', mode: 'fulltext' });
    const warmMs = performance.now() - second.started;
    await settle(second, LONGEST_REST_MS);
    const times: number[] = [];
    for (const query of await vaultQueries(vault, queries))
      times.push((await second.call('search', { query, mode: 'fulltext' })).ms);
    const warm = await second.stats();
    await second.close();

    const size = `${notes} notes`;
    const bound = (most: number): { bound?: number } => (notes === BOUND_NOTES ? { bound: most } : {});
    return [
      {
        name: `${size}: cold index`,
        value: coldMs / 1000,
        unit: 's',
        ...bound(60),
        note: `processor ${((ready.cpuMs ?? NaN) / 1000).toFixed(1)} s`,
      },
      {
        name: `${size}: until saved, themes and ranks computed`,
        value: restMs / 1000,
        unit: 's',
        note: `processor ${((rest.cpuMs ?? NaN) / 1000).toFixed(1)} s`,
      },
      { name: `${size}: resident, highest`, value: megabytes(rest.peakBytes), unit: 'MB', ...bound(500) },
      { name: `${size}: resident after indexing`, value: megabytes(rest.residentBytes), unit: 'MB' },
      { name: `${size}: index on disk`, value: (await folderBytes(join(dataDir, 'vaults'))) / MB, unit: 'MB' },
      { name: `${size}: warm start → first search`, value: warmMs / 1000, unit: 's' },
      { name: `${size}: resident after a warm start and searches`, value: megabytes(warm.residentBytes), unit: 'MB' },
      { name: `${size}: search, fulltext, p50`, value: percentile(times, 0.5), unit: 'ms' },
      {
        name: `${size}: search, fulltext, p95`,
        value: percentile(times, 0.95),
        unit: 'ms',
        ...bound(15),
        note: `${times.length} queries, longest ${Math.max(...times).toFixed(0)} ms`,
      },
    ];
  } finally {
    await scratch.remove();
  }
}

function megabytes(bytes: number | null): number {
  return bytes === null ? NaN : bytes / MB;
}
