import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const HELP_PARAPHRASES = new URL('./paraphrases-help-en.jsonl', import.meta.url);
const HELP_NOTE = 'Obsidian/About Obsidian.md';

/** One question with the note that answers it. */
export interface Question {
  set: string;
  query: string;
  target: string;
  /** The note the query was taken from; it does not count as a result. */
  exclude?: string;
}

/** Questions from a file with one JSON object a line; `set` names those that name none. */
export async function readQuestions(file: string | URL, set = ''): Promise<Question[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => ({ set, ...(JSON.parse(line) as Omit<Question, 'set'>) }));
}

/**
 * Questions of `queries.jsonl` in a folder; then the paraphrases, which for the English help vault are this project's
 * own.
 */
export async function readSet(folder: string, paths: readonly string[], paraphrases?: string): Promise<Question[]> {
  const questions = await readQuestions(join(folder, 'queries.jsonl'));
  const file = paraphrases ?? (paths.includes(HELP_NOTE) ? HELP_PARAPHRASES : undefined);
  return file === undefined ? questions : [...questions, ...(await readQuestions(file, 'paraphrase'))];
}

/** The other wordings of questions, by question, from a file with one JSON object a line. */
export async function readVariants(file: string | URL): Promise<Map<string, string[]>> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  const read = lines.map((line) => JSON.parse(line) as { query: string; variants: string[] });
  return new Map(read.map(({ query, variants }) => [query, variants]));
}
