import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { MOST_LISTING_KB } from '../../shared/tools/call/listing.ts';
import type { Figure } from '../support/figures/report.ts';
import type { Server } from '../support/server.ts';
import { indexState, settle } from '../support/idle-server.ts';
import { percentile } from '../support/figures/statistics.ts';
import { folderBytes } from '../support/scratch-vault.ts';

export interface Cold {
  figures: Figure[];
  notesTotal: number;
}

const PING_MS = 20;
const MB = 1024 * 1024;
const KB = 1024;

/** The first start on a vault: the time until it answers, and what it uses, without expensive questions. */
export async function measureCold(server: Server, dataDir: string): Promise<Cold> {
  await server.initialize();
  const list = await server.request('tools/list');
  await server.callWhenReady('list_notes', { limit: 1 });
  const readyMs = performance.now() - server.started;
  const ready = await server.stats();
  const rested = await settle(server);
  const restMs = performance.now() - server.started;
  const atRest = await server.stats();
  const { notesTotal } = await indexState(server);

  const figures: Figure[] = [
    { name: 'notes', value: notesTotal, unit: 'count' },
    { name: 'tools/list', value: bytesOf(list.result.tools) / KB, unit: 'KB', bound: MOST_LISTING_KB.whole },
    {
      name: 'tools/list: names, descriptions, inputs',
      value: bytesOf(withoutOutputs(list.result.tools)) / KB,
      unit: 'KB',
      bound: MOST_LISTING_KB.withoutOutputs,
    },
    {
      name: 'cold index, start → ready',
      value: readyMs / 1000,
      unit: 's',
      bound: 5,
      note: `processor ${seconds(ready.cpuMs)}`,
    },
    {
      name: 'until saved, themes and ranks computed',
      value: restMs / 1000,
      unit: 's',
      note: `processor ${seconds(atRest.cpuMs)}${rested ? '' : '; not at rest yet'}`,
    },
    { name: 'resident when ready', value: megabytes(ready.residentBytes), unit: 'MB' },
    {
      name: 'resident after indexing',
      value: megabytes(atRest.residentBytes),
      unit: 'MB',
      bound: 150,
    },
    { name: 'resident, highest', value: megabytes(atRest.peakBytes), unit: 'MB', bound: 300 },
    { name: 'index on disk', value: (await folderBytes(join(dataDir, 'vaults'))) / MB, unit: 'MB', bound: 40 },
  ];
  return { figures, notesTotal };
}

/**
 * The longest waits for answers that need no index, while the server builds its first one: to a ping, which the event
 * loop answers, and to a tool, whose first call also loads it.
 */
export async function measureStalls(server: Server): Promise<Figure[]> {
  await server.initialize();
  const pings = startAsking(() => server.request('ping'));
  const statuses = startAsking(() => server.call('index_status'));
  await server.callWhenReady('list_notes', { limit: 1 });
  return [
    stallFigure('longest stall while indexing', await pings.stop()),
    stallFigure('longest index_status while indexing', await statuses.stop()),
  ];
}

function stallFigure(name: string, { server, clientMs }: Gaps): Figure {
  const note = `p95 ${percentile(server, 0.95).toFixed(0)} ms over ${server.length}; the client itself was kept waiting ${clientMs.toFixed(0)} ms`;
  return { name, value: Math.max(...server), unit: 'ms', bound: 50, note };
}

interface Gaps {
  /** Round trips in milliseconds: the wait for the server's event loop. */
  server: number[];
  /** The longest delay of this process's own loop, which shows a busy machine. */
  clientMs: number;
}

/** Asks every 20 ms, even if the last answer is still pending. */
function startAsking(ask: () => Promise<{ ms: number }>): { stop: () => Promise<Gaps> } {
  const own = monitorEventLoopDelay({ resolution: 5 });
  own.enable();
  const asked: Promise<number>[] = [];
  let running = true;
  const pinging = (async () => {
    while (running) {
      asked.push(ask().then(({ ms }) => ms));
      await delay(PING_MS);
    }
  })();
  return {
    stop: async () => {
      running = false;
      await pinging;
      own.disable();
      return { server: await Promise.all(asked), clientMs: own.max / 1e6 };
    },
  };
}

function withoutOutputs(tools: unknown): unknown[] {
  return (tools as Record<string, unknown>[]).map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function megabytes(bytes: number | null): number {
  return bytes === null ? NaN : bytes / MB;
}

function seconds(ms: number | null): string {
  return ms === null ? '?' : `${(ms / 1000).toFixed(1)} s`;
}
