import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { editNote, editProperty, timeToFind, timeToList } from './support/edit-and-find.ts';
import { seededRandom } from '../shared/kit/random.ts';
import type { Figure } from './support/figures/report.ts';
import { Server } from './support/server.ts';
import { findManifest, manifestVersion, settle, until } from './support/idle-server.ts';
import { mean, percentile } from './support/figures/statistics.ts';
import { flushDisk, makeScratch } from './support/scratch-vault.ts';
import { syntheticPath, syntheticVault, writeNotes } from './synthetic-vault.ts';

/** What one change costs on a vault of one size. */
interface ChangeCost {
  notes: number;
  coldSeconds: number;
  coldCpuMs: number;
  residentMb: number;
  /** From the file written until found, for each edit. */
  searchableMs: number[];
  /** From the file written until `where` lists a changed property, for each edit. */
  listedMs: number[];
  /** From the file written until the index on disk has it, for each edit. */
  savedMs: number[];
  /** Processor time of the process for one edit, saving included, without questions. */
  cpuMs: number;
  /** Processor time in the same span without an edit. */
  restingCpuMs: number;
  /** Processor time after all edits until rest, for themes and bridging. */
  afterwardsCpuMs: number;
}

const FOUND_EDITS = 10;
const SAVED_EDITS = 20;
const REST_MS = 6_000;
/** Themes and ranks wait for this long without a change. */
const THEMES_QUIET_MS = 5_000;
const POLL_MS = 5;
const LONGEST_MS = 120_000;
const LONGEST_REST_MS = 600_000;
/** Less counts as no growth: machines are noisy, and a larger vault fits caches worse. */
const MOST_GROWTH = 2;

/** The cost of one change on synthetic vaults of these sizes, and how it grows from the smallest to the largest. */
export async function measureChanges(script: string, sizes: readonly number[]): Promise<Figure[]> {
  const costs: ChangeCost[] = [];
  for (const notes of sizes) {
    const cost = await measureSize(script, notes);
    console.log(
      `${notes} notes: ready after ${cost.coldSeconds.toFixed(1)} s, processor ${cost.cpuMs.toFixed(1)} ms a change`,
    );
    costs.push(cost);
  }
  const [first, last] = [costs[0], costs.at(-1)];
  const grown = first === undefined || last === undefined || first === last ? [] : growth(first, last);
  return [...costs.flatMap(describe), ...grown];
}

async function measureSize(script: string, notes: number): Promise<ChangeCost> {
  const scratch = await makeScratch();
  const vault = join(scratch.folder, 'vault');
  const dataDir = join(scratch.folder, 'data');
  await writeNotes(vault, syntheticVault({ notes }));
  await flushDisk();
  // Without a model, which would use the processor for minutes.
  const server = Server.start({ script, vault, dataDir, env: { VAULT_LOOM_EMBEDDER: 'none' } });
  try {
    await server.initialize();
    await server.callWhenReady('list_notes', { limit: 1 });
    const coldSeconds = (performance.now() - server.started) / 1000;
    const coldCpuMs = (await server.stats()).cpuMs ?? NaN;
    await settle(server, LONGEST_REST_MS);
    const residentMb = ((await server.stats()).residentBytes ?? NaN) / 1024 / 1024;
    const searchableMs = await findEdits(server, vault, notes);
    const listedMs = await listEdits(server, vault, notes);
    await settleAfterChanges(server);
    const resting = await cpuOf(server, () => delay(REST_MS));
    const saved = await saveEdits(server, vault, dataDir, notes);
    const afterwardsCpuMs = await cpuOf(server, () => settleAfterChanges(server));
    const restingCpuMs = (resting / REST_MS) * mean(saved.savedMs);
    return {
      notes,
      coldSeconds,
      coldCpuMs,
      residentMb,
      searchableMs,
      listedMs,
      ...saved,
      restingCpuMs,
      afterwardsCpuMs,
    };
  } finally {
    await server.close();
    await scratch.remove();
  }
}

async function settleAfterChanges(server: Server): Promise<void> {
  await delay(THEMES_QUIET_MS * 1.2);
  await settle(server, LONGEST_REST_MS);
}

async function listEdits(server: Server, vault: string, notes: number): Promise<number[]> {
  const random = seededRandom(43);
  const times: number[] = [];
  for (let edit = 0; edit < FOUND_EDITS; edit++) {
    const value = await editProperty(vault, syntheticPath(random.below(notes)), edit);
    times.push((await timeToList(server, value)).ms);
  }
  return times;
}

