import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { measureAlternatives } from './alternatives.ts';
import { comparisonTable } from './alternatives/comparison.ts';
import { measureBases } from './bases.ts';
import { measureChanges } from './change.ts';
import { measureDrawing } from './drawing.ts';
import { measureHugeNotes } from './huge.ts';
import { measureLarge } from './large.ts';
import { measureMap } from './map.ts';
import { measureRelated } from './related.ts';
import { measureRetag } from './retag.ts';
import { runRetrieval } from './run-retrieval.ts';
import { measurePlugin } from './plugin/measure-plugin.ts';
import { measureSpeed } from './speed.ts';
import { builtBridge } from './support/built-bridge.ts';
import { hottest } from './support/cpu-profile.ts';
import { lastResults } from './support/figures/last-results.ts';
import { repeated } from './support/figures/repeated.ts';
import { originLine, runOrigin } from './support/figures/run-origin.ts';
import type { Figure } from './support/figures/report.ts';
import { exceeded, renderTable } from './support/figures/report.ts';
import { measureVectors } from './vectors.ts';

const USAGE = `Measures the built server as a client sees it.

Usage: npm run bench -- [--vault DIR] [--only speed|plugin|drawing|change|large|huge|vectors|related|map|retag|bases|alternatives|retrieval] [options]

  --vault DIR        a vault to measure on; it is copied, and never written to
  --retrieval DIR    vault/ and queries.jsonl, to compare ranking quality
  --only PART        speed, plugin, related, map, retag, bases and alternatives (need --vault), change, large, drawing, huge and vectors (need nothing), retrieval (needs --retrieval); by default
                     speed, plugin, drawing, change, huge and vectors with --vault, and retrieval with --retrieval;
                     alternatives: the same work by ripgrep (rg), SQLite's FTS5 (sqlite3) and MiniSearch, with --retrieval their ranking, too
  --embedder NAME    speed: with this embedder (none: a model's work goes on for minutes, and would be measured with all else);
                     related: with this one (lsa; use takes 80 minutes for 6,300 notes)
  --queries N        distinct questions for each tool (200); related: links that are hidden
  --sizes A,B,…      notes of the synthetic vaults for change (1000,10000,50000) and large (50000,100000)
  --profile DIR      speed: writes the server's processor profiles there, and prints where the time went
  --script FILE      another build of the bridge
  --runs N           measures again until the figures lie close together, N times at most (1)

The bounds are those for a vault of about 6,300 notes on a machine with two cores.
`;

const PARTS = [
  'speed',
  'plugin',
  'drawing',
  'change',
  'large',
  'huge',
  'vectors',
  'related',
  'map',
  'retag',
  'bases',
  'alternatives',
  'retrieval',
] as const;
type Part = (typeof PARTS)[number];
type MeasuredPart = Exclude<Part, 'retrieval'>;

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const RESULTS = join(ROOT, 'bench', 'results');
interface Measuring {
  title: string;
  measure: (script: string) => Promise<Figure[]>;
  /** Lines of a table of its own. */
  render?: (figures: readonly Figure[]) => string[];
}

const MEASURED: Record<MeasuredPart, Measuring> = {
  speed: { title: 'Speed and size', measure: speed },
  plugin: {
    title: 'The plugin in the sandbox, enabled for the first time',
    measure: (script) => measurePlugin(join(dirname(script), '..', 'plugin'), vault()),
  },
  drawing: { title: 'Drawing in a real page', measure: measureDrawing },
  change: {
    title: 'The cost of one change',
    measure: (script) => measureChanges(script, sizes('1000,10000,50000')),
  },
  large: {
    title: 'Large vaults',
    measure: (script) => measureLarge(script, sizes('50000,100000'), Number(values.queries)),
  },
  huge: { title: 'Huge notes', measure: measureHugeNotes },
  vectors: { title: 'Search by meaning', measure: measureVectors },
  related: {
    title: 'Related notes',
    measure: () => measureRelated(vault(), values.embedder ?? 'lsa', Number(values.queries)),
  },
  map: { title: 'The map of the vault', measure: () => measureMap(vault()) },
  retag: { title: 'A tag of all notes renamed', measure: (script) => measureRetag(script, vault()) },
  bases: { title: 'Bases over the whole vault', measure: (script) => measureBases(script, vault()) },
  alternatives: {
    title: 'The same work by alternatives',
    measure: (script) =>
      measureAlternatives(
        script,
        vault(),
        Number(values.queries),
        values.retrieval === undefined ? undefined : fromCaller(values.retrieval),
      ),
    render: comparisonTable,
  },
};

