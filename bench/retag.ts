import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Figure } from './support/figures/report.ts';
import { Server } from './support/server.ts';
import { copyVault, flushDisk, makeScratch, notePaths } from './support/scratch-vault.ts';

const RENAME_BOUND_S = 10;

/**
 * How long it takes to rename a tag that every note of a copy of the vault has, and to undo it, as a client sees it.
 */
export async function measureRetag(script: string, vault: string): Promise<Figure[]> {
  const scratch = await makeScratch();
  try {
    const copy = join(scratch.folder, 'vault');
    await copyVault(vault, copy);
    for (const path of await notePaths(copy)) await appendFile(join(copy, path), '\n\n#bench/old\n');
    await flushDisk();
    const dataDir = join(scratch.folder, 'data');
    const server = Server.start({ script, vault: copy, dataDir, env: { VAULT_LOOM_EMBEDDER: 'none' } });
    await server.initialize();
    await server.callWhenReady('list_notes', { limit: 1 });
    const args = { from: 'bench/old', to: 'bench/new' };
    const shown = await server.call('rename_tag', { ...args, dryRun: true });
    const renamed = await server.call<{ notes: number }>('rename_tag', args);
    const found = await server.call<{ total: number }>('list_notes', { tag: 'bench/new', limit: 1 });
    const undone = await server.call('undo_change', { id: 'last' });
    await server.close();
    const note = `${renamed.result.notes} notes, ${found.result.total} found`;
    return [
      { name: 'a tag renamed, dry run', value: shown.ms / 1_000, unit: 's' },
      { name: 'a tag renamed', value: renamed.ms / 1_000, unit: 's', bound: RENAME_BOUND_S, note },
      { name: 'then listed', value: found.ms / 1_000, unit: 's' },
      { name: 'and undone', value: undone.ms / 1_000, unit: 's', bound: RENAME_BOUND_S },
    ];
  } finally {
    await scratch.remove();
  }
}
