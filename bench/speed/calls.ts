import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../shared/kit/random.ts';
import { seededRandom } from '../../shared/kit/random.ts';
import type { Figure } from '../support/figures/report.ts';
import type { Server, ToolAnswer } from '../support/server.ts';
import { percentile } from '../support/figures/statistics.ts';
import { notePaths } from '../support/scratch-vault.ts';
import { vaultQueries } from '../support/vault-queries.ts';

const SEED = 20;
const KB = 1024;
const MB = 1024 * KB;
/** Longer than the server waits before it returns memory. */
const SILENT_MS = 15_000;
const NEARBY = 50;

/** This many lists of further queries: V8 compiles what is used often, and does so for some hundred searches. */
const LATER_LISTS = 6;
/** Each list is asked for this often. */
const TIMES = 20;
const WHERE = repeated([
  { where: { permalink: { exists: true } }, sort: 'modified' },
  { where: { publish: true, permalink: { matches: '^p' } }, sort: 'permalink' },
  { where: { or: [{ 'file.folder': 'en' }, { not: { tags: 'x' } }] }, sort: 'incoming' },
  { where: { 'file.size': { '>': 5_000 }, aliases: { contains: 'a' } }, properties: ['aliases', 'permalink'] },
  { where: { 'file.mtime': { '>=': '2026-01-01' }, 'file.links': { contains: '[[Aliases]]' } }, sort: 'title' },
]);
const FILTERED = repeated([
  {},
  { directory: 'en', tag: 'x' },
  { modifiedAfter: '1y', links: 'no_incoming', sort: 'words' },
  { links: 'unresolved', sort: 'incoming' },
]);
const TASKS = repeated([
  {},
  { status: 'all', sort: 'path' },
  { directory: 'en', dueAfter: 'today', dueBefore: '1w' },
  { text: 'note', where: { 'file.folder': 'en' } },
]);
const DESCRIPTIONS = repeated([
  {},
  {},
  { of: 'unresolved' },
  { of: 'properties' },
  { of: 'tags' },
  { of: 'attachments' },
]);

function repeated<T>(items: readonly T[]): T[] {
  return Array.from({ length: TIMES }, () => items).flat();
}

/** Answer times of the reading tools with default arguments, `count` distinct questions each, one at a time. */
export async function measureCalls(server: Server, vault: string, count: number): Promise<Figure[]> {
  const random = seededRandom(SEED);
  const drawn = await vaultQueries(vault, (1 + LATER_LISTS) * count);
  const queries = drawn.slice(0, count);
  const paths = await notePaths(vault);
  const names = Array.from({ length: count }, () => random.pick(paths));
  const pairs = Array.from({ length: count }, () => drawPair(paths, random));

  const words = await each(queries, (query) => server.call('search', { query, mode: 'fulltext' }));
  const search = await each(queries, (query) => server.call('search', { query }));
  const read = await each(names, (name) => server.call('read_note', { name }));
  const near = await each(names, (name) => server.call('find_connections', { name }));
  const far = await each(names, (name) => server.call('find_connections', { name, depth: 3 }));
  const chains = await each(pairs, ([from, to]) => server.call('find_path_between', { from, to }));
  const where = await each(WHERE, (args) => server.call('list_notes', args));
  const filtered = await each(FILTERED, (args) => server.call('list_notes', args));
  const tasks = await each(TASKS, (args) => server.call('list_tasks', args));
  const described = await each(DESCRIPTIONS, (args) => server.call('describe_vault', args));
  const firstRanks = await server.call('rank_notes');
  const ranks = await each(queries, () => server.call('rank_notes'));
  const firstThemes = await server.call('detect_themes');
  const themes = await each(queries, () => server.call('detect_themes'));
  const later = await each(drawn.slice(count), (query) => server.call('search', { query, mode: 'fulltext' }));
  await delay(SILENT_MS);
  const { residentBytes } = await server.stats();

  return [
    ...latency(`search, fulltext (${queries.length} queries)`, words, 1.5, 4),
    ...latency(`search, fulltext, after ${later.length} others`, later.slice(-count), 1.5, 4),
    {
      name: 'search, hybrid, p50',
      value: percentile(
        search.map(({ ms }) => ms),
        0.5,
      ),
      unit: 'ms',
      bound: 20,
    },
    ...latency('read_note', read, 2, 5),
    ...latency('find_connections, depth 1', near, 2, 5),
    ...latency('find_connections, depth 3', far, 10, 30),
    ...latency('find_path_between', chains, 5, 15),
    ...latency('list_notes with where', where, 10, 30),
    ...latency('list_notes by folder, tag, time and links', filtered, 10, 30),
    ...latency('list_tasks', tasks, 10, 30),
    ...latency('describe_vault', described, 10, 30),
    { name: 'rank_notes, first', value: firstRanks.ms, unit: 'ms', bound: 100 },
    ...latency('rank_notes, cached', ranks, 1, 10),
    { name: 'detect_themes, first', value: firstThemes.ms, unit: 'ms', bound: 100 },
    ...latency('detect_themes, cached', themes, 3, 10),
    {
      name: 'detect_themes answer',
      value: firstThemes.textBytes / KB,
      unit: 'KB',
      bound: 12,
      note: `${firstThemes.bytes} bytes as a message`,
    },
    { name: 'resident, 15 s after the last question', value: (residentBytes ?? NaN) / MB, unit: 'MB', bound: 150 },
  ];
}

/** Two notes near each other in the folders, because notes from opposite ends of a vault often have no path at all. */
function drawPair(paths: readonly string[], random: Random): [string, string] {
  const from = random.below(paths.length);
  const nearby = paths.slice(Math.max(0, from - NEARBY), from + NEARBY);
  return [paths[from] ?? '', random.pick(nearby)];
}

async function each<T>(
  items: readonly T[],
  ask: (item: T) => Promise<ToolAnswer<unknown>>,
): Promise<ToolAnswer<unknown>[]> {
  const answers: ToolAnswer<unknown>[] = [];
  for (const item of items) answers.push(await ask(item));
  return answers;
}

/** Median and 95th percentile of answer times, with their bounds. */
export function latency(name: string, answers: readonly ToolAnswer<unknown>[], p50: number, p95: number): Figure[] {
  const times = answers.map(({ ms }) => ms);
  const sizes = answers.map(({ textBytes }) => textBytes);
  const size = `${(percentile(sizes, 0.5) / KB).toFixed(1)} KB (p50), ${(Math.max(...sizes) / KB).toFixed(1)} KB (most)`;
  return [
    { name: `${name}, p50`, value: percentile(times, 0.5), unit: 'ms', bound: p50, note: `answer ${size}` },
    {
      name: `${name}, p95`,
      value: percentile(times, 0.95),
      unit: 'ms',
      bound: p95,
      note: `longest ${Math.max(...times).toFixed(1)} ms`,
    },
  ];
}
