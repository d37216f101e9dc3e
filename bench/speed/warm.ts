import type { Figure } from '../support/figures/report.ts';
import type { ServerOptions } from '../support/server.ts';
import { Server } from '../support/server.ts';
import { indexState, settle, until } from '../support/idle-server.ts';
import { percentile } from '../support/figures/statistics.ts';

const POLL_MS = 10;
const LONGEST_MS = 120_000;
const STARTS = 7;

/** How soon a started server answers `initialize`: the median of several starts. */
export async function measureStarts(options: ServerOptions): Promise<Figure> {
  const times: number[] = [];
  const cpu: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const server = Server.start(options);
    await server.initialize();
    times.push(performance.now() - server.started);
    cpu.push((await server.stats()).cpuMs ?? NaN);
    await server.close();
  }
  const note = `longest of ${STARTS} ${Math.max(...times).toFixed(0)} ms; processor ${percentile(cpu, 0.5)} ms`;
  return { name: 'start → initialize answered', value: percentile(times, 0.5), unit: 'ms', bound: 300, note };
}

/** How soon a start without changes answers by meaning, in the default mode. */
export async function measureFirstHybrid(options: ServerOptions): Promise<Figure> {
  const server = Server.start(options);
  await server.initialize();
  const { result } = await server.callWhenReady<{ data: { matchedBy: string[] }[] }>('search', {
    query: 'where is the first question of the day',
  });
  const seconds = (performance.now() - server.started) / 1000;
  await server.close();
  const byMeaning = result.data.some(({ matchedBy }) => matchedBy.includes('semantic'));
  return {
    name: 'warm start → first hybrid search answered',
    value: seconds,
    unit: 's',
    bound: 2,
    note: byMeaning ? '' : 'by words alone',
  };
}

/** A start without changes: until the first search is answered, and until every file is known to be unchanged. */
export async function measureWarm(server: Server, notesTotal: number): Promise<Figure[]> {
  await server.initialize();
  const searched = server
    .callWhenReady('search', { query: 'first question of the day', mode: 'fulltext' })
    .then(() => performance.now() - server.started);
  const isVerified = (state: { reindexInProgress: boolean; notesTotal: number }) =>
    !state.reindexInProgress && state.notesTotal === notesTotal;
  const verified = await until(() => indexState(server), isVerified, POLL_MS, LONGEST_MS);
  const verifiedMs = performance.now() - server.started;
  const searchedMs = await searched;
  const { cpuMs } = await server.stats();
  await settle(server);
  const { residentBytes } = await server.stats();
  return [
    {
      name: 'warm start → first full-text search answered',
      value: searchedMs / 1000,
      unit: 's',
      bound: 0.5,
      note: `processor ${cpuMs ?? NaN} ms`,
    },
    { name: 'warm start → files verified', value: verified === null ? NaN : verifiedMs / 1000, unit: 's', bound: 0.8 },
    { name: 'resident after a warm start', value: (residentBytes ?? NaN) / 1024 / 1024, unit: 'MB' },
  ];
}