const { values } = parseArgs({
  options: {
    vault: { type: 'string' },
    retrieval: { type: 'string' },
    only: { type: 'string' },
    queries: { type: 'string', default: '200' },
    sizes: { type: 'string' },
    profile: { type: 'string' },
    embedder: { type: 'string' },
    script: { type: 'string' },
    runs: { type: 'string', default: '1' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const parts = wantedParts();
if (values.help || parts.length === 0) {
  console.log(USAGE);
  process.exitCode = values.help ? 0 : 2;
} else {
  await run(parts);
}

function wantedParts(): Part[] {
  const { only, vault, retrieval } = values;
  if (only !== undefined) {
    const named = only.split(',');
    return named.every((name) => (PARTS as readonly string[]).includes(name))
      ? PARTS.filter((part) => named.includes(part))
      : [];
  }
  if (vault === undefined && retrieval === undefined) return [];
  return [
    ...(vault === undefined ? [] : (['speed', 'plugin', 'drawing', 'change', 'huge', 'vectors'] as const)),
    ...(retrieval === undefined ? [] : (['retrieval'] as const)),
  ];
}

async function run(wanted: readonly Part[]): Promise<void> {
  const results: Partial<Record<Part, Figure[]>> = {};
  for (const part of wanted) {
    if (part === 'retrieval') await runRetrieval(fromCaller(needed(values.retrieval, '--retrieval')));
    else results[part] = await measured(part);
  }
  if (Object.keys(results).length > 0) console.log(`\nWritten to ${await writeResults(results)}`);
  const over = exceeded(Object.values(results).flat());
  if (over.length > 0) console.log(`Over their bound: ${over.map((figure) => figure.name).join('; ')}`);
}

/** Measures a part, and prints its figures next to those of the last run on this machine. */
async function measured(part: MeasuredPart): Promise<Figure[]> {
  const { title, measure, render } = MEASURED[part];
  const busy = ((await busyShare()) * 100).toFixed(0);
  console.log(`\n${title} (${busy} % busy before; ${originLine(await runOrigin(ROOT))})`);
  const script = values.script === undefined ? await builtBridge() : fromCaller(values.script);
  const figures = await repeated(() => measure(script), Math.max(1, Number(values.runs)));
  const lines = render?.(figures) ?? renderTable(figures, await lastResults(RESULTS, part, values.vault));
  for (const line of lines) console.log(line);
  return figures;
}

async function speed(script: string): Promise<Figure[]> {
  const profile = values.profile === undefined ? undefined : fromCaller(values.profile);
  const figures = await measureSpeed({
    script,
    vault: vault(),
    queries: Number(values.queries),
    nodeOptions: profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`],
    embedder: values.embedder ?? 'none',
  });
  if (profile !== undefined) for (const line of await hottest(profile)) console.log(line);
  return figures;
}

/** Share of the processors' time in the next second that goes to other processes. */
async function busyShare(): Promise<number> {
  const times = (): { idle: number; all: number }[] =>
    cpus().map(({ times }) => ({ idle: times.idle, all: Object.values(times).reduce((sum, part) => sum + part, 0) }));
  const before = times();
  await delay(1_000);
  const after = times();
  const passed = (key: 'idle' | 'all'): number =>
    after.reduce((sum, cpu, i) => sum + cpu[key] - (before[i]?.[key] ?? 0), 0);
  return 1 - passed('idle') / Math.max(1, passed('all'));
}

function sizes(usual: string): number[] {
  return (values.sizes ?? usual).split(',').map(Number);
}

function vault(): string {
  return fromCaller(needed(values.vault, '--vault'));
}

async function writeResults(results: Partial<Record<Part, Figure[]>>): Promise<string> {
  const date = new Date().toISOString();
  const file = join(RESULTS, `${date.replace(/\.\d+Z$/u, '').replaceAll(':', '-')}.json`);
  const origin = await runOrigin(ROOT);
  // Another build is of another commit.
  const build = values.script === undefined ? {} : { script: values.script };
  await mkdir(RESULTS, { recursive: true });
  await writeFile(file, `${JSON.stringify({ date, vault: values.vault, ...build, ...origin, ...results }, null, 2)}\n`);
  return file;
}

function needed(value: string | undefined, option: string): string {
  if (value !== undefined) return value;
  console.error(`${option} is needed.\n\n${USAGE}`);
  process.exit(2);
}

/** npm runs scripts in the package's folder and keeps the caller's in INIT_CWD. */
function fromCaller(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}
