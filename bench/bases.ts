import { join } from 'node:path';
import { settle } from './support/idle-server.ts';
import type { Figure } from './support/figures/report.ts';
import { Server } from './support/server.ts';
import { percentile } from './support/figures/statistics.ts';
import { copyVault, flushDisk, makeScratch } from './support/scratch-vault.ts';

const FIRST_BOUND_MS = 150;
const NEXT_BOUND_MS = 60;
const TIMES = 20;

/** Three formulas, a sort by two of them and a group, over all notes. */
const base = (limit: string): string => `
filters:
  and:
    - file.ext == "md"
    - file.size > 0
formulas:
  age: (now() - file.mtime).days.round(1)
  label: if(publish, "public ", "") + file.name.lower()
  score: (file.size / 1000).round() + file.links.length
views:
  - type: table
    name: All
    order: [file.name, permalink, file.mtime, formula.age, formula.label, formula.score]
    groupBy: {property: file.folder, direction: ASC}
    sort:
      - {property: formula.score, direction: DESC}
      - {property: formula.label, direction: ASC}
    ${limit}
`;

/** How long a base over a whole vault takes on the disk's index, as a client sees it, and how much processor time. */
export async function measureBases(script: string, vault: string): Promise<Figure[]> {
  const scratch = await makeScratch();
  try {
    const copy = join(scratch.folder, 'vault');
    await copyVault(vault, copy);
    await flushDisk();
    const dataDir = join(scratch.folder, 'data');
    const server = Server.start({ script, vault: copy, dataDir, env: { VAULT_LOOM_EMBEDDER: 'none' } });
    await server.initialize();
    await server.callWhenReady('list_notes', { limit: 1 });
    await settle(server);
    const limited = await measureBase(server, 'limit 50', base('limit: 50'));
    const whole = await measureBase(server, 'all rows', base(''));
    await server.close();
    return [...limited, ...whole];
  } finally {
    await scratch.remove();
  }
}

async function measureBase(server: Server, what: string, yaml: string): Promise<Figure[]> {
  const times: number[] = [];
  let total = 0;
  const cpuBefore = (await server.stats()).cpuMs ?? NaN;
  for (let i = 0; i < TIMES; i++) {
    const answer = await server.call<{ total: number }>('base_query', { yaml, view: 'All' });
    times.push(answer.ms);
    total = answer.result.total;
  }
  const cpuAfter = (await server.stats()).cpuMs ?? NaN;
  const [first = NaN, ...next] = times;
  return [
    { name: `base, ${what}, first`, value: first, unit: 'ms', bound: FIRST_BOUND_MS, note: `${total} files` },
    { name: `base, ${what}, next, p50`, value: percentile(next, 0.5), unit: 'ms', bound: NEXT_BOUND_MS },
    { name: `base, ${what}, processor time each`, value: (cpuAfter - cpuBefore) / TIMES, unit: 'ms' },
  ];
}
