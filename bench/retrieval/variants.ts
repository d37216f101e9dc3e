import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { RESULTS, gainOf, meanWithInterval } from './ndcg.ts';
import { readQuestions, readVariants, type Question } from './questions.ts';
import { openServerRanker, type ServerRanker } from './server-ranker.ts';

const USAGE = `usage: tsx bench/retrieval/variants.ts [DIR] [--script FILE]

Asks the built server paraphrased questions as they are, and with their variants: forty of the sample vault, and, of the
English help vault, which DIR holds as vault/ with queries.jsonl, forty more. Questions of queries.jsonl, which name what
they look for, are also asked with variants that add nothing.
`;
const SAMPLE = new URL('../../e2e/vault', import.meta.url).pathname;
/** Variants that say nothing about what is looked for. */
const EMPTY: Record<string, string[]> = {
  'itself again': [],
  'empty phrases': ['information about it', 'notes on this topic', 'where is this written'],
  'empty words': ['document', 'overview', 'zxqv blorp'],
};
const EXACT = ['link', 'alias', 'desc'];

const { values, positionals } = parseArgs({ allowPositionals: true, options: { script: { type: 'string' } } });
if (positionals.length > 1) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  await paraphrases('the sample vault', SAMPLE, 'sample');
  const [folder] = positionals;
  if (folder !== undefined) await helpVault(folder);
}

async function helpVault(folder: string): Promise<void> {
  const server = await paraphrases('the help vault', join(folder, 'vault'), 'help-en', false);
  const exact = (await readQuestions(join(folder, 'queries.jsonl'))).filter(({ set }) => EXACT.includes(set));
  for (const set of EXACT) {
    const questions = exact.filter((question) => question.set === set);
    await row(`${set}, alone`, questions, (question) => server.rankWith(question.query, []));
    for (const [name, variants] of Object.entries(EMPTY))
      await row(`${set}, with ${name}`, questions, ({ query }) =>
        server.rankWith(query, variants.length === 0 ? [query.toUpperCase(), ` ${query} `] : variants),
      );
  }
  await server.close();
}

async function paraphrases(name: string, vault: string, set: string, closes = true): Promise<ServerRanker> {
  const questions = await readQuestions(new URL(`./paraphrases-${set}.jsonl`, import.meta.url));
  const variants = await readVariants(new URL(`./variants-${set}.jsonl`, import.meta.url));
  const server = await openServerRanker(vault, values.script);
  console.log(`\n${questions.length} paraphrased questions to ${name}; nDCG@${RESULTS} with its 95 % interval`);
  await row('alone', questions, ({ query }) => server.rankWith(query, []));
  for (const count of [1, 2, 3])
    await row(`with ${count} variant${count === 1 ? '' : 's'}`, questions, ({ query }) =>
      server.rankWith(query, (variants.get(query) ?? []).slice(0, count)),
    );
  if (closes) await server.close();
  return server;
}

async function row(
  name: string,
  questions: readonly Question[],
  rank: (question: Question) => Promise<string[]>,
): Promise<void> {
  const gains: number[] = [];
  for (const question of questions) gains.push(gainOf(question, await rank(question)));
  const { mean, low, high } = meanWithInterval(gains);
  console.log(`${name.padEnd(28)} ${mean.toFixed(3)} [${low.toFixed(2)} ${high.toFixed(2)}]`);
}
