import type { Figure } from '../support/figures/report.ts';
import type { Server } from '../support/server.ts';
import { percentile } from '../support/figures/statistics.ts';

const QUERIES = 100;
const BOUND_MS = 10;

/** How soon the first searches are answered one after another once the first one can be, while other work goes on. */
export async function measureFirstAnswers(
  server: Server,
  after: 'cold' | 'warm',
  queries: readonly string[],
): Promise<Figure> {
  const [first = '', ...others] = queries.slice(0, QUERIES + 1);
  await server.callWhenReady('search', { query: first, mode: 'fulltext' });
  const times: number[] = [];
  for (const query of others) times.push((await server.call('search', { query, mode: 'fulltext' })).ms);
  return {
    name: `first ${times.length} searches after a ${after} start, p95`,
    value: percentile(times, 0.95),
    unit: 'ms',
    bound: BOUND_MS,
    note: `p50 ${percentile(times, 0.5).toFixed(1)} ms, longest ${Math.max(...times).toFixed(0)} ms`,
  };
}
