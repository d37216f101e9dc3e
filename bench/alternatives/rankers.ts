import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isInstalled } from '../support/installed.ts';
import { makeScratch } from '../support/scratch-vault.ts';
import { MiniSearchNotes } from './minisearch-notes.ts';
import type { NamedNote } from './named-notes.ts';
import { searchWithRipgrep } from './ripgrep-notes.ts';
import { SqliteNotes } from './sqlite-notes.ts';

export const RIPGREP = 'ripgrep';
export const SQLITE = 'SQLite FTS5';
export const MINISEARCH = 'MiniSearch 7';

/** Paths of the best notes for a query, best first. */
export type Ranker = (query: string) => Promise<string[]>;

export interface AlternativeRankers {
  /** By name; without those that are not installed. */
  rankers: Map<string, Ranker>;
  close(): Promise<void>;
}

/** Each alternative over these notes, for questions of which the first `results` places count. */
export async function openAlternatives(notes: readonly NamedNote[], results: number): Promise<AlternativeRankers> {
  const scratch = await makeScratch();
  const rankers = new Map<string, Ranker>();
  if (isInstalled('rg')) {
    const folder = join(scratch.folder, 'notes');
    await writeNotes(folder, notes);
    rankers.set(RIPGREP, (query) => searchWithRipgrep(folder, query, results));
  }
  const sqlite = await SqliteNotes.create(join(scratch.folder, 'notes.sqlite'));
  if (sqlite !== null) {
    await sqlite.put(notes);
    rankers.set(SQLITE, (query) => sqlite.search(query, results));
  }
  const minisearch = new MiniSearchNotes();
  for (const note of notes) minisearch.put(note);
  rankers.set(MINISEARCH, (query) => Promise.resolve(minisearch.search(query, results)));
  return {
    rankers,
    async close() {
      await sqlite?.close();
      await scratch.remove();
    },
  };
}

async function writeNotes(folder: string, notes: readonly NamedNote[]): Promise<void> {
  for (const { path, text } of notes) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
