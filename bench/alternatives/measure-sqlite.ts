import { stat } from 'node:fs/promises';
import { readProcessStats } from '../support/process-stats.ts';
import { expectFound, inSeconds, RESULTS, timeEdits, timeSearches, type Measured } from './measured.ts';
import { readNamedNote, readNamedNotes } from './named-notes.ts';
import { SqliteNotes } from './sqlite-notes.ts';

/** Measures FTS5 in a `sqlite3` process, asked over a pipe. Null if there is none with FTS5. */
export async function measureSqlite(vault: string, file: string, queries: readonly string[]): Promise<Measured | null> {
  const begun = performance.now();
  const sqlite = await SqliteNotes.create(file);
  if (sqlite === null) return null;
  const notes = await readNamedNotes(vault);
  const readMs = performance.now() - begun;
  await sqlite.put(notes);
  const indexMs = performance.now() - begun;
  const { cpuMs, residentBytes } = await readProcessStats(sqlite.pid);
  const diskBytes = (await stat(file)).size;
  const search = (query: string): Promise<string[]> => sqlite.search(query, RESULTS);
  const searchMs = await timeSearches(queries, search);
  const foundMs = await timeEdits(vault, async (word, path) => {
    await sqlite.put([await readNamedNote(vault, path)]);
    expectFound(await search(word), path);
  });
  await sqlite.close();
  const indexNote = `reading the notes ${inSeconds(readMs)}; processor of sqlite3 ${inSeconds(cpuMs)}`;
  return { indexMs, indexNote, residentBytes: residentBytes ?? NaN, diskBytes, searchMs, foundMs };
}
