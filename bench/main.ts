import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureBases } from './bases.ts';
import { measureChanges } from './change.ts';
import { measureDrawing } from './drawing.ts';
import { measureHugeNotes } from './huge.ts';
import { measureRelated } from './related.ts';
import { measureRetag } from './retag.ts';
import { runRetrieval } from './run-retrieval.ts';
import { measurePlugin } from './plugin/measure-plugin.ts';
import { measureSpeed } from './speed.ts';
import { builtBridge } from './support/built-bridge.ts';
import { hottest } from './support/cpu-profile.ts';
import type { Figure } from './support/report.ts';
import { exceeded, renderTable } from './support/report.ts';
import { measureVectors } from './vectors.ts';

const USAGE = `Measures the built server as a client sees it.

Usage: npm run bench -- [--vault DIR] [--only speed|plugin|drawing|change|huge|vectors|related|retag|bases|retrieval] [options]

  --vault DIR        a vault to measure on; it is copied, and never written to
  --retrieval DIR    vault/ and queries.jsonl, to compare ranking quality
  --only PART        speed, plugin, related, retag and bases (need --vault), change, drawing, huge and vectors (need nothing), retrieval (needs --retrieval); by default what can run
  --embedder NAME    speed: with this embedder (none: a model's work goes on for minutes, and would be measured with all else);
                     related: with this one (lsa; use takes 80 minutes for 6,300 notes)
  --queries N        distinct questions for each tool (200); related: links that are hidden
  --sizes A,B,…      notes of the synthetic vaults for change (1000,10000,50000)
  --profile DIR      speed: writes the server's processor profiles there, and prints where the time went
  --script FILE      another build of the bridge

The bounds are those for a vault of about 6,300 notes on a machine with two cores.
`;

const PARTS = [
  'speed',
  'plugin',
  'drawing',
  'change',
  'huge',
  'vectors',
  'related',
  'retag',
  'bases',
  'retrieval',
] as const;
type Part = (typeof PARTS)[number];

const { values } = parseArgs({
  options: {
    vault: { type: 'string' },
    retrieval: { type: 'string' },
    only: { type: 'string' },
    queries: { type: 'string', default: '200' },
    sizes: { type: 'string', default: '1000,10000,50000' },
    profile: { type: 'string' },
    embedder: { type: 'string' },
    script: { type: 'string' },
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
  console.log(`${cpus().length} processors, load ${loadavg()[0]?.toFixed(1) ?? '?'}, Node ${process.version}`);
  if (wanted.includes('speed')) results.speed = await speed(await bridge(), needed(values.vault, '--vault'));
  if (wanted.includes('plugin')) results.plugin = await plugin(await bridge(), needed(values.vault, '--vault'));
  if (wanted.includes('drawing')) results.drawing = await drawing();
  if (wanted.includes('change')) results.change = await change(await bridge());
  if (wanted.includes('huge')) results.huge = await huge(await bridge());
  if (wanted.includes('vectors')) results.vectors = await vectors(await bridge());
  if (wanted.includes('related')) results.related = await related(needed(values.vault, '--vault'));
  if (wanted.includes('retag')) results.retag = await retag(await bridge(), needed(values.vault, '--vault'));
  if (wanted.includes('bases')) results.bases = await bases(await bridge(), needed(values.vault, '--vault'));
  if (wanted.includes('retrieval')) await runRetrieval(fromCaller(needed(values.retrieval, '--retrieval')));
  if (Object.keys(results).length > 0) console.log(`\nWritten to ${await writeResults(results)}`);
  const over = exceeded(Object.values(results).flat());
  if (over.length > 0) console.log(`Over their bound: ${over.map((figure) => figure.name).join('; ')}`);
}

async function bridge(): Promise<string> {
  return values.script === undefined ? builtBridge() : fromCaller(values.script);
}

async function speed(script: string, given: string): Promise<Figure[]> {
  const vault = fromCaller(given);
  const profile = values.profile === undefined ? undefined : fromCaller(values.profile);
  console.log(`Speed and size on ${vault}`);
  const nodeOptions = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const figures = await measureSpeed({
    script,
    vault,
    queries: Number(values.queries),
    nodeOptions,
    embedder: values.embedder ?? 'none',
  });
  for (const line of renderTable(figures)) console.log(line);
  if (profile !== undefined) for (const line of await hottest(profile)) console.log(line);
  return figures;
}

async function plugin(script: string, given: string): Promise<Figure[]> {
  console.log('\nThe plugin in the sandbox, enabled for the first time');
  const figures = await measurePlugin(join(dirname(script), '..', 'plugin'), fromCaller(given));
  for (const line of renderTable(figures)) console.log(line);
  return figures;
}

async function drawing(): Promise<Figure[]> {
  console.log('\nDrawing in a real page');
  const figures = await measureDrawing();
  for (const line of renderTable(figures)) console.log(line);
  return figures;
}

async function change(script: string): Promise<Figure[]> {
  console.log('\nThe cost of one change');
  const figures = await measureChanges(script, values.sizes.split(',').map(Number));
  for (const line of renderTable(figures)) console.log(line);
  return figures;
}

async function huge(script: string): Promise<Figure[]> {
  console.log('\nHuge notes');
  const figures = await measureHugeNotes(script);
  for (const line of renderTable(figures)) console.log(line);
  return figures;
}

async function vectors(script: string): Promise<Figure[]> {
  console.log('\nSearch by meaning');
  const figures = await measureVectors(script);
  for (const line of renderTable(figures)) console.log(line);
  return figures;
}

async function retag(script: string, given: string): Promise<Figure[]> {
  console.log('\nA tag of all notes renamed');
  const figures = await measureRetag(script, fromCaller(given));
  for (const line of renderTable(figures)) console.log(line);
  return figures;
}

async function bases(script: string, given: string): Promise<Figure[]> {
  console.log('\nBases over the whole vault');
  const figures = await measureBases(script, fromCaller(given));
  for (const line of renderTable(figures)) console.log(line);
  return figures;
}

async function related(given: string): Promise<Figure[]> {
  console.log('\nRelated notes');
  const figures = await measureRelated(fromCaller(given), values.embedder ?? 'lsa', Number(values.queries));
  for (const line of renderTable(figures)) console.log(line);
  return figures;
}

async function writeResults(results: Partial<Record<Part, Figure[]>>): Promise<string> {
  const folder = join(dirname(fileURLToPath(import.meta.url)), 'results');
  const date = new Date().toISOString();
  const file = join(folder, `${date.replace(/\.\d+Z$/u, '').replaceAll(':', '-')}.json`);
  const machine = {
    cpus: cpus().length,
    load: loadavg(),
    model: cpus()[0]?.model ?? '',
    memoryBytes: totalmem(),
    node: process.version,
    platform: process.platform,
  };
  await mkdir(folder, { recursive: true });
  await writeFile(file, `${JSON.stringify({ date, vault: values.vault, machine, ...results }, null, 2)}\n`);
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
