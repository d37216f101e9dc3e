import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openAlternatives } from '../alternatives/rankers.ts';
import { makeQuestions } from './language-questions.ts';
import { RESULTS, gainOf, meanWithInterval } from './ndcg.ts';
import { NoteRankings } from './note-rankings.ts';
import { readSet } from './questions.ts';
import type { Question } from './questions.ts';
import { openServerRanker, type ServerRanker } from './server-ranker.ts';
import { openUseVectors, type UseVectors } from './use-vectors.ts';
import { readVaultNotes } from './vault-notes.ts';
import type { VaultNote } from './vault-notes.ts';

const USAGE = `usage: tsx bench/retrieval/retrieval.ts DIR [--paraphrases FILE] [--no-use] [--server]
       tsx bench/retrieval/retrieval.ts --folders DIR LANG[+LANG]… [--no-use]

DIR holds vault/ and queries.jsonl; or, with --folders, one folder of notes for each language, of which those named are taken
one by one, or several as one vault (en+es), with questions made from their own links and properties. With --server, the built server
is queried as well, once it has embedded everything.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folders: { type: 'string' },
    paraphrases: { type: 'string' },
    'no-use': { type: 'boolean', default: false },
    server: { type: 'boolean', default: false },
  },
});
if (positionals.length === 0) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  const use = values['no-use'] ? null : await openUseVectors();
  if (values.folders === undefined) await compareSets(positionals[0] as string, use);
  else for (const languages of positionals) await compareLanguages(values.folders, languages.split('+'), use);
}

async function compareSets(folder: string, use: UseVectors | null): Promise<void> {
  const notes = await readVaultNotes(join(folder, 'vault'));
  const questions = await readSet(
    folder,
    notes.map(({ path }) => path),
    values.paraphrases,
  );
  const server = values.server ? await openServerRanker(join(folder, 'vault')) : null;
  await compare(folder, notes, questions, use, server);
  await server?.close();
}

async function compareLanguages(folder: string, languages: readonly string[], use: UseVectors | null): Promise<void> {
  const vaults = await Promise.all(languages.map((language) => readVaultNotes(join(folder, language))));
  const mixed = languages.length > 1;
  const placed = vaults.map((notes, i) =>
    mixed ? notes.map((note) => ({ ...note, path: `${languages[i] ?? ''}/${note.path}` })) : notes,
  );
  const questions = placed.flatMap((notes, i) => makeQuestions(notes, mixed ? `${languages[i] ?? ''} ` : ''));
  await compare(languages.join(' + '), placed.flat(), questions, use);
}

async function compare(
  name: string,
  notes: readonly VaultNote[],
  questions: readonly Question[],
  use: UseVectors | null,
  server: ServerRanker | null = null,
): Promise<void> {
  console.log(
    `\n${name}: ${notes.length} notes, ${questions.length} questions; nDCG@${RESULTS} with its 95 % interval`,
  );
  const gains = new Map<string, number[]>();
  const note = (ranker: string, question: Question, ranked: readonly string[]): void => {
    for (const set of [question.set, 'all'])
      gains.set(`${ranker}\n${set}`, [...(gains.get(`${ranker}\n${set}`) ?? []), gainOf(question, ranked)]);
  };
  const rankings = await NoteRankings.of(notes, use);
  const named = notes.map(({ path, text, document: { title, aliases } }) => ({
    path,
    text,
    names: [title, ...aliases].join('\n'),
  }));
  // One more, since the note that a question was taken from does not count.
  const alternatives = await openAlternatives(named, RESULTS + 1);
  for (const question of questions) {
    const ranked = await rankings.rank(question.query, question.exclude);
    for (const [ranker, paths] of Object.entries(ranked))
      if (use !== null || !ranker.startsWith('use')) note(ranker, question, paths);
    for (const [ranker, paths] of Object.entries((await server?.rank(question.query)) ?? {}))
      note(ranker, question, paths);
    for (const [ranker, rank] of alternatives.rankers) note(ranker, question, await rank(question.query));
  }
  await alternatives.close();
  const sets = [...new Set(questions.map((question) => question.set)), 'all'];
  const counts = sets.map((set) => questions.filter((question) => set === 'all' || question.set === set).length);
  console.log(''.padEnd(18), sets.map((set, i) => `${set} (${counts[i] ?? 0})`.padEnd(20)).join(''));
  for (const ranker of new Set([...gains.keys()].map((key) => key.split('\n')[0] ?? ''))) {
    console.log(ranker.padEnd(18), sets.map((set) => cell(gains.get(`${ranker}\n${set}`) ?? []).padEnd(20)).join(''));
  }
}

function cell(gains: readonly number[]): string {
  const { mean, low, high } = meanWithInterval(gains);
  return `${mean.toFixed(3)} [${low.toFixed(2)} ${high.toFixed(2)}]`;
}
