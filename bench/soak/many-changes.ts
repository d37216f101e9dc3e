import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../../shared/kit/random.ts';
import type { Server } from '../support/server.ts';
import { percentile } from '../support/figures/statistics.ts';
import { syntheticPath, syntheticVault, writeNotes } from '../synthetic-vault.ts';
import type { SyntheticNote } from '../synthetic-vault.ts';
import type { Outcome, SoakOptions, Stage } from './scenario.ts';
import { differencesInTime, freshAnswers, makeQuestions, onStage, seconds, startServer } from './scenario.ts';

const ASK_EVERY_MS = 20;
/** Share of the files that the change removes. */
const REMOVED_SHARE = 0.02;
const MARK = 'qzvmarker';
const LONGEST_CATCH_UP_MS = 300_000;
/** A person would call a longer wait stuck. */
const LONGEST_ANSWER_MS = 1_000;

/**
 * Rewrites thousands of files at once, as a checkout of another branch does, during queries. Always on synthetic notes.
 */
export function changeManyAtOnce({ vault: _vault, ...options }: SoakOptions): Promise<Outcome> {
  const { changes } = options;
  const notes = Math.round(changes * 1.1);
  return onStage(
    options,
    async (stage) => {
      const server = await startServer(stage, 'changed');
      try {
        await server.callWhenReady('list_notes', { limit: 1 });
        const asking = keepAsking(server, { notes, changes, seed: options.seed });
        const started = performance.now();
        await checkout(stage, notes, changes, options.seed);
        const writtenMs = performance.now() - started;
        const caughtUp = await untilCaughtUp(server, changes);
        const caughtUpMs = performance.now() - started;
        const { searches, reads, errors } = await asking.stop();

        const ask = await makeQuestions(stage, options.seed);
        const { answers: expected } = await freshAnswers(stage, 'fresh', ask);
        const problems = await differencesInTime(expected, () => ask(server), 30_000);
        if (!caughtUp) problems.unshift(`not caught up after ${seconds(LONGEST_CATCH_UP_MS)}`);
        const longest = Math.max(...searches, ...reads);
        if (longest > LONGEST_ANSWER_MS) problems.push(`a question waited ${seconds(longest)}`);
        return {
          problems: [...problems, ...errors.map((error) => `a question failed: ${error}`)],
          numbers: `${changes} of ${notes} files changed in ${seconds(writtenMs)}, caught up after ${seconds(caughtUpMs)}; meanwhile ${described(searches, 'searches')} and ${described(reads, 'reads of a changed note')} (p50, p95, longest)`,
        };
      } finally {
        await server.close();
      }
    },
    notes,
  );
}

async function checkout({ vault }: Stage, notes: number, changes: number, seed: number): Promise<void> {
  await writeNotes(vault, marked(syntheticVault({ notes, seed, revision: 1 }), changes));
  for (let number = changes; number < changes * (1 + REMOVED_SHARE) && number < notes; number++) {
    await rm(join(vault, syntheticPath(number)));
  }
}

/** The first `most` notes, each with a word by which it can be found. */
function* marked(notes: Iterable<SyntheticNote>, most: number): Generator<SyntheticNote> {
  let number = 0;
  for (const { path, text } of notes) {
    if (number === most) return;
    yield { path, text: `${text}\n${MARK}${number}\n` };
    number++;
  }
}

async function untilCaughtUp(server: Server, changes: number): Promise<boolean> {
  const deadline = performance.now() + LONGEST_CATCH_UP_MS;
  for (const number of [changes - 1, 0, Math.floor(changes / 2), Math.floor(changes / 3)]) {
    for (;;) {
      const { data } = (await server.call<{ data: unknown[] }>('search', { query: `${MARK}${number}` })).result;
      if (data.length > 0) break;
      if (performance.now() > deadline) return false;
      await delay(50);
    }
  }
  return true;
}

function described(times: readonly number[], what: string): string {
  const [half, most] = [0.5, 0.95].map((share) => percentile(times, share).toFixed(0));
  return `${times.length} ${what} in ${half} / ${most} / ${Math.max(...times).toFixed(0)} ms`;
}

/** Asks repeatedly: searches for some word of the vault, and reads one of the notes that change. */
function keepAsking(server: Server, { notes, changes, seed }: { notes: number; changes: number; seed: number }) {
  const random = seededRandom(seed);
  const searches: number[] = [];
  const reads: number[] = [];
  const errors: string[] = [];
  let running = true;
  const ask = (times: number[], tool: string, args: Record<string, unknown>): Promise<unknown> =>
    server.call(tool, args).then(
      ({ ms }) => times.push(ms),
      (error: unknown) => errors.push(String(error)),
    );
  const asking = (async () => {
    while (running) {
      const query = syntheticPath(random.below(notes)).split('/').at(-1)?.split(' ')[0] ?? '';
      await ask(searches, 'search', { query });
      await delay(ASK_EVERY_MS);
      await ask(reads, 'read_note', { name: syntheticPath(random.below(changes)) });
      await delay(ASK_EVERY_MS);
    }
  })();
  return {
    stop: async (): Promise<{ searches: number[]; reads: number[]; errors: string[] }> => {
      running = false;
      await asking;
      return { searches, reads, errors };
    },
  };
}
