import { join } from 'node:path';
import { measureCold, measureStalls } from './speed/cold.ts';
import { measureEdits } from './speed/edits.ts';
import { measureFirstAnswers } from './speed/first-answers.ts';
import { measureHubMove } from './speed/hub-move.ts';
import { measureCalls } from './speed/calls.ts';
import { measureFirstHybrid, measureStarts, measureWarm } from './speed/warm.ts';
import type { Figure } from './support/figures/report.ts';
import { Server } from './support/server.ts';
import { vaultQueries } from './support/vault-queries.ts';
import { copyVault, flushDisk, makeScratch } from './support/scratch-vault.ts';

export interface SpeedOptions {
  /** The built bridge. */
  script: string;
  /** Only read: the server works on a copy. */
  vault: string;
  queries: number;
  nodeOptions?: readonly string[];
  /** As for `VAULT_LOOM_EMBEDDER`. */
  embedder: string;
}

const END_BOUND_MS = 1_000;

/** Measures speed and size of the server on one vault, from its first start to its end, against their bounds. */
export async function measureSpeed({
  script,
  vault,
  queries,
  nodeOptions = [],
  embedder,
}: SpeedOptions): Promise<Figure[]> {
  const scratch = await makeScratch();
  try {
    const copy = join(scratch.folder, 'vault');
    await copyVault(vault, copy);
    await flushDisk();
    const env = { VAULT_LOOM_EMBEDDER: embedder };
    const start = { script, vault: copy, dataDir: join(scratch.folder, 'data'), nodeOptions, env };
    const plain = { script, vault: copy, dataDir: start.dataDir, env };

    const first = Server.start(start);
    const cold = await measureCold(first, start.dataDir);
    const endAtRest = await first.close();

    const watched = Server.start({ ...start, dataDir: join(scratch.folder, 'other data') });
    const stalls = await measureStalls(watched);
    const words = await vaultQueries(copy, queries);
    const afterCold = await measureFirstAnswers(watched, 'cold', words);
    await watched.kill();

    const starts = await measureStarts(plain);
    const hybrid = await measureFirstHybrid(plain);
    const started = Server.start(plain);
    await started.initialize();
    const afterWarm = await measureFirstAnswers(started, 'warm', words);
    await started.close();
    const second = Server.start(start);
    const warm = await measureWarm(second, cold.notesTotal);
    const calls = await measureCalls(second, copy, queries);
    const edits = await measureEdits(second, copy);
    const endWithUnsaved = await second.close();
    const mover = Server.start(plain);
    await mover.initialize();
    const hubMove = await measureHubMove(mover, copy);
    await mover.close();

    return [
      starts,
      ...cold.figures,
      ...stalls,
      afterCold,
      ...warm,
      afterWarm,
      hybrid,
      ...calls,
      ...edits,
      hubMove,
      { name: 'stdin closed → ended, at rest', value: endAtRest ?? NaN, unit: 'ms', bound: END_BOUND_MS },
      { name: 'stdin closed → ended, a change unsaved', value: endWithUnsaved ?? NaN, unit: 'ms', bound: END_BOUND_MS },
    ];
  } finally {
    await scratch.remove();
  }
}
