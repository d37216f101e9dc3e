import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seededRandom } from '../shared/kit/random.ts';
import type { Figure } from './support/figures/report.ts';
import { Server } from './support/server.ts';
import { settle, until } from './support/idle-server.ts';
import { makeScratch } from './support/scratch-vault.ts';

/** A note far larger than any person's, and the bounds for an append to it. */
interface HugeNote {
  name: string;
  text: () => string;
  /** Processor time until the append is answered. */
  answerMs: number;
}

const APPENDS = 3;
const LOOK_EVERY_MS = 5;
const MB = 1024 * 1024;
/** Search may follow so much later. */
const FOUND_MS = 5_000;
/** Memory above rest, as a multiple of the note's size. */
const MOST_MEMORY = 4;

const NOTES: readonly HugeNote[] = [
  { name: '20 MB of text', text: () => paragraphs(20 * MB), answerMs: 500 },
  {
    name: '384,000 links',
    text: () => lines(384_000, (i) => `- see [[Note ${i % 5_000}]], text ${i % 977}`),
    answerMs: 500,
  },
  { name: '50,000 unresolved links', text: () => lines(50_000, (i) => `[[Missing ${i}]]`), answerMs: 2_000 },
];

/** What an append to a huge note costs: until it is answered, readable and found, and in memory. The worst of three. */
export async function measureHugeNotes(script: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const note of NOTES) figures.push(...(await measureNote(script, note)));
  return figures;
}

async function measureNote(script: string, { name, text, answerMs }: HugeNote): Promise<Figure[]> {
  const scratch = await makeScratch();
  const vault = join(scratch.folder, 'vault');
  await mkdir(vault);
  const content = text();
  await writeFile(join(vault, 'Huge.md'), content);
  const server = Server.start({
    script,
    vault,
    dataDir: join(scratch.folder, 'data'),
    env: { VAULT_LOOM_EMBEDDER: 'none' },
  });
  try {
    await server.initialize();
    await server.callWhenReady('list_notes', { limit: 1 });
    const worst = { cpu: 0, read: 0, found: 0, memory: 0 };
    for (let i = 0; i < APPENDS; i++) {
      const cost = await append(server, `ending${i}`);
      worst.cpu = Math.max(worst.cpu, cost.cpu);
      worst.read = Math.max(worst.read, cost.read);
      worst.found = Math.max(worst.found, cost.found);
      worst.memory = Math.max(worst.memory, cost.memory);
    }
    const megabytes = content.length / MB;
    return [
      { name: `${name}: append, processor until answered`, value: worst.cpu, unit: 'ms', bound: answerMs },
      { name: `${name}: read_note after it`, value: worst.read, unit: 'ms' },
      { name: `${name}: found after`, value: worst.found, unit: 'ms', bound: FOUND_MS },
      {
        name: `${name}: highest memory above rest`,
        value: worst.memory,
        unit: 'MB',
        // What the process needs for itself hides the share of smaller notes.
        ...(megabytes < 5 ? {} : { bound: megabytes * MOST_MEMORY }),
      },
    ];
  } finally {
    await server.close();
    await scratch.remove();
  }
}

async function append(
  server: Server,
  word: string,
): Promise<{ cpu: number; read: number; found: number; memory: number }> {
  await settle(server);
  const rest = await server.stats();
  let peak = rest.residentBytes ?? NaN;
  const look = setInterval(() => {
    void server.stats().then(({ residentBytes }) => (peak = Math.max(peak, residentBytes ?? 0)));
  }, LOOK_EVERY_MS);
  try {
    await server.call('edit_note', {
      name: 'Huge.md',
      mode: 'append',
      content: `The ${word}, see [[Last ${word}]].\n`,
    });
    const cpu = ((await server.stats()).cpuMs ?? NaN) - (rest.cpuMs ?? NaN);
    const answered = performance.now();
    const { ms: read } = await server.call('read_note', { name: 'Huge.md' });
    const search = () => server.call<{ data: unknown[] }>('search', { query: word, mode: 'fulltext' });
    const rows = await until(search, ({ result }) => result.data.length > 0, 20, 60_000);
    const found = rows === null ? NaN : performance.now() - answered;
    await settle(server);
    return { cpu, read, found, memory: (peak - (rest.residentBytes ?? NaN)) / MB };
  } finally {
    clearInterval(look);
  }
}

const WORDS = 'alpha beta gamma delta river mountain keyboard planet window garden silver copper'.split(' ');

function paragraphs(length: number): string {
  const random = seededRandom(7);
  const pieces: string[] = [];
  for (let at = 0, number = 0; at < length; number++) {
    const heading = number % 20 === 0 ? `## Part ${number}\n\n` : '';
    const words = Array.from({ length: 60 }, () => WORDS[random.below(WORDS.length)] ?? '');
    const piece = `${heading}${words.join(' ')} ${random.below(100_000)}.\n\n`;
    pieces.push(piece);
    at += piece.length;
  }
  return pieces.join('');
}

function lines(count: number, line: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('');
}
