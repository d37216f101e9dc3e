import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Server } from './server.ts';

const POLL_MS = 4;
const LONGEST_MS = 60_000;

export interface Found {
  /** From writing the file until a search found it; NaN if none did within a minute. */
  ms: number;
  longestAskMs: number;
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
export async function timeToFind(server: Server, word: string): Promise<Found> {
  const started = performance.now();
  let longestAskMs = 0;
  while (performance.now() - started < LONGEST_MS) {
    const { result, ms } = await server.call<SearchResult>('search', { query: word });
    longestAskMs = Math.max(longestAskMs, ms);
    if (result.data.length > 0) return { ms: performance.now() - started, longestAskMs };
    await delay(POLL_MS);
  }
  return { ms: NaN, longestAskMs };
}