async function findEdits(server: Server, vault: string, notes: number): Promise<number[]> {
  const random = seededRandom(41);
  const times: number[] = [];
  for (let edit = 0; edit < FOUND_EDITS; edit++) {
    const word = await editNote(vault, syntheticPath(random.below(notes)), edit);
    times.push((await timeToFind(server, word)).ms);
  }
  return times;
}

/** Edits one file at a time, adding a link, and waits until it is saved by looking at the disk alone. */
async function saveEdits(
  server: Server,
  vault: string,
  dataDir: string,
  notes: number,
): Promise<Pick<ChangeCost, 'savedMs' | 'cpuMs'>> {
  const manifest = await findManifest(dataDir);
  if (manifest === null) throw new Error(`There is no index below ${dataDir}: nothing was saved.`);
  const random = seededRandom(42);
  const savedMs: number[] = [];
  const cpuMs = await cpuOf(server, async () => {
    for (let edit = 0; edit < SAVED_EDITS; edit++) {
      const before = await manifestVersion(manifest);
      const link = `See [[${syntheticPath(random.below(notes)).slice(0, -'.md'.length)}]].`;
      await editNote(vault, syntheticPath(random.below(notes)), FOUND_EDITS + edit, link);
      const started = performance.now();
      const saved = await until(
        () => manifestVersion(manifest),
        (version) => version !== before,
        POLL_MS,
        LONGEST_MS,
      );
      savedMs.push(saved === null ? NaN : performance.now() - started);
    }
  });
  return { savedMs, cpuMs: cpuMs / SAVED_EDITS };
}

async function cpuOf(server: Server, work: () => Promise<unknown>): Promise<number> {
  const before = (await server.stats()).cpuMs ?? NaN;
  await work();
  return ((await server.stats()).cpuMs ?? NaN) - before;
}

function describe(cost: ChangeCost): Figure[] {
  const size = `${cost.notes} notes`;
  return [
    {
      name: `${size}: cold index`,
      value: cost.coldSeconds,
      unit: 's',
      note: `processor ${(cost.coldCpuMs / 1000).toFixed(1)} s; resident ${cost.residentMb.toFixed(0)} MB`,
    },
    {
      name: `${size}: edit searchable, p50`,
      value: percentile(cost.searchableMs, 0.5),
      unit: 'ms',
      bound: 300,
      note: `longest ${Math.max(...cost.searchableMs).toFixed(0)} ms`,
    },
    {
      name: `${size}: changed property found by where, p50`,
      value: percentile(cost.listedMs, 0.5),
      unit: 'ms',
      bound: 300,
      note: `longest ${Math.max(...cost.listedMs).toFixed(0)} ms`,
    },
    {
      name: `${size}: edit saved`,
      value: percentile(cost.savedMs, 0.5),
      unit: 'ms',
      note: `longest ${Math.max(...cost.savedMs).toFixed(0)} ms`,
    },
    {
      name: `${size}: processor time of one change`,
      value: cost.cpuMs,
      unit: 'ms',
      note: `saving included; at rest in the same time ${cost.restingCpuMs.toFixed(1)} ms`,
    },
    {
      name: `${size}: processor time when quiet again`,
      value: cost.afterwardsCpuMs,
      unit: 'ms',
      note: `once after ${SAVED_EDITS} changes: themes and ranks`,
    },
  ];
}

function growth(first: ChangeCost, last: ChangeCost): Figure[] {
  const sizes = `${last.notes} : ${first.notes} notes`;
  const searchable = (cost: ChangeCost) => percentile(cost.searchableMs, 0.5);
  const saved = (cost: ChangeCost) => percentile(cost.savedMs, 0.5);
  return [
    {
      name: `${sizes}: processor time of one change`,
      value: last.cpuMs / first.cpuMs,
      unit: 'ratio',
      bound: MOST_GROWTH,
    },
    {
      name: `${sizes}: time until searchable`,
      value: searchable(last) / searchable(first),
      unit: 'ratio',
      bound: MOST_GROWTH,
    },
    { name: `${sizes}: time until saved`, value: saved(last) / saved(first), unit: 'ratio', bound: MOST_GROWTH },
  ];
}
