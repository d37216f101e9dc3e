import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answers } from '../support/answers.ts';
import { collectAnswers, differences } from '../support/answers.ts';
import { makeQueries } from '../support/queries.ts';
import { seededRandom } from '../../shared/kit/random.ts';
import { Server, type ServerOptions } from '../support/server.ts';
import { indexState } from '../support/idle-server.ts';
import type { Counts } from './trouble-counts.ts';
import { copyVault, flushDisk, makeScratch, notePaths, sampleNotes } from '../support/scratch-vault.ts';
import { syntheticVault, writeNotes } from '../synthetic-vault.ts';

export interface SoakOptions extends Counts {
  script: string;
  /** Only read; 3,000 synthetic notes by default. */
  vault?: string;
  /** Tells how far a long scenario is. */
  say: (line: string) => void;
}

/** The result of a scenario, which has passed if there are no problems. */
export interface Outcome {
  numbers: string;
  problems: string[];
}

/** A vault to change, and data folders for servers. */
export interface Stage {
  script: string;
  vault: string;
  /** Absolute path of a data folder, by name. */
  dataDir(name: string): string;
}

/** Asks a server the same questions each time. */
export type Ask = (server: Server) => Promise<Answers>;

const SYNTHETIC_NOTES = 3_000;
const QUERIES = 60;
const NEIGHBOURHOODS = 30;

/** Runs a scenario on a copy of the vault in its own folder. */
export async function onStage(
  options: SoakOptions,
  act: (stage: Stage) => Promise<Outcome>,
  notes = SYNTHETIC_NOTES,
): Promise<Outcome> {
  const scratch = await makeScratch();
  try {
    const vault = join(scratch.folder, 'vault');
    if (options.vault === undefined) await writeNotes(vault, syntheticVault({ notes, seed: options.seed }));
    else await copyVault(options.vault, vault);
    await flushDisk();
    return await act({ script: options.script, vault, dataDir: (name) => join(scratch.folder, 'data', name) });
  } finally {
    await scratch.remove();
  }
}

export async function startServer(
  stage: Stage,
  dataDir: string,
  more: Pick<ServerOptions, 'nodeOptions' | 'env' | 'uid'> = {},
): Promise<Server> {
  // Answers are compared, and those by meaning change while texts are being embedded.
  const env = { VAULT_LOOM_EMBEDDER: process.env.VAULT_LOOM_EMBEDDER ?? 'none', ...more.env };
  const server = Server.start({
    script: stage.script,
    vault: stage.vault,
    dataDir: stage.dataDir(dataDir),
    ...more,
    env,
  });
  await server.initialize();
  return server;
}

/** Questions to compare servers by, made from the vault as it is now. */
export async function makeQuestions(stage: Stage, seed: number): Promise<Ask> {
  const random = seededRandom(seed);
  const queries = makeQueries(await sampleNotes(stage.vault, 500, seed), QUERIES, seed);
  const paths = await notePaths(stage.vault);
  const notes = Array.from({ length: NEIGHBOURHOODS }, () => random.pick(paths).normalize('NFC'));
  return (server) => collectAnswers(server, queries, notes);
}

/** The answers of a server that starts with nothing, and how long it took to be ready. */
export async function freshAnswers(
  stage: Stage,
  name: string,
  ask: Ask,
): Promise<{ answers: Answers; readyMs: number }> {
  const server = await startServer(stage, name);
  try {
    await server.callWhenReady('list_notes', { limit: 1 });
    const readyMs = performance.now() - server.started;
    return { answers: await ask(server), readyMs };
  } finally {
    await server.close();
  }
}

/** Differences from what is expected, checked again until there are none or time is up. */
export async function differencesInTime(
  expected: Answers,
  ask: () => Promise<Answers>,
  deadlineMs: number,
): Promise<string[]> {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    const found = differences(expected, await ask());
    if (found.length === 0 || performance.now() > deadline) return found;
    await delay(500);
  }
}

/** Whether the server keeps the index on the disk, rather than following another that does. */
export async function isOwner(server: Server): Promise<boolean> {
  return (await indexState(server)).hostNote === undefined;
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
