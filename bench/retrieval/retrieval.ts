import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runSteps } from '../../shared/protocol/slices.ts';
import { NoteFullText } from '../../shared/search/fulltext.ts';
import { sqliteRanker } from './sqlite-ranker.ts';
import { readVaultNotes } from './vault-notes.ts';
import type { VaultNote } from './vault-notes.ts';

/** One question with the note that answers it. */
interface Question {
  set: string;
  query: string;
  target: string;
  /** The note the query was taken from; it does not count as a result. */
  exclude?: string;
}

/** Paths of the best notes for a query, best first. */
type Ranker = (query: string) => string[];

const RESULTS = 10;

const folder = process.argv[2];
if (folder === undefined) {
  console.error('usage: tsx bench/retrieval/retrieval.ts DIR    (DIR holds vault/ and queries.jsonl)');
  process.exitCode = 2;
} else {
  await compare(folder);
}

async function compare(directory: string): Promise<void> {
  const notes = await readVaultNotes(join(directory, 'vault'));
  const lines = (await readFile(join(directory, 'queries.jsonl'), 'utf8')).trim().split('\n');
  const questions = lines.map((line) => JSON.parse(line) as Question);
  const index = indexOf(notes);
  const rankers: [string, Ranker | null][] = [
    ['SQLite FTS5, 5:1', sqliteRanker(notes, RESULTS + 1)],
    ['full text, notes', (query) => index.search(query, { limit: RESULTS + 1 }).map((hit) => pathOf(notes, hit.id))],
    ['full text, chunks', (query) => [...new Set(index.searchChunks(query, { limit: 100 }).map((hit) => pathOf(notes, hit.id)))]],
  ];
  console.log(`${notes.length} notes, ${questions.length} queries; nDCG@${RESULTS} / recall@${RESULTS}`);
  for (const [name, ranker] of rankers) {
    console.log(name.padEnd(20), ranker === null ? '(no sqlite3 command here)' : summary(questions, ranker));
  }
}

function indexOf(notes: readonly VaultNote[]): NoteFullText {
  const index = new NoteFullText();
  for (const [id, note] of notes.entries()) runSteps(index.insert(id, note.document));
  return index;
}

function pathOf(notes: readonly VaultNote[], id: number): string {
  return notes[id]?.path ?? '';
}

/** One column a set. There is one right note a question, so its discounted gain is the whole nDCG. */
function summary(questions: readonly Question[], ranker: Ranker): string {
  const sets = new Map<string, { count: number; gain: number; found: number }>();
  for (const { set, query, target, exclude } of questions) {
    const sums = sets.get(set) ?? { count: 0, gain: 0, found: 0 };
    sets.set(set, sums);
    const place = ranker(query).filter((path) => path !== exclude).slice(0, RESULTS).indexOf(target);
    sums.count += 1;
    sums.gain += place < 0 ? 0 : 1 / Math.log2(place + 2);
    sums.found += place < 0 ? 0 : 1;
  }
  return [...sets].map(([set, { count, gain, found }]) => `${set} ${(gain / count).toFixed(3)} / ${(found / count).toFixed(3)}`).join('   ');
}
