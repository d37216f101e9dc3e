import type { Server } from './server.ts';

/** A server's answers about a vault, for comparing two servers. */
export interface Answers {
  listed: { total: number; paths: string[] };
  searches: Map<string, ScoredRow[]>;
  influence: ScoredRow[];
  /** Neighbours of some notes, by name. */
  neighbours: Map<string, string[]>;
}

export interface ScoredRow {
  path: string;
  score: number;
}

interface Listing {
  notes: { path: string }[];
  total: number;
}

interface HopGroups {
  data: { outgoing: { path: string }[]; incoming: { path: string }[] }[];
}

const MOST_LISTED = 10_000;
const MOST_RANKED = 50;
const MOST_SHOWN = 12;
/** Scores have four digits, of which the last may differ: sums of floats depend on their order. */
const TOLERANCE = 2e-3;

/** Asks for the list of notes, these searches, the ranks and the neighbours of these notes. */
export async function collectAnswers(
  server: Server,
  queries: readonly string[],
  notes: readonly string[],
): Promise<Answers> {
  const listing = (await server.callWhenReady<Listing>('list_notes', { limit: MOST_LISTED })).result;
  const searches = new Map<string, ScoredRow[]>();
  for (const query of queries) {
    const { data } = (await server.call<{ data: ScoredRow[] }>('search', { query, limit: 10 })).result;
    searches.set(
      query,
      data.map(({ path, score }) => ({ path, score })),
    );
  }
  const ranks = (
    await server.call<{ influence?: ScoredRow[] }>('rank_notes', { metric: 'influence', limit: MOST_RANKED })
  ).result;
  const neighbours = new Map<string, string[]>();
  for (const name of notes) neighbours.set(name, await neighboursOf(server, name));
  return {
    listed: { total: listing.total, paths: listing.notes.map(({ path }) => path) },
    searches,
    influence: (ranks.influence ?? []).map(({ path, score }) => ({ path, score })),
    neighbours,
  };
}

/** The differences, one line each; none if the two agree. */
export function differences(expected: Answers, found: Answers): string[] {
  const lines: string[] = [];
  if (expected.listed.total !== found.listed.total)
    lines.push(
      `list_notes: ${found.listed.total} notes instead of ${expected.listed.total}${setsApart(expected.listed.paths, found.listed.paths)}`,
    );
  else if (!sameItems(expected.listed.paths, found.listed.paths))
    lines.push(`list_notes: other paths${setsApart(expected.listed.paths, found.listed.paths)}`);
  for (const [query, rows] of expected.searches) {
    const other = found.searches.get(query) ?? [];
    if (!sameRanking(rows, other)) {
      const differing = rows.findIndex((row, i) => row.path !== other[i]?.path || !isNear(row.score, other[i].score));
      const at = Math.max(0, differing);
      lines.push(`search "${query}", from row ${at + 1}: ${show(other.slice(at))} instead of ${show(rows.slice(at))}`);
    }
  }
  if (!sameRanking(expected.influence, found.influence)) lines.push('rank_notes: other influence');
  for (const [name, paths] of expected.neighbours) {
    if (!sameItems(paths, found.neighbours.get(name) ?? [])) lines.push(`find_connections "${name}": other neighbours`);
  }
  return lines;
}

/**
 * Whether two ranked lists agree: as many rows, the same scores, and the same notes, except where scores are so close
 * to each other, or to the last row's, that the order is chance.
 */
export function sameRanking(expected: readonly ScoredRow[], found: readonly ScoredRow[]): boolean {
  if (expected.length !== found.length) return false;
  if (!expected.every((row, i) => isNear(row.score, found[i]?.score ?? NaN))) return false;
  const last = expected.at(-1)?.score ?? 0;
  const scores = new Map(found.map(({ path, score }) => [path, score]));
  return expected.every(({ path, score }) => {
    const other = scores.get(path);
    return other === undefined ? isNear(score, last) : isNear(score, other);
  });
}

async function neighboursOf(server: Server, name: string): Promise<string[]> {
  const { data } = (await server.call<HopGroups>('find_connections', { name })).result;
  return data.flatMap(({ outgoing, incoming }) => [...outgoing, ...incoming].map(({ path }) => path)).sort();
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
}

function sameItems(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}

/** The first paths that only one of the two has. */
function setsApart(expected: readonly string[], found: readonly string[]): string {
  const [inExpected, inFound] = [new Set(expected), new Set(found)];
  const missing = expected.filter((path) => !inFound.has(path));
  const foreign = found.filter((path) => !inExpected.has(path));
  return [['missing', missing] as const, ['foreign', foreign] as const]
    .filter(([, paths]) => paths.length > 0)
    .map(([word, paths]) => `; ${paths.length} ${word}: ${paths.slice(0, MOST_SHOWN).join(', ')}`)
    .join('');
}

function show(rows: readonly ScoredRow[]): string {
  return (
    rows
      .slice(0, 3)
      .map(({ path, score }) => `${path} ${score}`)
      .join(', ') || 'nothing'
  );
}
