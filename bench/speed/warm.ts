import type { Figure } from '../support/report.ts';
import type { Server } from '../support/server.ts';
import { indexState, settle, until } from '../support/settle.ts';

const POLL_MS = 10;
const LONGEST_MS = 120_000;

/** A start where nothing has changed: until the first search is answered, and until every file is known to be unchanged. */
export async function measureWarm(server: Server, notesTotal: number): Promise<Figure[]> {
  await server.initialize();
  const initializeMs = performance.now() - server.started;
  const searched = server.callWhenReady('search', { query: 'first question of the day' }).then(() => performance.now() - server.started);
  const isVerified = (state: { reindexInProgress: boolean; notesTotal: number }) => !state.reindexInProgress && state.notesTotal === notesTotal;
  const verified = await until(() => indexState(server), isVerified, POLL_MS, LONGEST_MS);
  const verifiedMs = performance.now() - server.started;
  const searchedMs = await searched;
  const { cpuMs } = await server.stats();
  await settle(server);
  const { residentBytes } = await server.stats();
  return [
    { name: 'warm start → initialize answered', value: initializeMs, unit: 'ms', bound: 300 },
    { name: 'warm start → first search answered', value: searchedMs / 1000, unit: 's', bound: 1, note: `processor ${cpuMs ?? NaN} ms` },
    { name: 'warm start → files verified', value: verified === null ? NaN : verifiedMs / 1000, unit: 's', bound: 2 },
    { name: 'resident after a warm start', value: (residentBytes ?? NaN) / 1024 / 1024, unit: 'MB' },
  ];
}
