import { isRecord } from '../../../shared/kit/json/is-record.ts';
import type { Random } from '../../../shared/kit/random.ts';
import { type Server, ToolError } from '../../support/server.ts';
import { ODD_WORDS } from '../walk/odd-vault.ts';
import { drawWord, NAMES } from './odd-notes.ts';

/** A tool and what it is asked. */
export type Question = readonly [tool: string, args: Record<string, unknown>];

const LISTS = [
  {},
  { sort: 'words', properties: ['status'] },
  { sort: 'incoming', includeStubs: false },
  { links: 'no_incoming' },
  { links: 'unresolved' },
  { tag: 'p' },
  { directory: 'sub' },
];
const PARTS = ['overview', 'folders', 'tags', 'properties', 'attachments', 'unresolved'];
const SEARCHES = 60;
const NOTES = 60;
const SHOWN = 200;
/** Digits that sums of floats in another order have in common. */
const DIGITS = 3;
/** Fields that tell when something happened, or go on from an earlier state of the vault. */
const OWN = new Set(['indexedAt', 'summary', 'next', 'hints', 'theme', 'themes', 'clusters', 'modularity']);

/** Questions whose answers depend on nothing but the files of a vault. */
export function drawQuestions(random: Random, paths: readonly string[]): Question[] {
  const questions: Question[] = [
    ...LISTS.map((args): Question => ['list_notes', { limit: 1_000, ...args }]),
    ...PARTS.map((of): Question => ['describe_vault', { of }]),
    ['list_tasks', { limit: 500 }],
    ['rank_notes', { metric: 'influence', limit: 100 }],
  ];
  for (let i = 0; i < SEARCHES; i++) {
    const [one, other] = [drawWord(random), drawWord(random)];
    const query = random.pick([
      one,
      `${one} ${other}`,
      `"${one} ${other}"`,
      `${one}*`,
      random.pick(NAMES),
      random.pick(ODD_WORDS),
    ]);
    questions.push(['search', { query, mode: 'fulltext', limit: 50, unique: i % 6 === 0 ? 'chunks' : 'notes' }]);
  }
  for (let i = 0; i < NOTES; i++) {
    const name = random.pick(paths);
    questions.push(['find_connections', { name }], ['read_note', { name, mode: 'full' }]);
  }
  return [...questions, ...NAMES.map((name): Question => ['find_connections', { name }])];
}

/** The answers as text, without what may differ between servers. A refusal is an answer, too. */
export async function answersTo(server: Server, questions: readonly Question[]): Promise<string[]> {
  const answers: string[] = [];
  for (const [tool, args] of questions) {
    const answer = await server.call(tool, args).catch((error: unknown) => {
      if (error instanceof ToolError) return { result: { refused: error.message } };
      throw error;
    });
    answers.push(JSON.stringify(comparable(answer.result)));
  }
  return answers;
}

/** One line for each answer that differs, with where it does. */
export function differing(
  questions: readonly Question[],
  expected: readonly string[],
  found: readonly string[],
): string[] {
  return questions.flatMap((question, i) => {
    const [right, other] = [expected[i] ?? '', found[i] ?? ''];
    if (right === other) return [];
    let at = 0;
    while (right[at] === other[at]) at++;
    const part = (text: string): string => text.slice(Math.max(0, at - SHOWN / 2), at + SHOWN / 2);
    return [`${JSON.stringify(question)}: ${part(other)} instead of ${part(right)}`];
  });
}

function comparable(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(DIGITS));
  if (Array.isArray(value)) return value.map(comparable);
  if (!isRecord(value)) return value;
  const fields = Object.entries(value).filter(([name]) => !OWN.has(name));
  return Object.fromEntries(fields.map(([name, field]) => [name, comparable(field)]));
}
