import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createDiskEngine, type DiskEngineOptions } from '../engine/disk-engine.ts';
import type { EngineHost } from '../engine/engine.ts';
import { until } from '../engine/engine-test-kit.ts';
import { seededRandom, type Random } from '../kit/random.ts';
import { relatedInput } from '../protocol/schemas/related.ts';
import { Bench, chosen, find, ToyEmbedder } from './embedding-test-kit.ts';

const WORDS = 'car automobile cat feline wine cellar garden lantern tyre winter shelf jar paint blue damp house'.split(
  ' ',
);
const NAMES = ['A', 'a', 'b', 'Note', 'note', 'é', 'e\u0301', 'Trip', 'Car', 'x y'];
const FOLDERS = ['', '', 'sub/', 'sub/deep/', 'ü/'];
const NOTES = 25;
const CHANGES = 40;
const COUNTS = ['notesTotal', 'chunksTotal', 'notesWithEmbeddings', 'notesNoEmbeddableContent'] as const;

// Both engines learn nothing from the vault: what is learned depends on when.
const options = (random: Random, pauseMs: number): DiskEngineOptions['embeddings'] => ({
  createEmbedder: chosen(
    new ToyEmbedder({ model: 'random', hasWords: true, before: () => delay(random.below(1 + pauseMs)) }),
  ),
  learnTerms: () => Promise.resolve(false),
});

it.each([1, 2, 3])(
  'a vault that changes while it is embedded answers as one embedded at once, seed %i',
  async (seed) => {
    const [random, pace] = [seededRandom(seed), seededRandom(seed)];
    const bench = await Bench.with({});
    onTestFinished(() => bench.remove());
    for (let i = 0; i < NOTES; i++) await bench.write(drawPath(random), drawText(random)).catch(() => undefined);
    let engine = await bench.start(options(pace, 8));
    for (let i = 0; i < CHANGES; i++) {
      await change(bench, random);
      if (random.below(4) === 0) await delay(random.below(120));
      if (i !== CHANGES / 2) continue;
      await bench.stop(engine);
      engine = await bench.start(options(pace, 8));
    }
    const fresh = await createDiskEngine({
      vaultPath: bench.vault,
      env: { VAULT_LOOM_DATA_DIR: join(bench.folder, 'fresh') },
      log: () => undefined,
      embeddings: options(pace, 0) ?? {},
    });
    onTestFinished(() => fresh.close());
    await fresh.start();
    await fresh.whenReady({ timeoutMs: 20_000 });
    const notes = (await filesOf(bench)).filter((path) => path.endsWith('.md'));
    const counts = await countsOf(fresh);
    expect(counts.notesWithEmbeddings + counts.notesNoEmbeddableContent).toBe(counts.notesTotal);
    const answers = await answersOf(fresh, notes);
    await until(async () => {
      expect(await countsOf(engine)).toEqual(counts);
      expect(await answersOf(engine, notes)).toEqual(answers);
    });
  },
  60_000,
);

async function change(bench: Bench, random: Random): Promise<void> {
  const path = random.pick(await filesOf(bench));
  const place = join(bench.vault, path);
  const to = join(bench.vault, drawPath(random));
  const kind = random.below(10);
  if (kind < 3) return bench.write(drawPath(random), drawText(random)).catch(() => undefined);
  if (kind < 5) return bench.write(path, drawText(random));
  if (kind < 7) return rm(place);
  const from = kind === 9 && path.includes('/') ? dirname(place) : place;
  const end = from === place ? to : join(bench.vault, `moved ${random.below(3)}`);
  await mkdir(dirname(end), { recursive: true });
  return rename(from, end).catch(() => undefined);
}

function drawPath(random: Random): string {
  return `${random.pick(FOLDERS)}${random.pick(NAMES)}.md`;
}

function drawText(random: Random): string {
  if (random.below(8) === 0) return random.pick(['', '---\nk: v\n---\n', 'The same text in many notes.\n']);
  const sentence = (): string => `${Array.from({ length: 3 + random.below(40) }, () => random.pick(WORDS)).join(' ')}.`;
  const parts = Array.from({ length: 1 + random.below(5) }, () => {
    const heading = random.below(3) === 0 ? `## ${random.pick(WORDS)}\n\n` : '';
    return `${heading}${sentence()} ${sentence()} [[${random.pick(NAMES)}]]\n`;
  });
  const title = random.below(4) === 0 ? `---\ntitle: ${random.pick(NAMES)}\n---\n` : '';
  return title + parts.join('\n');
}

async function filesOf(bench: Bench): Promise<string[]> {
  const entries = await readdir(bench.vault, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(bench.vault.length + 1)
        .replaceAll(sep, '/'),
    );
}

type Counts = Record<(typeof COUNTS)[number], number>;

/** The counts of the status, once nothing more is to come. */
async function countsOf(engine: EngineHost): Promise<Counts> {
  let status = await engine.status();
  await until(async () => {
    status = await engine.status();
    expect(status).toMatchObject({ embeddingsComplete: true, embeddingInProgress: false, reindexInProgress: false });
  });
  return Object.fromEntries(COUNTS.map((name) => [name, status[name]])) as Counts;
}

/** In rows by both words and meaning the order is left out: vectors by words weigh them as the notes were at the time. */
async function answersOf(engine: EngineHost, notes: readonly string[]): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const query of WORDS)
    for (const unique of ['notes', 'chunks']) {
      const near = await find(engine, `${query} house`, { mode: 'semantic', unique, limit: 50 });
      answers[`${query} ${unique}`] = near.map(({ path, score, line }) => [path, score.toPrecision(3), line]);
      const both = await find(engine, `${query} house`, { mode: 'hybrid', unique, limit: 50 });
      answers[`${query} ${unique} hybrid`] = both.map(({ path, line }) => `${path}:${line ?? ''}`).sort();
    }
  for (const path of notes) answers[path] = await engine.related(relatedInput.parse({ path, limit: 30 }));
  return answers;
}
