import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { relative, sep } from 'node:path';
import { queryWords } from './query-words.ts';

const OPTIONS = [
  '--no-config',
  '--no-ignore',
  '--no-messages',
  '--ignore-case',
  '--fixed-strings',
  '--word-regexp',
  '--only-matching',
  '--no-line-number',
  '--no-heading',
  '--with-filename',
  '--null',
  '--color=never',
  '--glob=*.md',
];

/**
 * Notes with any of a query's words, found by ripgrep in their text, not in their names; best first, see
 * {@link rankHits}.
 */
export async function searchWithRipgrep(folder: string, query: string, results: number): Promise<string[]> {
  const words = queryWords(query);
  if (words.length === 0) return [];
  const patterns = words.map((word) => `--regexp=${word}`);
  const child = spawn('rg', [...OPTIONS, ...patterns, folder], { stdio: ['ignore', 'pipe', 'ignore'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(child, 'close');
  const ranked = rankHits(Buffer.concat(chunks).toString('utf8')).slice(0, results);
  return ranked.map((path) => relative(folder, path).split(sep).join('/'));
}

/**
 * Files by how many of the words they hold, then by how often, then by path.
 *
 * @param output for each hit a line: path, null byte, the word as it stands there
 */
export function rankHits(output: string): string[] {
  const files = new Map<string, { words: Set<string>; hits: number }>();
  for (const line of output.split('\n')) {
    const end = line.indexOf('\0');
    if (end < 0) continue;
    const path = line.slice(0, end);
    const file = files.get(path) ?? { words: new Set(), hits: 0 };
    files.set(path, file);
    file.words.add(line.slice(end + 1).toLowerCase());
    file.hits++;
  }
  return [...files]
    .sort(([a, x], [b, y]) => y.words.size - x.words.size || y.hits - x.hits || (a < b ? -1 : 1))
    .map(([path]) => path);
}
