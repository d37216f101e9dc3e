import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineHost } from '../../shared/engine/engine.ts';
import { findConnectionsInput } from '../../shared/protocol/schemas/graph.ts';
import { listNotesInput } from '../../shared/protocol/schemas/find.ts';
import { relatedInput } from '../../shared/protocol/schemas/related.ts';
import { seededRandom, type Random } from '../../shared/kit/random.ts';
import { percentile } from '../support/figures/statistics.ts';
import { restedEngine } from '../support/rested-engine.ts';
import { withoutLinks } from './hidden-links.ts';

/** What came out, as one line of JSON on standard output. */
export interface RelatedMeasured {
  notes: number;
  links: number;
  /** Share of hidden links whose target is among the first ten; and if linked notes are left out of these. */
  found: number;
  foundUnlinked: number;
  p50Ms: number;
  p95Ms: number;
  cpuMs: number;
}

const FIRST = 10;
const SPEED_QUESTIONS = 300;

/** Arguments: a vault that may be written to, a data folder, an embedder, how many links to hide. */
const [vault = '', dataDir = '', embedder = 'lsa', links = '200'] = process.argv.slice(2);
const engine = await restedEngine(vault, dataDir, embedder);
const paths = (await engine.listNotes(listNotesInput.parse({ limit: 10_000, includeStubs: false }))).notes.map(
  ({ path }) => path,
);
const random = seededRandom(11);
const speed = await measureSpeed(engine, paths, random);
const quality = await hideLinks(engine, paths, random, Number(links));
const measured: RelatedMeasured = { notes: paths.length, ...quality, ...speed };
process.stdout.write(`${JSON.stringify(measured)}\n`);
await engine.close();
process.exit(0);

async function measureSpeed(
  asked: EngineHost,
  notes: readonly string[],
  drawn: Random,
): Promise<Pick<RelatedMeasured, 'p50Ms' | 'p95Ms' | 'cpuMs'>> {
  const ask = (): Promise<unknown> => asked.related(relatedInput.parse({ path: notes[drawn.below(notes.length)] }));
  for (let i = 0; i < FIRST; i++) await ask();
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let i = 0; i < SPEED_QUESTIONS; i++) {
    const started = performance.now();
    await ask();
    times.push(performance.now() - started);
  }
  const { user, system } = process.cpuUsage(before);
  return {
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    cpuMs: (user + system) / 1_000 / SPEED_QUESTIONS,
  };
}

async function hideLinks(
  asked: EngineHost,
  notes: readonly string[],
  drawn: Random,
  wanted: number,
): Promise<Pick<RelatedMeasured, 'links' | 'found' | 'foundUnlinked'>> {
  const counts = { links: 0, found: 0, foundUnlinked: 0 };
  for (let tries = 0; counts.links < wanted && tries < 10 * wanted; tries++) {
    const source = notes[drawn.below(notes.length)] ?? '';
    const targets = (await neighbours(asked, source)).outgoing;
    const target = targets[drawn.below(Math.max(1, targets.length))];
    if (target === undefined) continue;
    const restore = await hide(source, target);
    await asked.refresh({ paths: [source, target] });
    const { outgoing, incoming } = await neighbours(asked, source);
    if (![...outgoing, ...incoming].includes(target)) {
      counts.links++;
      if (await isFound(asked, source, target, false)) counts.found++;
      if (await isFound(asked, source, target, true)) counts.foundUnlinked++;
    }
    await restore();
    await asked.refresh({ paths: [source, target] });
  }
  const share = (count: number): number => count / counts.links;
  return { links: counts.links, found: share(counts.found), foundUnlinked: share(counts.foundUnlinked) };
}

/** Takes away the links between two notes, either way. */
async function hide(source: string, target: string): Promise<() => Promise<void>> {
  const [from, to] = [join(vault, source), join(vault, target)];
  const [fromText, toText] = await Promise.all([readFile(from), readFile(to)]);
  await writeFile(from, withoutLinks(fromText.toString('utf8'), target));
  await writeFile(to, withoutLinks(toText.toString('utf8'), source));
  return async () => {
    await writeFile(from, fromText);
    await writeFile(to, toText);
  };
}

async function neighbours(asked: EngineHost, name: string): Promise<{ outgoing: string[]; incoming: string[] }> {
  const { hops } = await asked.connections(findConnectionsInput.parse({ name, limit: 10_000 }));
  const notesOf = (refs: readonly { path: string }[] = []): string[] =>
    refs.map(({ path }) => path).filter((path) => path.endsWith('.md') && path !== name);
  return { outgoing: notesOf(hops?.[0]?.outgoing), incoming: notesOf(hops?.[0]?.incoming) };
}

async function isFound(asked: EngineHost, path: string, target: string, hideLinked: boolean): Promise<boolean> {
  const { notes } = await asked.related(relatedInput.parse({ path, hideLinked, limit: FIRST }));
  return notes.some((row) => [row, ...(row.copies ?? [])].some((found) => found.path === target));
}
