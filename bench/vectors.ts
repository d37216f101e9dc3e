import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { syntheticVault, writeNotes } from './synthetic-vault.ts';
import type { Figure } from './support/figures/report.ts';
import { seededRandom } from '../shared/kit/random.ts';
import { Server } from './support/server.ts';
import { settle, until } from './support/idle-server.ts';
import { percentile } from './support/figures/statistics.ts';
import { folderBytes, makeScratch } from './support/scratch-vault.ts';
import { prefill, vectorsFolder } from './vectors/prefill.ts';

interface EmbeddingState {
  summary: string;
  notesTotal: number;
  reindexInProgress: boolean;
  embeddingInProgress: boolean;
  progress?: { done: number; total: number };
}

/** Makes some 50,000 chunks, as {@link syntheticVault} writes them. */
const NOTES = 3_900;
const WORDS = 1_000;
/** Notes in English, so that the encoder has work. */
const ENGLISH_NOTES = 60;
const QUERIES = 40;
/** After this the model has been released, and the garbage of its work collected. */
const UNLOADED_MS = 80_000;
const POLL_MS = 250;
const LONGEST_MS = 600_000;
const MB = 1024 * 1024;

/**
 * Search by meaning at some 50,000 chunks, with the built-in encoder: how fast, how large, and how embedding affects
 * other calls.
 */
export async function measureVectors(script: string): Promise<Figure[]> {
  const scratch = await makeScratch();
  try {
    const start = { script, vault: join(scratch.folder, 'vault'), dataDir: join(scratch.folder, 'data') };
    await writeNotes(start.vault, syntheticVault({ notes: NOTES, words: WORDS }));
    await indexed(Server.start(start));
    const vectors = await prefill(start.dataDir);
    const onDisk = await folderBytes(await vectorsFolder(start.dataDir));

    const server = Server.start(start);
    await server.initialize();
    await server.callWhenReady('search', { query: question(-1), mode: 'semantic' });
    const firstMs = performance.now() - server.started;
    await settle(server);
    const idle = await ask(server, 'fulltext', 0);
    const fresh = await ask(server, 'hybrid', 0);
    const repeated = await ask(server, 'hybrid', 0);
    const loaded = (await server.stats()).residentBytes;

    await writeNotes(start.vault, englishNotes());
    await until(
      () => state(server),
      ({ embeddingInProgress }) => embeddingInProgress,
      POLL_MS,
      LONGEST_MS,
    );
    const before = await state(server);
    const began = performance.now();
    const busyFullText = await ask(server, 'fulltext', QUERIES);
    const busy = await ask(server, 'hybrid', 2 * QUERIES);
    const after = await until(
      () => state(server),
      ({ progress }) => (progress?.done ?? 0) > (before.progress?.done ?? 0) + QUERIES,
      POLL_MS,
      LONGEST_MS,
    );
    const rate =
      ((after?.progress?.done ?? NaN) - (before.progress?.done ?? NaN)) / ((performance.now() - began) / 1000);
    await until(
      () => state(server),
      ({ embeddingInProgress }) => !embeddingInProgress,
      POLL_MS,
      LONGEST_MS,
    );
    await delay(UNLOADED_MS);
    const unloaded = (await server.stats()).residentBytes;
    await server.close();

    return [
      { name: 'chunks with vectors', value: vectors, unit: 'count' },
      { name: 'warm start → first semantic answer', value: firstMs / 1000, unit: 's', bound: 2 },
      { name: 'full text, p95, idle', value: percentile(idle, 0.95), unit: 'ms' },
      {
        name: 'hybrid, new query, p50',
        value: percentile(fresh, 0.5),
        unit: 'ms',
        bound: 60,
        note: `p95 ${percentile(fresh, 0.95).toFixed(0)} ms`,
      },
      {
        name: 'hybrid, repeated query, p50',
        value: percentile(repeated, 0.5),
        unit: 'ms',
        bound: 35,
        note: `p95 ${percentile(repeated, 0.95).toFixed(0)} ms`,
      },
      {
        name: 'hybrid while embedding, new query, p50',
        value: percentile(busy, 0.5),
        unit: 'ms',
        bound: 120,
        note: `p95 ${percentile(busy, 0.95).toFixed(0)} ms`,
      },
      {
        name: 'full text while embedding, p95',
        value: percentile(busyFullText, 0.95),
        unit: 'ms',
        bound: 2 * percentile(idle, 0.95),
      },
      { name: 'chunks embedded a second, questions meanwhile', value: Math.round(rate * 10) / 10, unit: 'count' },
      { name: 'resident, model loaded', value: (loaded ?? NaN) / MB, unit: 'MB', bound: 800 },
      { name: 'resident, model unloaded', value: (unloaded ?? NaN) / MB, unit: 'MB', bound: 500 },
      { name: 'vectors on disk', value: onDisk / MB, unit: 'MB', bound: 110 },
    ];
  } finally {
    await scratch.remove();
  }
}

/** Until notes and terms are saved; nothing of these notes is in a language the encoder reads. */
async function indexed(server: Server): Promise<void> {
  await server.initialize();
  await server.callWhenReady('list_notes', { limit: 1 });
  await settle(server, LONGEST_MS);
  await server.close();
}

async function state(server: Server): Promise<EmbeddingState> {
  return (await server.call<EmbeddingState>('index_status')).result;
}

async function ask(server: Server, mode: 'fulltext' | 'hybrid', first: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = first; i < first + QUERIES; i++)
    times.push((await server.call('search', { query: question(i), mode })).ms);
  return times;
}

const SYLLABLES = ['ba', 'ke', 'li', 'mo', 'nu', 'ra', 'se', 'ti', 'vo', 'da', 'fe', 'gi', 'ho'];

function question(number: number): string {
  const random = seededRandom(1_000 + number);
  const word = (): string => random.pick(SYLLABLES) + random.pick(SYLLABLES);
  return `what is the ${word()} of ${word()} and ${word()}`;
}

function* englishNotes(): Generator<{ path: string; text: string }> {
  const random = seededRandom(3);
  const words =
    'the of and to is that this with for from by not you your we they garden water letter table train music winter bread paper stone river'.split(
      ' ',
    );
  for (let note = 0; note < ENGLISH_NOTES; note++) {
    const paragraphs = Array.from(
      { length: 10 },
      () => `${Array.from({ length: 85 }, () => random.pick(words)).join(' ')}.`,
    );
    yield {
      path: `english/Note ${note}.md`,
      text: paragraphs.map((text, part) => `## Part ${part} of ${note}\n\n${text}\n`).join('\n'),
    };
  }
}
