import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Figure } from '../support/figures/report.ts';
import type { Server } from '../support/server.ts';
import { settle } from '../support/idle-server.ts';
import { flushDisk, notePaths } from '../support/scratch-vault.ts';

const LINKS = 1_000;
const MOVES = 4;

/** How long a note with a thousand links to it takes to move, all of them rewritten. */
export async function measureHubMove(server: Server, vault: string): Promise<Figure> {
  const linking = (await notePaths(vault)).slice(0, LINKS);
  await writeFile(join(vault, 'Hub of bench.md'), 'The hub.\n');
  for (const note of linking) await appendFile(join(vault, note), '\nSee [[Hub of bench]].\n');
  await flushDisk();
  await settle(server);
  const times: number[] = [];
  for (let i = 0; i < MOVES; i++) {
    const [source, destination] = i % 2 === 0 ? ['Hub of bench', 'Moved hub'] : ['Moved hub', 'Hub of bench'];
    times.push((await server.call('move_note', { source, destination })).ms);
  }
  const note = times.map((ms) => ms.toFixed(0)).join(', ');
  return {
    name: `a note with ${linking.length} links moved`,
    value: Math.max(...times),
    unit: 'ms',
    bound: 2_000,
    note,
  };
}
