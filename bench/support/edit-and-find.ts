import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Server } from './server.ts';

const POLL_MS = 4;
const LONGEST_MS = 60_000;

export interface Found {
  /** From writing the file until an answer had it; NaN if none did within a minute. */
  ms: number;
  longestAskMs: number;
}

/** The property that {@link editProperty} sets. */
const PROPERTY = 'bench-mark';

/** Gives a note another value of a property in its frontmatter, as another program would; returns the value. */
export async function editProperty(vault: string, path: string, number: number): Promise<string> {
  const file = join(vault, path);
  const value = `zqp${number.toString(36)}`;
  const text = (await readFile(file, 'utf8')).replace(new RegExp(`^${PROPERTY}: .*\r?\n`, 'm'), '');
  const property = `${PROPERTY}: ${value}\n`;
  const open = /^---\r?\n/.exec(text)?.[0];
  await writeFile(
    file,
    open === undefined ? `---\n${property}---\n${text}` : open + property + text.slice(open.length),
  );
  return value;
}

/** Lists the notes with a value of the property repeatedly until there is one. */
export function timeToList(server: Server, value: string): Promise<Found> {
  return timeUntil(async () => {
    const { result, ms } = await server.call<{ notes: unknown[] }>('list_notes', { where: { [PROPERTY]: value } });
    return { isFound: result.notes.length > 0, ms };
  });
}

interface SearchResult {
  data: { path: string }[];
}

/** Adds a line with a new word, another one for each `number`, and the caller's text to a note; returns the word. */
export async function editNote(vault: string, path: string, number: number, text = ''): Promise<string> {
  const word = `zqx${number.toString(36)}w${(number * 7_919 + 104_729).toString(36)}`;
  await appendFile(join(vault, path), `\nA line added by hand: ${word}. ${text}\n`);
  return word;
}

/** Searches for a word repeatedly until it is found. */
export function timeToFind(server: Server, word: string): Promise<Found> {
  return timeUntil(async () => {
    const { result, ms } = await server.call<SearchResult>('search', { query: word });
    return { isFound: result.data.length > 0, ms };
  });
}

async function timeUntil(ask: () => Promise<{ isFound: boolean; ms: number }>): Promise<Found> {
  const started = performance.now();
  let longestAskMs = 0;
  while (performance.now() - started < LONGEST_MS) {
    const { isFound, ms } = await ask();
    longestAskMs = Math.max(longestAskMs, ms);
    if (isFound) return { ms: performance.now() - started, longestAskMs };
    await delay(POLL_MS);
  }
  return { ms: NaN, longestAskMs };
}
