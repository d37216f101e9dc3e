import { stat, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { vaultQueries } from '../support/vault-queries.ts';
import { expectFound, inSeconds, RESULTS, timeEdits, timeSearches, type Measured } from './measured.ts';
import { MiniSearchNotes } from './minisearch-notes.ts';
import { readNamedNote, readNamedNotes } from './named-notes.ts';

const REST_MS = 1_000;

/** Arguments: a vault that may be written to, a file for the index, how many queries. */
const [vault = '', file = '', count = '200'] = process.argv.slice(2);
const begun = performance.now();
const notes = await readNamedNotes(vault);
const readMs = performance.now() - begun;
const minisearch = new MiniSearchNotes();
while (notes.length > 0) minisearch.put(notes.pop() as (typeof notes)[number]);
const indexMs = performance.now() - begun;
const { user, system } = process.cpuUsage();
collectGarbage();
await delay(REST_MS);
const residentBytes = process.memoryUsage.rss();
await writeFile(file, minisearch.toJson());

const queries = await vaultQueries(vault, Number(count));
const search = (query: string): string[] => minisearch.search(query, RESULTS);
const searchMs = await timeSearches(queries, search);
const foundMs = await timeEdits(vault, async (word, path) => {
  minisearch.put(await readNamedNote(vault, path));
  expectFound(search(word), path);
});
const indexNote = `reading the notes ${inSeconds(readMs)}; processor ${inSeconds((user + system) / 1_000)}`;
const diskBytes = (await stat(file)).size;
const measured: Measured = { indexMs, indexNote, residentBytes, diskBytes, searchMs, foundMs };
process.stdout.write(`${JSON.stringify(measured)}\n`);

/** So that the notes' texts, which the index does not hold, are not counted. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
